import { isUuid } from '../../../platform/values/uuid.ts'
import type { Database } from '../database.ts'
import type { TourRow } from '../tour/index.ts'

/** A cenote or tour, active or not. */
export interface ProductRow {
  readonly id: string
  readonly productType: 'cenote' | 'tour'
  readonly timezone: string
}

/** The departures of a tour and its stops. */
export type TourStopsRow = Pick<TourRow, 'timezone' | 'departures' | 'stops'> & { readonly tourId: string }

const pageSize = 5_000

/** Those of the given products that there are, or without ids all of them, by id, a page at a time. */
export async function findProducts(
  { pool }: Database,
  ids: readonly string[] | null,
  after: string | null,
): Promise<ProductRow[]> {
  const selectionOf = (table: 'cenote' | 'tour'): string =>
    `SELECT id, '${table}' AS "productType", timezone FROM ${table}
     WHERE ($1::uuid[] IS NULL OR id = ANY($1)) AND ($2::uuid IS NULL OR id > $2)`
  const { rows } = await pool.query<ProductRow>(
    `${selectionOf('cenote')} UNION ALL ${selectionOf('tour')} ORDER BY id LIMIT ${pageSize}`,
    [ids?.filter(isUuid) ?? null, after],
  )
  return rows
}

/** The active tours that stop at cenotes. */
export async function findTourStops({ pool }: Database, cenoteIds: readonly string[]): Promise<TourStopsRow[]> {
  const { rows } = await pool.query<TourStopsRow>(
    `SELECT id AS "tourId", timezone, departures, stops FROM tour t
     WHERE is_active AND id IN (SELECT tour_id FROM tour_cenote WHERE cenote_id = ANY($1::uuid[])) ORDER BY id`,
    [cenoteIds.filter(isUuid)],
  )
  return rows
}
