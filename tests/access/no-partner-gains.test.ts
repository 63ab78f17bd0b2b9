import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { issueTestKey } from '../testkit/issue.ts'
import {
  documentOf,
  graphOperations,
  prepareFixtures,
  restOperations,
  addressOf,
  type Fixtures,
} from '../testkit/operations.ts'
import { keys, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { storedReservation } from '../testkit/reservation-states.ts'
import { addScopes } from '../testkit/stored-keys.ts'

/** Operations about one reservation, by its id: each must be 404 for another partner, whatever its key says. */
const restNames = Object.keys(restOperations).filter((name) => name.includes('/reservations/{id}'))
const graphNames = Object.keys(graphOperations).filter((name) =>
  /^(?!Mutation\.cancelVisit)(Query\.(reservation|cancellationQuote)|Mutation\.(confirm|cancel|modify|extend|checkIn|complete|refund|markReservationNoShow|recordPayment|sendPaymentLink)\w*)$/.test(
    name,
  ),
)

let product: SharedProduct
let theirs: Fixtures
/** A key of Rival Tours whose row has the scopes of operators and the gate, which cannot be given to it. */
let operatorLike: string
beforeAll(async () => {
  product = await sharedTestProduct()
  theirs = await prepareFixtures(product, keys.demo)
  const rival = { id: demoId('partner', 'rival'), name: 'Rival Tours' }
  const { apiKey } = await issueTestKey(product, { partner: rival })
  await addScopes(product.database('access'), apiKey, 'platform:manage', 'gate:operate')
  operatorLike = apiKey
})

describe.each([
  ['a rival', () => keys.rival],
  ['a partner whose key has scopes of operators', () => operatorLike],
] as const)('%s', (_who, keyOf) => {
  it('reaches a reservation of another by no path and no field, and changes nothing', async () => {
    const caller = partner(product.url, keyOf())
    const before = await storedReservation(product.database('booking'), theirs.reservation)
    expect([restNames.length, graphNames.length]).toEqual([14, 12])
    for (const name of restNames) {
      const [method = ''] = name.split(' ')
      const { status } = await caller.send(method, addressOf(name, theirs), restOperations[name]?.body?.(theirs))
      expect([name, status]).toEqual([name, 404])
    }
    for (const name of graphNames) {
      const { body } = await caller.graphql(documentOf(name, theirs))
      expect([name, body.errors?.[0].extensions.code]).toEqual([name, 'RESERVATION_NOT_FOUND'])
    }
    expect(await storedReservation(product.database('booking'), theirs.reservation)).toEqual(before)
  })

  it('sees no reservation of another in lists, also of a partner that it names', async () => {
    const caller = partner(product.url, keyOf())
    for (const query of ['', `&partnerId=${demoId('partner', 'demo')}`]) {
      const { body } = await caller.get(`/api/partner/reservations?perPage=100${query}`)
      expect(JSON.stringify(body.data)).not.toContain(theirs.bookingReference)
    }
    const { body } = await caller.graphql('{ reservations { nodes { partner { id } } } }')
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })
})

describe('a readonly key of the partner itself', () => {
  it('changes nothing', async () => {
    const caller = partner(product.url, keys.readonly)
    const changes = restNames.filter((one) => !one.startsWith('GET') && !one.endsWith('/quote'))
    expect(changes.length).toBeGreaterThan(5)
    for (const name of changes) {
      const [method = ''] = name.split(' ')
      const { status } = await caller.send(method, addressOf(name, theirs), restOperations[name]?.body?.(theirs))
      expect([name, status]).toEqual([name, 403])
    }
  })
})
