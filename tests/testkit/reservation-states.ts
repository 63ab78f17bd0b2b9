import { expect } from '@jest/globals'
import type { partner } from './product.ts'

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

/** Takes a new reservation to a state, over REST. */
export async function bringTo(rest: ReturnType<typeof partner>, id: string, status: ReservationStatus): Promise<void> {
  for (const [step, body] of pathsTo[status])
    expect(await rest.post(`/api/partner/reservations/${id}/${step}`, body)).toHaveStatus(200)
}
