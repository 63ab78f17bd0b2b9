import type { ReservationRowFragment } from '../../../generated/operations.ts'
import { belongs, type FilterValues } from './filter.ts'

export interface LiveChange {
  readonly rows: readonly ReservationRowFragment[]
  /** The number of items added on top. */
  readonly added: number
  /** The number of items that may belong in the list at a position that only the API knows. */
  readonly elsewhere: number
}

/**
 * A list after events. Shown reservations show their new state where they are; a new one is put on top when the newest
 * come first. A row stays when it no longer meets the filter: it would vanish under the reader's eyes.
 */
export function applyEvents(
  rows: readonly ReservationRowFragment[],
  events: readonly { readonly reservation: ReservationRowFragment }[],
  filter: FilterValues,
): LiveChange {
  const latest = new Map<string, ReservationRowFragment>()
  for (const { reservation } of events) {
    const before = latest.get(reservation.id)
    if (!before || before.version < reservation.version) latest.set(reservation.id, reservation)
  }
  const shown = new Set(rows.map(({ id }) => id))
  const updated = rows.map((row) => {
    const newer = latest.get(row.id)
    return newer && newer.version > row.version ? newer : row
  })
  const others = [...latest.values()].filter(({ id }) => !shown.has(id))
  const candidates = others.filter((one) => belongs(filter, one) !== false)
  const onTop = candidates.filter(
    (one) => filter.sort === 'CREATED_AT.DESC' && belongs(filter, one) === true && isNewest(one, rows),
  )
  const newestFirst = onTop.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  return { rows: [...newestFirst, ...updated], added: onTop.length, elsewhere: candidates.length - onTop.length }
}

const isNewest = ({ createdAt }: ReservationRowFragment, [first]: readonly ReservationRowFragment[]): boolean =>
  !first || createdAt >= first.createdAt
