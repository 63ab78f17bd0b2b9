import { beforeAll, describe, expect, it } from '@jest/globals'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { newPartner } from '../testkit/issue.ts'
import { reserve } from '../testkit/reserve.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeDue } from '../testkit/due.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
let apiKey: string
beforeAll(async () => {
  product = await sharedTestProduct()
  apiKey = (await newPartner(product)).apiKey
  rest = partner(product.url, apiKey)
})

const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`
const cancellationOf = async (id: string): Promise<Json> => (await rest.get(path(id))).body.data.cancellation

/** The expiry's event, once the job has recorded it. */
async function expiredEvent(id: string): Promise<Json> {
  const first = async (): Promise<Json> => {
    const { body } = await rest.graphql(
      `{ reservationEvents(first: 100, filter: { reservationId: "${id}", types: [RESERVATION_EXPIRED] }) {
        nodes { reservation { cancellation { reason note } } } } }`,
    )
    return body.data.reservationEvents.nodes[0]
  }
  return eventually(first, (event: Json) => event !== undefined)
}

describe('the cancellation of a reservation', () => {
  it('has the reason hold_expired and no note when its hold has ended, before and after that is recorded', async () => {
    const { id } = await reserve(product.url, { apiKey })
    await makeDue(product.database('booking'), 'hold', [id])
    const expired = { cancelledBy: 'system', reason: 'hold_expired', note: null }
    expect(await cancellationOf(id)).toMatchObject(expired)
    const cancellation = { reason: 'HOLD_EXPIRED', note: null }
    expect(await expiredEvent(id)).toEqual({ reservation: { cancellation } })
    expect(await cancellationOf(id)).toMatchObject(expired)
    const logged = (await rest.get('/events?perPage=100')).body.data.find(
      ({ type, reservation }: Json) => type === 'reservation.expired' && reservation.id === id,
    )
    expect(logged.reservation.cancellation).toMatchObject(expired)
    const { body } = await rest.graphql(`{ reservation(id: "${id}") { cancellation { reason note } } }`)
    expect(body.data.reservation).toEqual({ cancellation })
  })

  it('has a note that is null without one', async () => {
    const { id } = await reserve(product.url, { apiKey })
    expect(await cancellationOf(id)).not.toHaveProperty('note')
    expect((await rest.post(path(id, 'cancel'), { reason: 'weather' })).body.data.cancellation.note).toBeNull()
    expect(await cancellationOf(id)).toMatchObject({ reason: 'weather', note: null })
  })

  it('takes no reason that only the end of a hold has', async () => {
    const { id } = await reserve(product.url, { apiKey })
    for (const step of ['cancel', 'cancel/quote']) {
      const wrong = await rest.post(path(id, step), { reason: 'hold_expired' })
      expect([wrong.status, Object.keys(wrong.body.errors.fields)]).toEqual([400, ['reason']])
    }
    const input = `input: { id: "${id}", reason: HOLD_EXPIRED }`
    for (const operation of [
      `mutation { cancelReservation(${input}) { id } }`,
      `{ cancellationQuote(${input}) { refund { status } } }`,
    ]) {
      const { extensions } = (await rest.graphql(operation)).body.errors[0]
      expect([extensions.code, Object.keys(extensions.details.fields)]).toEqual(['ERROR_VALIDACION', ['reason']])
    }
    expect((await rest.get(path(id))).body.data.status).toBe('pending')
  })
})
