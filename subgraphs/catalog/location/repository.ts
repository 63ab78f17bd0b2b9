import { groupBy } from '../batching.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { MeetingPointType } from '../generated/resolvers.ts'
import { cenoteSelectList, type CenoteRow } from '../cenote/index.ts'
import type { Database } from '../database.ts'
import type { OwnerColumn } from '../meeting-point/index.ts'
import { earthRadiusKm } from './rules/distance.ts'
import type { SearchArea } from './rules/bounds.ts'

/** A place where guests of a cenote or a tour are met, as stored. */
export interface MeetingPointRow {
  readonly id: string
  /** The cenote or tour. */
  readonly ownerId: string
  readonly name: LocalizedText
  readonly description: LocalizedText
  readonly directions: LocalizedText | null
  readonly type: MeetingPointType
  readonly latitude: number
  readonly longitude: number
  readonly address: string
  readonly minutesBefore: number
  readonly priceCents: number
  readonly currency: string
  readonly isActive: boolean
  readonly displayOrder: number
}

/** A cenote with its great-circle distance in kilometres. */
export type CenoteWithDistance = CenoteRow & { km: number }

// The extension's sphere is larger than ours; angles are the same, so lengths are scaled.
const kmOf = (from: string): string => `earth_distance(c.position, ${from}) / earth() * ${earthRadiusKm}`

/**
 * Active cenotes around a point in degrees, nearest first. The index finds the nearest ones among any number; those
 * that are too far away are then left out.
 */
export async function searchAround(
  { pool }: Database,
  { latitude, longitude }: { latitude: number; longitude: number },
  { radiusKm, first }: SearchArea,
): Promise<CenoteWithDistance[]> {
  const point = 'll_to_earth($1::float8, $2::float8)'
  const { rows } = await pool.query<CenoteWithDistance>({
    name: 'cenotes-around-point',
    text: `SELECT n.* FROM (
        SELECT ${cenoteSelectList()}, ${kmOf(point)} AS km FROM cenote c
        WHERE c.is_active ORDER BY c.position <-> ${point}, c.id LIMIT $4) n
      WHERE n.km <= $3::float8 ORDER BY n.km, n.id`,
    values: [latitude, longitude, radiusKm, first],
  })
  return rows
}

/** The same around several cenotes at once, each excluded from its own results. */
export async function searchAroundCenotes(
  { pool }: Database,
  cenoteIds: readonly string[],
  { radiusKm, first }: SearchArea,
): Promise<(CenoteWithDistance & { originId: string })[]> {
  const { rows } = await pool.query<CenoteWithDistance & { originId: string }>({
    name: 'cenotes-around-cenotes',
    text: `SELECT o.id AS "originId", n.* FROM cenote o CROSS JOIN LATERAL (
        SELECT ${cenoteSelectList()}, ${kmOf('o.position')} AS km FROM cenote c
        WHERE c.is_active AND c.id <> o.id ORDER BY c.position <-> o.position, c.id LIMIT $3) n
      WHERE o.id = ANY($1::uuid[]) AND n.km <= $2::float8 ORDER BY o.id, n.km, n.id`,
    values: [cenoteIds, radiusKm, first],
  })
  return rows
}

/** How many active cenotes a municipality has. */
export interface MunicipalityCount {
  readonly state: string
  readonly municipality: string
  readonly cenoteCount: number
}

/** Municipalities with active cenotes, by state and name; all of them, or those of one state. */
export async function countByMunicipality({ pool }: Database, state: string | null): Promise<MunicipalityCount[]> {
  const { rows } = await pool.query<MunicipalityCount>(
    `SELECT state, municipality, count(*) AS "cenoteCount" FROM cenote
      WHERE is_active ${state === null ? '' : 'AND state_folded = fold($1)'} GROUP BY state, municipality
      ORDER BY state COLLATE "es-x-icu", municipality COLLATE "es-x-icu"`,
    state === null ? [] : [state],
  )
  return rows
}

/** Meeting points and pickup zones of cenotes or tours, in the order of the ids; each list in display order. */
export async function findMeetingPoints(
  { pool }: Database,
  owner: OwnerColumn,
  ids: readonly string[],
): Promise<MeetingPointRow[][]> {
  const { rows } = await pool.query<MeetingPointRow>({
    name: `meeting-points-by-${owner}`,
    text: `SELECT id, ${owner} AS "ownerId", name, description, directions, type, latitude,
        longitude, address, minutes_before AS "minutesBefore", price_cents AS "priceCents", currency,
        is_active AS "isActive", display_order AS "displayOrder"
      FROM meeting_point WHERE ${owner} = ANY($1::uuid[]) ORDER BY display_order, id`,
    values: [ids],
  })
  const owned = groupBy(rows, ({ ownerId }) => ownerId)
  return ids.map((id) => owned.get(id) ?? [])
}
