import type { Statements } from '../../../platform/postgres/database.ts'

/** The facts of a cenote that the other lists of an installation file need. */
export interface CenoteFacts {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly schedule: {
    readonly openTime: string
    readonly closeTime: string
    readonly timezone: string
    readonly daysOpen: string[]
  }
  readonly capacity: { readonly daily: number; readonly hourly: number }
}

/** Facts of cenotes, by slug or by id; those that do not exist are left out. */
export async function readCenoteFacts(
  client: Statements,
  keys: { readonly slugs: readonly string[] } | { readonly ids: readonly string[] },
): Promise<CenoteFacts[]> {
  const { rows } = await client.query<CenoteFacts>(
    `SELECT id, version, slug,
       json_build_object('openTime', open_time, 'closeTime', close_time, 'timezone', timezone, 'daysOpen', days_open) AS schedule,
       json_build_object('daily', daily_capacity, 'hourly', hourly_capacity) AS capacity
     FROM cenote WHERE ${'ids' in keys ? 'id = ANY($1::uuid[])' : 'slug = ANY($1)'}`,
    ['ids' in keys ? keys.ids : keys.slugs],
  )
  return rows
}

/** Ids and slugs of tours, by either. */
export async function readTourNames(
  client: Statements,
  keys: { readonly slugs: readonly string[] } | { readonly ids: readonly string[] },
): Promise<{ readonly id: string; readonly slug: string }[]> {
  const { rows } = await client.query<{ id: string; slug: string }>(
    `SELECT id, slug FROM tour WHERE ${'ids' in keys ? 'id = ANY($1::uuid[])' : 'slug = ANY($1)'}`,
    ['ids' in keys ? keys.ids : keys.slugs],
  )
  return rows
}
