import type { Database } from '../database.ts'
import { createStatementNames } from '../../../platform/postgres/statement-names.ts'
import type { PageRequest } from '../../../platform/graphql/connection.ts'
import type { AmenityRow } from './amenity.ts'
import type { CenoteRow, ListedCenote } from './cenote.ts'
import { cenoteSelectList, detailSelectList, type CenoteDetailRow, type CenoteParts } from './columns.ts'
import { afterPosition, listingSql } from './listing-sql.ts'
import type { CenoteListing, ListingPosition } from './listing.ts'

const nameOf = createStatementNames('cenotes')

/** Cenotes by id, active or not; those that do not exist are left out. */
export async function findCenotes(
  { pool }: Database,
  ids: readonly string[],
  parts?: CenoteParts,
): Promise<CenoteRow[]> {
  const text = `SELECT ${cenoteSelectList(parts)} FROM cenote c WHERE c.id = ANY($1::uuid[])`
  const { rows } = await pool.query<CenoteRow>({ name: nameOf(text), text, values: [ids] })
  return rows
}

/** The cenotes that tours visit, in order, for several tours at once. */
export async function findCenotesOfTours(
  { pool }: Database,
  tourIds: readonly string[],
): Promise<(CenoteRow & { tourId: string })[]> {
  const { rows } = await pool.query<CenoteRow & { tourId: string }>({
    name: 'cenotes-of-tours',
    text: `SELECT t.tour_id AS "tourId", ${cenoteSelectList()} FROM tour_cenote t JOIN cenote c ON c.id = t.cenote_id
      WHERE t.tour_id = ANY($1::uuid[]) ORDER BY t.tour_id, t.visit_order`,
    values: [tourIds],
  })
  return rows
}

/** A part of a list, and one more row when the list continues. */
export async function listCenotes(
  { pool }: Database,
  listing: CenoteListing,
  { first, after, offset }: PageRequest<ListingPosition>,
  parts?: CenoteParts,
): Promise<ListedCenote[]> {
  const { where, values, sortValue, direction } = afterPosition(listingSql(listing), after)
  // Which ones they are comes from an index where it can, so that a page far behind does not read, or even sort, the
  // wide rows of all that come before it.
  const text = `SELECT ${cenoteSelectList(parts)}, page."sortValue" FROM (
       SELECT c.id, ${sortValue} AS "sortValue" FROM cenote c WHERE ${where}
       ORDER BY ${sortValue} ${direction}, c.id ${direction}
       LIMIT $${values.length + 1} OFFSET $${values.length + 2}::bigint) page
     JOIN cenote c ON c.id = page.id ORDER BY page."sortValue" ${direction}, page.id ${direction}`
  const { rows } = await pool.query<ListedCenote>({ name: nameOf(text), text, values: [...values, first + 1, offset] })
  return rows
}

/** The total of a list, whatever its order. */
export async function countCenotes({ pool }: Database, listing: Omit<CenoteListing, 'sort'>): Promise<number> {
  // The order has its own parameters, which a count must not send.
  const { where, values } = listingSql({ ...listing, sort: { field: 'CREATED_AT', direction: 'DESC', near: null } })
  const { rows } = await pool.query<{ total: number }>(`SELECT count(*) AS total FROM cenote c WHERE ${where}`, values)
  return rows[0]?.total ?? 0
}

/** Particulars of several cenotes. */
export async function findCenoteDetails(
  { pool }: Database,
  ids: readonly string[],
): Promise<(CenoteDetailRow & { id: string })[]> {
  // Only our own statements write these columns, in the shapes of CenoteDetailRow.
  const { rows } = await pool.query<CenoteDetailRow & { id: string }>({
    name: 'details-of-cenotes',
    text: `SELECT c.id, ${detailSelectList} FROM cenote c WHERE c.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows
}

/** Amenities of several cenotes, cheapest first. */
export async function findAmenities({ pool }: Database, cenoteIds: readonly string[]): Promise<AmenityRow[]> {
  const { rows } = await pool.query<AmenityRow>({
    name: 'amenities-of-cenotes',
    text: `SELECT a.id, o.cenote_id AS "cenoteId", a.category, a.name, a.description, a.icon, o.available,
        o.cost_cents AS "costCents", o.hours, o.requirements, o.capacity, o.features, o.menu
      FROM cenote_amenity o JOIN amenity a ON a.id = o.amenity_id
      WHERE o.cenote_id = ANY($1::uuid[]) ORDER BY o.cost_cents, a.id`,
    values: [cenoteIds],
  })
  return rows
}
