import type { Statements } from '../../../../platform/postgres/database.ts'

/** A day, or a slot, of a cenote at which parties of tours take places. */
export interface Stopping {
  readonly cenoteId: string
  readonly date: string
  readonly time?: string
}

/** The values of `stopsAtAny` for some days or slots. */
export const stoppingValues = (at: readonly Stopping[]): string[] =>
  at.map(({ cenoteId, date, time }) => JSON.stringify([{ cenoteId, date, ...(time === undefined ? {} : { time }) }]))

/**
 * A condition on `reservation`, as SQL: its party holds places at one of some stops, the values of `stoppingValues`. Days
 * on which places are booked keep it from reading all parties that a cenote ever had. The index is `reservation_stop`.
 */
export const stopsAtAny = (parameter: number): string =>
  `stops IS NOT NULL AND held_people > 0 AND stops @> ANY ($${parameter}::jsonb[])`

/** Columns of the reservations of tours whose parties hold places on some days, or in some slots, of cenotes. */
export async function readStopping<Row extends object>(
  client: Statements,
  columns: string,
  at: readonly Stopping[],
): Promise<Row[]> {
  if (at.length === 0) return []
  const { rows } = await client.query<Row>(`SELECT ${columns} FROM reservation WHERE ${stopsAtAny(1)}`, [
    stoppingValues(at),
  ])
  return rows
}
