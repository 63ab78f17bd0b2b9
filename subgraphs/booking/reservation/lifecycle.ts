/** States of a reservation (specification 3). */
export const statuses = [
  'pending',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
  'refunded',
] as const
export type Status = (typeof statuses)[number]

export interface Transition {
  readonly from: readonly Status[]
  readonly to: Status
}

/** The whole lifecycle (decisions 6). Whatever is not in this table is 409 INVALID_STATE_TRANSITION. */
export const lifecycle = {
  confirm: { from: ['pending'], to: 'confirmed' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'cancelled' },
  checkIn: { from: ['confirmed'], to: 'in_progress' },
  complete: { from: ['in_progress'], to: 'completed' },
  markNoShow: { from: ['confirmed'], to: 'no_show' },
  refund: { from: ['cancelled', 'no_show', 'completed'], to: 'refunded' },
} as const satisfies Record<string, Transition>

export type Operation = keyof typeof lifecycle

/** States whose people hold places. */
export const holdsPlaces = (status: Status): boolean =>
  status === 'pending' || status === 'confirmed' || status === 'in_progress'

export const canApply = (operation: Operation, status: Status): boolean =>
  (lifecycle[operation].from as readonly Status[]).includes(status)

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
export function checkLifecycle(table: Readonly<Record<string, Transition>> = lifecycle): void {
  const known = new Set<string>(statuses)
  for (const [operation, { from, to }] of Object.entries(table))
    for (const status of [...from, to])
      if (!known.has(status)) throw new Error(`The lifecycle's ${operation} names the unknown state ${status}`)
  const reached = new Set<Status>(['pending'])
  for (let grown = true; grown;) {
    const next = [...reached]
      .flatMap((status) => allowedTransitions(status, table))
      .filter((status) => !reached.has(status))
    for (const status of next) reached.add(status)
    grown = next.length > 0
  }
  const lost = statuses.filter((status) => !reached.has(status))
  if (lost.length > 0) throw new Error(`No reservation can reach ${lost.join(', ')}`)
}
