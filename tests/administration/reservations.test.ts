import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { operatorPartner } from '../../schema/built-in-partners.ts'
import { operator } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'

let product: TestProduct
const reservationOf: Record<string, string> = {}
beforeAll(async () => {
  product = await startTestProduct()
  for (const key of [keys.demo, keys.rival]) {
    const { body } = await partner(product.url, key).post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: `Guest of ${key}`, email: 'eva@example.com', phone: '+52 998 123 4567' },
    })
    reservationOf[key] = body.data.id
  }
})
afterAll(() => product.close())

const demo = demoId('partner', 'demo')
const rival = demoId('partner', 'rival')
const list = `query ($filter: ReservationFilter, $sort: ReservationSort, $first: Int, $after: String, $offset: NonNegativeInt) {
  reservations(filter: $filter, sort: $sort, first: $first, after: $after, offset: $offset) {
    totalCount nodes { id partnerId } pageInfo { endCursor } } }`

describe('reading with platform:manage', () => {
  it('shows the reservations of every partner, each with its partner, one by one and in lists', async () => {
    const { ask } = operator(product.url)
    for (const [key, partnerId] of [
      [keys.demo, demo],
      [keys.rival, rival],
    ] as const) {
      const { reservation } = await ask(
        'query ($id: ID!) { reservation(id: $id) { partnerId statusHistory { status } } }',
        {
          id: reservationOf[key],
        },
      )
      expect(reservation).toEqual({ partnerId, statusHistory: [{ status: 'PENDING' }] })
    }
    for (const field of ['CREATED_AT', 'UPDATED_AT', 'VISIT_DATE']) {
      const { reservations } = await ask(list, { sort: { field } })
      expect(reservations.nodes.map(({ partnerId }: Json) => partnerId).sort()).toEqual([demo, rival].sort())
      expect(reservations.totalCount).toBe(2)
    }
  })

  it.each([
    [{ partnerId: rival }, 1],
    [{ search: 'guest of' }, 2],
    [{ search: 'guest of', partnerId: rival }, 1],
    [{ status: 'PENDING' }, 2],
    [{ isActive: false }, 0],
    [{ guestEmail: 'eva@example.com' }, 2],
    [{ partnerId: operatorPartner.id }, 0],
    [{ partnerId: 'nothing' }, 0],
  ])('narrows them by %j', async (filter, count) => {
    const { reservations } = await operator(product.url).ask(list, { filter })
    expect([reservations.nodes.length, reservations.totalCount]).toEqual([count, count])
  })

  it('pages them by cursor, by offset, and over REST', async () => {
    const { ask } = operator(product.url)
    const { reservations: first } = await ask(list, { first: 1 })
    const { reservations: second } = await ask(list, { first: 1, after: first.pageInfo.endCursor })
    const { reservations: skipped } = await ask(list, { first: 1, offset: 1 })
    expect(skipped.nodes).toEqual(second.nodes)
    expect(new Set([first, second].map(({ nodes }) => nodes[0].id))).toEqual(new Set(Object.values(reservationOf)))
    const rest = await operator(product.url).send('GET', '/api/partner/reservations')
    expect(rest.body.pagination.total ?? rest.body.data.length).toBe(2)
  })

  it('is for operators alone: a partner sees its own, whatever partner it names, and no partner ids', async () => {
    const { graphql } = partner(product.url, keys.demo)
    const own = await graphql(
      'query ($filter: ReservationFilter) { reservations(filter: $filter) { totalCount nodes { id } } }',
      {},
    )
    expect(own.body.data.reservations.nodes).toEqual([{ id: reservationOf[keys.demo] }])
    const named = await graphql('{ reservations(filter: { partnerId: "' + rival + '" }) { totalCount nodes { id } } }')
    expect(named.body.data.reservations).toEqual({ totalCount: 0, nodes: [] })
    expect((await graphql(list)).body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })
})
