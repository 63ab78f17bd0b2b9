import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Chance } from '../../bench/chance.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { seedOf, times } from '../testkit/long-form.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { logEnd, reserve, reserveMany } from '../testkit/reserve.ts'
import { revokeKey } from '../testkit/stored-keys.ts'
import { eventually } from '../testkit/eventually.ts'
import { Wire } from '../testkit/wire.ts'

const seed = seedOf(20_261_127)

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({ OPERATIONS_PER_PARTNER: '30' })
})
afterAll(() => product.close())

const cursors = 'subscription ($after: String) { reservationEvents(after: $after) { cursor } }'
const eventsIn = ({ messages }: Wire, id: string): Json[] =>
  messages.filter((message) => message.id === id).map(({ payload }) => payload.data.reservationEvents)

/** Every event of the partner after a cursor, page by page from the log. */
async function logAfter(after: string): Promise<string[]> {
  const found: string[] = []
  for (let position = after; ;) {
    const { body } = await partner(product.url).graphql(
      'query ($after: String) { reservationEvents(first: 100, after: $after) { nodes { cursor } pageInfo { hasNextPage } } }',
      { after: position },
    )
    const { nodes, pageInfo } = body.data.reservationEvents
    found.push(...nodes.map(({ cursor }: Json) => cursor))
    if (!pageInfo.hasNextPage) return found
    position = found.at(-1) ?? position
  }
}

const cancel = (id: string) =>
  partner(product.url).post(`/api/partner/reservations/${id}/cancel`, { reason: 'weather' })

describe('a subscription', () => {
  it('has everything that a query over all subgraphs could select, as the reservation was at that moment', async () => {
    const everythingOn = (type: string) => `
      fragment Everything on ${type} {
        ref: bookingReference
        status
        people: visitors { adults children }
        place: cenote {
          __typename
          name
          location { latitude municipality }
          prices: pricing { adultCents currency }
          ...Ages
          days: availability(input: { startDate: $date, days: 2 }) @include(if: $withDays) { days { date available } }
        }
        ... on ${type} { guest { name } }
      }
      fragment Ages on Cenote { ageConfigurations { category minAge } }`
    const wire = await Wire.connect(product.url)
    const date = '2030-06-01'
    const after = await logEnd(product.url)
    const variables = { after, date, withDays: true }
    wire.subscribe(
      'all',
      `subscription All($after: String, $date: LocalDate!, $withDays: Boolean!) {
        change: reservationEvents(after: $after) { type version occurredAt reservation { ...Everything } }
      } ${everythingOn('ReservationSnapshot')}`,
      variables,
    )
    const { id } = await reserve(product.url)
    const [created] = await wire.received(1)
    const { body } = await partner(product.url).graphql(
      `query ($id: ID!, $date: LocalDate!, $withDays: Boolean!) { reservation(id: $id) { ...Everything } } ${everythingOn('Reservation')}`,
      { id, date, withDays: true },
    )
    expect(body.data.reservation.place.days.days).toHaveLength(2)
    expect(body.data.reservation.place.ageConfigurations.length).toBeGreaterThan(2)
    expect(created.payload).toEqual({
      data: {
        change: {
          type: 'RESERVATION_CREATED',
          version: 1,
          occurredAt: expect.stringMatching(/Z$/),
          reservation: body.data.reservation,
        },
      },
      extensions: { _sandbox: true },
    })
    expect(await cancel(id)).toHaveStatus(200)
    const replayed = await Wire.connect(product.url)
    replayed.subscribe(
      'again',
      `subscription ($after: String) { reservationEvents(after: $after) { reservation { status } } }`,
      { after },
    )
    await replayed.received(2)
    expect(eventsIn(replayed, 'again').map(({ reservation }) => reservation.status)).toEqual(['PENDING', 'CANCELLED'])
    wire.close()
    replayed.close()
  })

  it('begins at the end of the log with the cursor "now"', async () => {
    const past = await reserve(product.url)
    await runningTransactionsEnd()
    const wire = await Wire.connect(product.url)
    wire.subscribe('1', 'subscription { reservationEvents(after: "now") { reservation { reservationId } } }')
    const made: string[] = []
    while (wire.messages.length === 0) made.push((await reserve(product.url)).id)
    const seen = eventsIn(wire, '1').map(({ reservation }) => reservation.reservationId)
    expect(made).toEqual(expect.arrayContaining(seen))
    expect(seen).not.toContain(past.id)
    wire.close()
  })

  it('has only what its filter matches, in order, live and replayed alike', async () => {
    const filtered = `subscription ($filter: ReservationEventFilter, $after: String) {
      reservationEvents(filter: $filter, after: $after) { type reservation { reservationId } }
    }`
    const after = await logEnd(product.url)
    const wire = await Wire.connect(product.url)
    const filters: Record<string, Json> = {
      cancelled: { types: ['RESERVATION_CANCELLED'] },
      elsewhere: { cenoteId: demoId('cenote', 'dos-ojos').toUpperCase() },
      both: { cenoteId: demoId('cenote', 'dos-ojos'), types: ['RESERVATION_CANCELLED', 'RESERVATION_CONFIRMED'] },
      all: null,
    }
    for (const [id, filter] of Object.entries(filters)) wire.subscribe(id, filtered, { filter, after })
    const here = await reserve(product.url)
    const there = await reserve(product.url, { cenote: 'dos-ojos' })
    wire.subscribe('one', filtered, { filter: { reservationId: here.id }, after })
    filters['one'] = { reservationId: here.id }
    await cancel(there.id)
    await cancel(here.id)
    const expected: Record<string, string[][]> = {
      cancelled: [
        ['RESERVATION_CANCELLED', there.id],
        ['RESERVATION_CANCELLED', here.id],
      ],
      elsewhere: [
        ['RESERVATION_CREATED', there.id],
        ['RESERVATION_CANCELLED', there.id],
      ],
      both: [['RESERVATION_CANCELLED', there.id]],
      all: [
        ['RESERVATION_CREATED', here.id],
        ['RESERVATION_CREATED', there.id],
        ['RESERVATION_CANCELLED', there.id],
        ['RESERVATION_CANCELLED', here.id],
      ],
      one: [
        ['RESERVATION_CREATED', here.id],
        ['RESERVATION_CANCELLED', here.id],
      ],
    }
    const received = (from: Wire, id: string) =>
      eventsIn(from, id).map(({ type, reservation }) => [type, reservation.reservationId])
    await wire.received(11)
    const late = await Wire.connect(product.url)
    for (const [id, filter] of Object.entries(filters)) late.subscribe(id, filtered, { filter, after })
    await late.received(11)
    for (const id of Object.keys(expected)) {
      expect([id, received(wire, id)]).toEqual([id, expected[id]])
      expect([id, received(late, id)]).toEqual([id, expected[id]])
    }
    wire.close()
    late.close()
  })

  it(`replays and continues live without gap or repeat while writes continue, from any position (seed ${seed})`, async () => {
    const chance = new Chance(seed)
    const start = await logEnd(product.url)
    let writing = true
    const eventCount = times(80, 800)
    const writers = Array.from({ length: 4 }, async () => {
      for (let count = 0; count < eventCount / 8; count += 1) await cancel((await reserve(product.url)).id)
    })
    const done = Promise.all(writers).finally(() => (writing = false))
    const subscribers: { wire: Wire; id: string; after: string }[] = []
    const minSubscribers = times(12, 30)
    const wires = await Promise.all(Array.from({ length: 6 }, () => Wire.connect(product.url)))
    // On a fast machine the last subscribers begin after the writes have ended.
    for (let round = 0; writing || subscribers.length < minSubscribers; round += 1) {
      const known = await logAfter(start)
      const wire = wires[round % wires.length]
      const after = known[chance.below(known.length)] ?? start
      if (wire && subscribers.length < 2 * minSubscribers) {
        const id = String(round)
        wire.subscribe(id, cursors, { after })
        subscribers.push({ wire, id, after })
      }
      // Some leave and reconnect with their last cursor.
      const one = subscribers[chance.below(subscribers.length)]
      if (one && round % 3 === 0) {
        const seen = eventsIn(one.wire, one.id)
        one.wire.send({ type: 'complete', id: one.id })
        await one.wire.settled()
        const last = eventsIn(one.wire, one.id).at(-1) ?? seen.at(-1)
        one.wire.subscribe(one.id, cursors, { after: last?.cursor ?? one.after })
      }
    }
    await done
    // An event is readable once no earlier transaction runs on the server, those of other tests included.
    let all = await logAfter(start)
    await eventually(async () => (all = await logAfter(start)).length >= eventCount, true, {
      describe: () => `${all.length} of ${eventCount} events can be read`,
    })
    expect(all).toHaveLength(eventCount)
    for (const { wire, id, after } of subscribers) {
      const expected = all.slice(all.indexOf(after) + 1)
      const seen = () => eventsIn(wire, id).map(({ cursor }) => cursor)
      await eventually(() => seen().length >= expected.length, true, {
        describe: () => `${seen().length} of ${expected.length} came`,
      })
      expect(seen()).toEqual(expected)
    }
    for (const wire of wires) wire.close()
  })

  it('is refused when the partner has as many different ones as it may; equal ones are free', async () => {
    const wires = [await Wire.connect(product.url), await Wire.connect(product.url)] as const
    const [wire, other] = wires
    const aliased = (index: number) => `subscription { a${index}: reservationEvents { cursor } }`
    for (let index = 0; index < 30; index += 1) wire.subscribe(`first ${index}`, aliased(index))
    for (let index = 0; index < 30; index += 1) other.subscribe(`again ${index}`, aliased(index))
    // Those of one connection are admitted at the same time.
    await Promise.all(wires.map((one) => one.settled()))
    other.subscribe('one more', aliased(30))
    const [refused] = await other.received(1)
    expect([refused.id, refused.type]).toEqual(['one more', 'error'])
    expect(refused.payload[0].extensions).toMatchObject({
      code: 'SUBSCRIPTION_LIMIT_REACHED',
      details: { limit: 30, per: 'partner' },
    })
    const rival = await Wire.connect(product.url, keys.rival)
    rival.subscribe('mine', aliased(30))
    await rival.settled()
    expect(rival.messages).toEqual([])
    wire.send({ type: 'complete', id: 'first 0' })
    other.send({ type: 'complete', id: 'again 0' })
    await wire.settled()
    other.subscribe('one more', aliased(30))
    const { id } = await reserve(product.url)
    expect(id).toBeTruthy()
    await other.received(2)
    expect(other.messages.filter(({ type }) => type === 'error')).toHaveLength(1)
    for (const one of [...wires, rival]) one.close()
  })
})

describe('a reader that does not keep up', () => {
  it('is closed with 4480, costs no more than its share, and misses nothing when it resumes', async () => {
    const wide = `subscription ($after: String) { reservationEvents(after: $after) { cursor reservation { cenote {
      ${Array.from({ length: 40 }, (_, index) => `a${index}: longDescription`).join(' ')} } } } }`
    const slow = await Wire.connect(product.url)
    for (let index = 0; index < 100; index += 1) slow.subscribe(String(index), wide)
    while (slow.messages.length < 100) {
      await reserve(product.url)
      await slow.settled()
    }
    slow.socket.pause()
    const after: string = eventsIn(slow, '0').at(-1).cursor
    const quick = await Wire.connect(product.url)
    quick.subscribe('quick', cursors, { after })
    await reserveMany(product.url, 50)
    await quick.received(50)
    slow.socket.resume()
    expect(await slow.ended()).toEqual({ code: 4480, reason: 'Too slow: resume by cursor' })
    await runningTransactionsEnd()
    const all = await logAfter(after)
    const received = eventsIn(slow, '0').map(({ cursor }) => cursor)
    const seen = received.slice(received.indexOf(after) + 1)
    expect(seen).toEqual(all.slice(0, seen.length))
    expect(seen.length).toBeLessThan(all.length)
    const resumed = await Wire.connect(product.url)
    resumed.subscribe('0', wide, { after: seen.at(-1) ?? after })
    await resumed.received(all.length - seen.length)
    expect([...seen, ...eventsIn(resumed, '0').map(({ cursor }) => cursor)]).toEqual(all)
    quick.close()
    resumed.close()
  })
})

describe('a key that ends', () => {
  it('ends its connections with 4401 within seconds, those of other keys continue', async () => {
    const [ended, other] = [
      await Wire.connect(product.url, 'sk_test_demo_pro'),
      await Wire.connect(product.url, keys.demo),
    ]
    const after = await logEnd(product.url)
    ended.subscribe('1', cursors, { after })
    other.subscribe('1', cursors, { after })
    await ended.settled()
    await revokeKey(product.database('access'), 'sk_test_demo_pro')
    expect(await ended.ended()).toEqual({ code: 4401, reason: 'INVALID_API_KEY' })
    await reserve(product.url)
    await other.received(1)
    other.close()
  })
})

describe('a replica that stops', () => {
  it('closes its connections with 1001, so that their clients find another', async () => {
    const wire = await Wire.connect(product.url)
    wire.subscribe('1', cursors)
    await wire.settled()
    await product.close()
    expect(await wire.ended()).toEqual({ code: 1001, reason: 'Going away' })
  })
})
