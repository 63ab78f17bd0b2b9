import { reservationStatuses, type ReservationStatus } from '../../../../schema/reservation-statuses.ts'

export type Status = ReservationStatus

export interface Transition {
  readonly from: readonly Status[]
  readonly to: Status
}

/**
 * The whole lifecycle (docs/partner-api/reservations.md#lifecycle). Any other transition is 409
 * INVALID_STATE_TRANSITION.
 */
export const lifecycle = {
  confirm: { from: ['pending'], to: 'confirmed' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'cancelled' },
  checkIn: { from: ['confirmed'], to: 'in_progress' },
  complete: { from: ['in_progress'], to: 'completed' },
  markNoShow: { from: ['confirmed'], to: 'no_show' },
  refund: { from: ['cancelled', 'no_show', 'completed'], to: 'refunded' },
} as const satisfies Record<string, Transition>

/** The commands that change a reservation and leave its status, and the statuses they are possible in. */
export const changesWithin = {
  modify: ['pending', 'confirmed'],
  extend: ['pending'],
  returnCredit: ['pending', 'confirmed'],
  recordPayment: ['confirmed', 'pending', 'in_progress', 'completed', 'no_show'],
} as const satisfies Record<string, readonly Status[]>

export type Operation = keyof typeof lifecycle | keyof typeof changesWithin

const isChangeWithin = (operation: Operation): operation is keyof typeof changesWithin =>
  Object.hasOwn(changesWithin, operation)

const startsFrom = (operation: Operation): readonly Status[] =>
  isChangeWithin(operation) ? changesWithin[operation] : lifecycle[operation].from

export const canApply = (operation: Operation, status: Status): boolean => startsFrom(operation).includes(status)

const activeStatuses: readonly Status[] = ['pending', 'confirmed', 'in_progress']
/** Whether a reservation in a state is still to take place, or takes place now. */
export const isActive = (status: Status): boolean => activeStatuses.includes(status)

/** States in which a reservation is no longer valid for entry, and the guest has nothing more to do. */
export const voidStatuses = ['cancelled', 'no_show', 'refunded'] as const satisfies readonly Status[]
type VoidStatus = (typeof voidStatuses)[number]

export const isVoid = (status: Status): status is VoidStatus => voidStatuses.includes(status as VoidStatus)

/** The state an operation would leave a reservation in. */
export const targetOf = (operation: Operation): Status =>
  isChangeWithin(operation) ? changesWithin[operation][0] : lifecycle[operation].to

/** States that can follow one, in the order of the table. */
export function allowedTransitions(status: Status, table: Readonly<Record<string, Transition>> = lifecycle): Status[] {
  return [
    ...new Set(
      Object.values(table)
        .filter(({ from }) => from.includes(status))
        .map(({ to }) => to),
    ),
  ]
}

/** Throws when the table names an unknown state or leaves one that no reservation can reach. */
export function checkLifecycle(
  table: Readonly<Record<string, Transition>> = lifecycle,
  within: Readonly<Record<string, readonly Status[]>> = changesWithin,
): void {
  const known = new Set<string>(reservationStatuses)
  const named = [
    ...Object.entries(table).map(([operation, { from, to }]) => [operation, [...from, to]] as const),
    ...Object.entries(within),
  ]
  for (const [operation, states] of named)
    for (const status of states)
      if (!known.has(status)) throw new Error(`The lifecycle's ${operation} names the unknown state ${status}`)
  const reached = new Set<Status>(['pending'])
  for (let grown = true; grown;) {
    const next = [...reached]
      .flatMap((status) => allowedTransitions(status, table))
      .filter((status) => !reached.has(status))
    for (const status of next) reached.add(status)
    grown = next.length > 0
  }
  const lost = reservationStatuses.filter((status) => !reached.has(status))
  if (lost.length > 0) throw new Error(`No reservation can reach ${lost.join(', ')}`)
}
