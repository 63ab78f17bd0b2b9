import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { visitDay } from '../testkit/moves.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { storedReservations } from '../testkit/stored-reservations.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const cenoteId = demoId('cenote', 'gran-cenote')
const visit = (adults: number, more: object = {}) => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitTime: '10:00',
  visitors: { adults },
  guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  ...more,
})
const operation = (name: string, kind = 'query') =>
  `${kind} ($input: CreateReservationsInput!) { ${name}(input: $input) { results { index
     reservation { visitTime visitors { total } pricing { totalCents } } error { code status details } } } }`
async function preview(reservations: object[], apiKey = keys.demo): Promise<Json[]> {
  const { body } = await partner(product.url, apiKey).graphql(operation('reservationPreview'), {
    input: { reservations },
  })
  return body.data.reservationPreview.results
}
const hourly = async (): Promise<number> => {
  const { body } = await partner(product.url).graphql(`{ cenote(id: "${cenoteId}") { capacity { hourly } } }`)
  return body.data.cenote.capacity.hourly
}

describe('the preview of reservations', () => {
  it('shows what would be created, each after those before it, and writes nothing', async () => {
    // All but one place, by parties of at most 50.
    const places = (await hourly()) - 1
    const parties = Array.from({ length: Math.ceil(places / 50) }, (_, index) =>
      visit(Math.min(50, places - index * 50)),
    )
    const reservations = [
      ...parties,
      visit(2),
      visit(1),
      visit(1, { visitTime: null }),
      visit(0),
      visit(1, { cenoteId: demoId('cenote', 'nowhere') }),
    ]
    const database = product.database('booking')
    const stored = (await storedReservations(database)).length
    const before = await preview(reservations)
    expect(before.map(({ error, reservation }) => error?.code ?? reservation.visitTime)).toEqual([
      ...parties.map(() => '10:00'),
      'INSUFFICIENT_CAPACITY',
      '10:00',
      '08:00',
      'ERROR_VALIDACION',
      'CENOTE_NOT_FOUND',
    ])
    expect(before[parties.length]?.error.details).toMatchObject({ requested: 2, available: 1 })
    expect(await storedReservations(database)).toHaveLength(stored)
    const created = await partner(product.url).graphql(operation('createReservations', 'mutation'), {
      input: { reservations },
    })
    expect(created.body.data.createReservations.results).toEqual(before)
  })

  it('counts the places that would be held unpaid', async () => {
    const { apiKey } = await issueTestKey(product, { plan: 'basic', partner: await newPartner(product) })
    const visitDate = visitDay(1)
    const slots = ['08:00', '09:00', '10:00', '11:00', '12:00']
    const results = await preview(
      slots.map((visitTime) => visit(25, { visitDate, visitTime })),
      apiKey,
    )
    expect(results.map(({ error }) => error?.code)).toEqual([
      ...slots.slice(1).map(() => undefined),
      'HOLD_LIMIT_EXCEEDED',
    ])
    expect(results[4]?.error.details).toEqual({ limit: 100, held: 100, requested: 25, date: visitDate })
  })
})
