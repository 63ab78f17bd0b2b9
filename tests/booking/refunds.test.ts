import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import { startIn } from '../testkit/moves.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { bringTo, type ReservationStatus } from '../testkit/reservation-states.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`

async function reservationIn(status: ReservationStatus): Promise<Json> {
  const reservation = await reserve(product.url)
  await bringTo(rest, reservation.id, status)
  return reservation
}

describe('refunds', () => {
  it.each([
    ['guest_request', 48.1, 1],
    ['guest_request', 47.9, 0.5],
    ['guest_request', 24.1, 0.5],
    ['guest_request', 23.9, null],
    ['weather', 23.9, 1],
    ['maintenance', 0.1, 1],
    ['capacity_issue', -1, 1],
    ['force_majeure', 30, 1],
  ])('for %s %d hours before the visit are that share of what was paid: %p', async (reason, hours, share) => {
    const { id, pricing } = await reservationIn('confirmed')
    await startIn(product, id, hours)
    const { cancellation } = (await rest.get(path(id))).body.data
    const response = await rest.post(path(id, 'cancel'), { reason, note: 'because' })
    if (share === null) {
      expect([response.status, response.body.error.code]).toEqual([422, 'CANCELLATION_NOT_ALLOWED'])
      expect(response.body.error.details).toMatchObject({ deadline: cancellation.deadline })
      expect(cancellation.allowed).toBe(false)
      return
    }
    const cents = Math.round(pricing.total * 100)
    const amount = Math.floor(cents * share + 0.5)
    expect(response.body.data).toMatchObject({
      status: 'cancelled',
      cancellation: { reason, note: 'because', cancelledBy: reason === 'guest_request' ? 'guest' : 'operator' },
      refund: { eligible: true, amount: amount / 100, fees: (cents - amount) / 100, status: 'processing' },
      communications: { cancellationEmail: { sent: false, sentAt: null } },
    })
  })

  it('are sent to the guest on request', async () => {
    // On a busy machine a response does not wait until the mail is accepted.
    let id = ''
    await eventually(
      async () => {
        ;({ id } = await reservationIn('confirmed'))
        const { body } = await rest.post(path(id, 'cancel'), { reason: 'weather', notifyGuest: true })
        return body.data.communications.cancellationEmail
      },
      { sent: true, sentAt: expect.stringMatching(/Z$/) },
    )
    const { communications } = (await rest.get(path(id))).body.data
    expect(communications).toContainEqual(
      expect.objectContaining({ type: 'cancellation_email', status: 'sent', recipient: 'ana@example.com' }),
    )
  })

  it('are quoted as they will be, by cancelling with the same body', async () => {
    const { id, pricing } = await reservationIn('confirmed')
    for (const refund of [undefined, { amount: 100.5 }, { amount: 'auto' }, { requested: false }]) {
      const { id: other } = await reservationIn('confirmed')
      const body = { reason: 'weather', ...(refund && { refund }) }
      const quoted = await rest.post(path(other, 'cancel/quote'), body)
      expect(quoted.body.data).toMatchObject({ id: other, status: 'confirmed', currency: 'MXN' })
      const cancelled = await rest.post(path(other, 'cancel'), body)
      expect({ ...cancelled.body.data.refund, refundId: null }).toEqual(quoted.body.data.refund)
    }
    expect((await rest.get(path(id))).body.data).toMatchObject({ status: 'confirmed', pricing })
  })

  it('settle in parts and in whole, and never more than is due', async () => {
    const { id, pricing } = await reservationIn('no_show')
    const refuse = async (amount: unknown): Promise<void> => {
      const response = await rest.post(path(id, 'refund'), { amount })
      expect([response.status, response.body.error.code]).toEqual([422, 'REFUND_NOT_DUE'])
    }
    await refuse(pricing.total + 0.01)
    const part = await rest.post(path(id, 'refund'), { amount: 24.5 })
    expect(part.body.data).toMatchObject({
      status: 'no_show',
      refund: { eligible: true, amount: pricing.total, settled: 24.5, status: 'processing' },
    })
    await refuse(pricing.total)
    const rest_ = await rest.post(path(id, 'refund'), { amount: 'auto' })
    expect(rest_.body.data).toMatchObject({
      status: 'refunded',
      refund: { amount: pricing.total, settled: pricing.total, status: 'completed' },
    })
    expect(await rest.post(path(id, 'refund'), {})).toHaveStatus(409)
    for (const amount of [0, -1, 0.001, 'all', 1e12])
      expect(await rest.post(path(id, 'refund'), { amount })).toHaveStatus(400)
  })

  it('are not due for what was never paid', async () => {
    const { id } = await reserve(product.url)
    await rest.post(path(id, 'cancel'), { reason: 'guest_request' })
    const response = await rest.post(path(id, 'refund'), {})
    expect([response.status, response.body.error.code]).toEqual([422, 'REFUND_NOT_DUE'])
  })
})
