import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { bookedFor } from '../testkit/operations.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  Subscriber,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { Stream } from '../testkit/stream.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const graphql = (query: string, variables = {}) => partner(product.url).graphql(query, variables)
const cenote = `cenote(id: "${demoId('cenote', 'gran-cenote')}")`
const peopleIn = ({ basePriceCents, totalCents }: Json): number => totalCents / basePriceCents
const events = `subscription Events($after: String, $people: Int! = 3, $named: Boolean = true) {
  reservationEvents(after: $after) {
    reservation { reservationId cenote { name @include(if: $named) priceSummary(people: $people) { basePriceCents totalCents } } }
  }
}`

describe('a variable with a default', () => {
  it('may be left out of a query', async () => {
    const { status, body } = await graphql('query($v: Int! = 2) { cenotes(first: $v) { nodes { name } } }')
    expect([status, body.data?.cenotes.nodes.length]).toEqual([200, 2])
    const summary = await graphql(
      `query($p: Int! = 4) { ${cenote} { priceSummary(people: $p) { basePriceCents totalCents } } }`,
    )
    expect(peopleIn(summary.body.data.cenote.priceSummary)).toBe(4)
  })

  it('may be left out of a mutation', async () => {
    const guest = { name: 'Ana', email: 'default@example.com', phone: '+52 1' }
    const created = await graphql(
      `mutation($guest: GuestInput!, $visitors: VisitorsInput! = { adults: 2 }, $date: LocalDate! = "${nextSaturday()}") {
        createReservation(input: { cenoteId: "${demoId('cenote', 'gran-cenote')}", visitDate: $date, visitors: $visitors, guest: $guest }) { visitors { total } }
      }`,
      { guest },
    )
    expect(created.body.data).toEqual({ createReservation: { visitors: { total: 2 } } })
  })

  it('may be left out of a subscription, over WebSocket and as a stream', async () => {
    const after = await logEnd(product.url)
    const socket = new Subscriber(product.url, events, keys.demo, { after })
    const stream = await Stream.open(product.url, { query: events, variables: { after } })
    const { id } = await reserve(product.url)
    const [overSocket] = await socket.received(1)
    await stream.received(1)
    for (const { data } of [overSocket, stream.events[0]?.data]) {
      const { reservation } = data.reservationEvents
      expect([reservation.reservationId, reservation.cenote.name]).toEqual([id, 'Gran Cenote'])
      expect(peopleIn(reservation.cenote.priceSummary)).toBe(3)
    }
    stream.stop()
    await socket.close()
  })
})

describe('null for a variable in a position that does not allow null', () => {
  it.each([
    ['@include', 'query($x: Boolean = true) { tours { totalCount @include(if: $x) } }'],
    ['@skip', 'query($x: Boolean = true) { tours { totalCount @skip(if: $x) } }'],
    ['an argument', `query($x: Int) { ${cenote} { priceSummary(people: $x) { totalCents } } }`],
    ['an input field', 'query($x: Int = 1) { ageBreakdownValidation(input: { adult: $x }) { isValid } }'],
  ])('is refused in %s, by name', async (_where, query) => {
    const { status, body } = await graphql(query, { x: null })
    expect([status, body.errors[0].extensions.code, body.data]).toEqual([400, 'BAD_USER_INPUT', undefined])
    expect(body.errors[0].message).toContain('"$x"')
  })

  it('is refused before a mutation does anything', async () => {
    const email = 'never@example.com'
    const input = `{ cenoteId: "${demoId('cenote', 'gran-cenote')}", visitDate: "${nextSaturday()}", visitors: { adults: 1 }, guest: { name: "Ana", email: "${email}", phone: "1" } }`
    const { status, body } = await graphql(
      `mutation($x: Int, $y: Boolean = true) {
        createReservation(input: ${input}) { id @include(if: $y) cenote { priceSummary(people: $x) { totalCents } } }
      }`,
      { x: null, y: null },
    )
    expect([status, body.errors.length, body.errors[0].extensions.code]).toEqual([400, 2, 'BAD_USER_INPUT'])
    expect(await bookedFor(product, email)).toBe(0)
  })

  it('is refused where a subscription begins', async () => {
    const socket = new Subscriber(product.url, events, keys.demo, { named: null })
    expect((await socket.received(1))[0].error[0].extensions.code).toBe('BAD_USER_INPUT')
    const stream = await Stream.open(product.url, { query: events, variables: { named: null } })
    await stream.received(1)
    expect(stream.events[0]?.data.errors[0].extensions.code).toBe('BAD_USER_INPUT')
    await socket.close()
  })

  it('is nothing to refuse in what is left out', async () => {
    const query = `query($x: Int) { tours { totalCount } ${cenote} @skip(if: true) { priceSummary(people: $x) { totalCents } } }`
    expect(await graphql(query, { x: null })).toHaveStatus(200)
  })
})
