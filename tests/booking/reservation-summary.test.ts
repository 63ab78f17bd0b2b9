import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { newPartner } from '../testkit/issue.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let apiKey: string
beforeAll(async () => {
  product = await sharedTestProduct()
  apiKey = (await newPartner(product)).apiKey
})

const date = nextSaturday()
async function reserve(cenote: string, visitTime: string, adults: number, ...steps: [string, object][]) {
  const rest = partner(product.url, apiKey)
  const { body } = await rest.post('/api/partner/reservations', {
    cenoteId: demoId('cenote', cenote),
    visitDate: date,
    visitTime,
    visitors: { adults, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  for (const [step, more] of steps) await rest.post(`/api/partner/reservations/${body.data.id}/${step}`, more)
  return body.data
}
const summary = async (filter: Json, caller = apiKey): Promise<Json> =>
  partner(product.url, caller).graphql(
    `query ($filter: ReservationFilter!) { reservationSummary(filter: $filter) {
       reservations visitors amounts { currency totalCents paidCents }
       slots { cenote { name } visitDate visitTime reservations visitors arrivedVisitors } } }`,
    { filter },
  )
const day = { dateFrom: date, dateTo: date }

describe('the summary of reservations', () => {
  it('counts what takes place by slot, with prices and payments, and leaves out what is cancelled', async () => {
    const paid: [string, object] = ['confirm', { paymentId: 'pay_1' }]
    const first = await reserve('gran-cenote', '10:00', 2, paid, ['checkin', {}])
    const second = await reserve('gran-cenote', '10:00', 3)
    await reserve('gran-cenote', '11:00', 1, paid, ['cancel', { reason: 'weather' }])
    const other = await reserve('dos-ojos', '09:00', 4)
    const { reservationSummary: found } = (await summary(day)).body.data
    expect(found).toMatchObject({ reservations: 3, visitors: 9 })
    expect(found.slots).toEqual([
      expect.objectContaining({ visitTime: '09:00', reservations: 1, visitors: 4, arrivedVisitors: 0 }),
      expect.objectContaining({ visitTime: '10:00', reservations: 2, visitors: 5, arrivedVisitors: 2 }),
    ])
    const cents = (...all: Json[]): number => all.reduce((sum, { pricing }) => sum + Math.round(pricing.total * 100), 0)
    expect(found.amounts).toEqual([
      { currency: 'MXN', totalCents: cents(first, second, other), paidCents: cents(first) },
    ])
  })

  it('takes the conditions of the list, a state among them, and shows no other partner anything', async () => {
    const cancelled = await summary({ ...day, status: 'CANCELLED' })
    expect(cancelled.body.data.reservationSummary.visitors).toBe(1)
    const atOne = await summary({ ...day, cenoteId: demoId('cenote', 'dos-ojos') })
    expect(atOne.body.data.reservationSummary.slots).toHaveLength(1)
    const recent = await summary({ createdAfter: new Date(Date.now() - 3_600_000).toISOString() })
    expect(recent.body.data.reservationSummary.reservations).toBe(3)
    expect((await summary(day, keys.rival)).body.data.reservationSummary).toMatchObject({ reservations: 0, slots: [] })
  })

  it('refuses days without a limit', async () => {
    const fields = async (filter: Json) => Object.keys((await summary(filter)).body.errors[0].extensions.details.fields)
    expect(await fields({})).toEqual(['filter.dateFrom'])
    expect(await fields({ dateFrom: date })).toEqual(['filter.dateTo'])
    expect(await fields({ dateFrom: '2026-01-01', dateTo: '2026-02-01' })).toEqual(['filter.dateTo'])
    expect(await fields({ createdAfter: '2020-01-01T00:00:00Z' })).toEqual(['filter.dateFrom'])
  })
})
