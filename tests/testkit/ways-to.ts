type Step = readonly [step: string, body: object]

/** Steps from a new reservation to each state. */
export const waysTo = {
  pending: [],
  confirmed: [['confirm', {}]],
  in_progress: [
    ['confirm', {}],
    ['checkin', {}],
  ],
  completed: [
    ['confirm', {}],
    ['checkin', {}],
    ['complete', {}],
  ],
  cancelled: [
    ['confirm', {}],
    ['cancel', { reason: 'weather' }],
  ],
  no_show: [
    ['confirm', {}],
    ['no-show', {}],
  ],
  refunded: [
    ['confirm', {}],
    ['cancel', { reason: 'weather' }],
    ['refund', {}],
  ],
} as const satisfies Record<string, readonly Step[]>

export type ReservationStatus = keyof typeof waysTo
