type Step = readonly [step: string, body: object]

/** Steps from a new reservation to each state. */
export const pathsTo = {
  pending: [],
  confirmed: [['confirm', { paymentId: 'pay_1' }]],
  in_progress: [
    ['confirm', { paymentId: 'pay_1' }],
    ['checkin', {}],
  ],
  completed: [
    ['confirm', { paymentId: 'pay_1' }],
    ['checkin', {}],
    ['complete', {}],
  ],
  cancelled: [
    ['confirm', { paymentId: 'pay_1' }],
    ['cancel', { reason: 'weather' }],
  ],
  no_show: [
    ['confirm', { paymentId: 'pay_1' }],
    ['no-show', {}],
  ],
  refunded: [
    ['confirm', { paymentId: 'pay_1' }],
    ['cancel', { reason: 'weather' }],
    ['refund', {}],
  ],
} as const satisfies Record<string, readonly Step[]>

export type ReservationStatus = keyof typeof pathsTo
