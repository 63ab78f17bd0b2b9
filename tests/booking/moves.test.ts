import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks, holdTwenty } from '../testkit/capacity.ts'
import { copyCenote, copyServices } from '../testkit/copies.ts'
import { changeCoupon, couponUses, insertCoupon, type CouponChange } from '../testkit/coupons.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { bookedPlaces, mover, reservationPath, visitDay } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { logEnd } from '../testkit/reserve.ts'
import { raisePrice } from '../testkit/stored-catalog.ts'
import { Wire } from '../testkit/wire.ts'
import { keys, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let guide: ReturnType<typeof mover>
/** Copies of the cenotes; that of Zací is in another time zone than the others. */
let granCenote: string
let dosOjos: string
let zaci: string
const places = (): Promise<Json[]> => bookedPlaces(product, [granCenote, dosOjos, zaci])
/** Services of cenotes, by name. */
const services: Record<'gran' | 'dosOjos' | 'zaci', Record<string, string>> = { gran: {}, dosOjos: {}, zaci: {} }
beforeAll(async () => {
  product = await productToChange()
  ;[granCenote = '', dosOjos = '', zaci = ''] = await Promise.all(
    ['gran-cenote', 'dos-ojos', 'zaci'].map((slug) => copyCenote(product.url, slug)),
  )
  guide = mover(product, undefined, granCenote)
  for (const [name, slug, id] of [
    ['gran', 'gran-cenote', granCenote],
    ['dosOjos', 'dos-ojos', dosOjos],
    ['zaci', 'zaci', zaci],
  ] as const) {
    await copyServices(product.url, slug, id)
    for (const service of (await guide.get(`/cenotes/${id}/services`)).body.data)
      services[name][service.name.en] = service.id
  }
})
afterAll(() => expectBalancedBooks(product.database('booking')))

/** None can be read while an older transaction runs. */
const eventsOf = async (query: string): Promise<Json[]> => {
  await runningTransactionsEnd()
  const { body } = await guide.get(`/events?perPage=50&${query}`)
  return body.data.map(({ type, reservation }: Json) => [type, reservation.cenoteId, reservation.visitDate])
}

describe('a move to another day', () => {
  it('keeps the hour, and everything that follows from the visit goes along', async () => {
    const { id } = await guide.reserve()
    const before = await guide.read(id)
    const { changes, pricing, payment } = await guide.moved(id, { visitDate: visitDay(3) })
    expect(changes).toEqual([{ field: 'visitDate', oldValue: visitDay(0), newValue: visitDay(3) }])
    expect([pricing.difference, payment.additionalPaymentRequired]).toEqual([0, false])
    const after = await guide.read(id)
    const later = (instant: string): string => new Date(Date.parse(instant) + 3 * 86_400_000).toISOString()
    expect(after).toMatchObject({
      status: 'pending',
      visitDate: visitDay(3),
      visitTime: '10:00',
      cancellation: { deadline: later(before.cancellation.deadline), refundCeiling: 1 },
      timeline: {
        visitDate: later(before.timeline.visitDate),
        completionDeadline: later(before.timeline.completionDeadline),
      },
      modifications: {
        deadline: later(before.modifications.deadline),
        allowedChanges: ['visitTime', 'visitorCount', 'services', 'visitDate', 'product', 'promoCode', 'transport'],
        history: [{ changes }],
      },
    })
    const listed = await guide.get(`/api/partner/reservations?dateFrom=${visitDay(3)}&dateTo=${visitDay(3)}`)
    expect(listed.body.data.map((one: Json) => one.id)).toContain(id)
    expect(await eventsOf(`reservationId=${id}`)).toEqual([
      ['reservation.created', granCenote, visitDay(0)],
      ['reservation.modified', granCenote, visitDay(3)],
    ])
  })

  it('without an hour keeps the one it has where there is room, and otherwise takes the first with room', async () => {
    const day = visitDay(4)
    await holdTwenty(product.database('booking'), granCenote, day, '08:00')
    for (const visitTime of ['08:00', '11:00'])
      await guide.reserve({
        visitDate: day,
        visitTime,
        visitors: { adults: visitTime === '08:00' ? 19 : 29, children: 0 },
      })
    const { id } = await guide.reserve({ visitTime: '11:00' })
    const { changes } = await guide.moved(id, { visitDate: day })
    expect(changes).toEqual([
      { field: 'visitDate', oldValue: visitDay(0), newValue: day },
      { field: 'visitTime', oldValue: '11:00', newValue: '09:00' },
    ])
    const { id: other } = await guide.reserve({ visitTime: '12:00' })
    expect((await guide.moved(other, { visitDate: day })).changes).toHaveLength(1)
    const { id: exact } = await guide.reserve({ visitTime: '12:00' })
    expect(await guide.refusal(exact, { visitDate: day, visitTime: '11:00' })).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_CAPACITY',
      details: { requested: 2, available: 1, date: day, time: '11:00' },
    })
  })

  it('is priced as a creation at this moment would be, while another hour keeps the agreed price', async () => {
    const { id, pricing } = await guide.reserve()
    const raise = (cents: number) => raisePrice(product.database('catalog'), granCenote, cents)
    await raise(10_000)
    try {
      expect((await guide.moved(id, { visitTime: '13:00' })).pricing.difference).toBe(0)
      const now = await guide.reserve({ visitDate: visitDay(5) })
      const { pricing: moved, payment } = await guide.moved(id, { visitDate: visitDay(5) })
      expect(moved).toMatchObject({ previousTotal: pricing.total, newTotal: now.pricing.total })
      expect(moved.difference).toBeGreaterThan(0)
      expect(payment).toMatchObject({ additionalPaymentRequired: true, amount: moved.difference })
      expect((await guide.read(id)).pricing.breakdown).toEqual(now.pricing.breakdown)
    } finally {
      await raise(-10_000)
    }
  })

  it('as a dry run shows the same and changes nothing', async () => {
    const { id } = await guide.reserve()
    const [before, booked] = [await guide.read(id), await places()]
    const change = { visitDate: visitDay(6), cenoteId: dosOjos, visitors: { adults: 3 } }
    const quoted = await guide.moved(id, change, '?dryRun=true')
    expect([await guide.read(id), await places()]).toEqual([before, booked])
    expect(await guide.moved(id, change)).toEqual(quoted)
  })

  it('there and back leaves all places as they were', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(7) })
    const before = await places()
    const route = [
      { visitDate: visitDay(8) },
      { cenoteId: zaci },
      { visitDate: visitDay(7), visitTime: '12:00' },
      { cenoteId: dosOjos, visitDate: visitDay(9), visitTime: '09:00' },
      { cenoteId: granCenote, visitDate: visitDay(7), visitTime: '10:00' },
    ]
    for (const change of [...route, ...route]) await guide.moved(id, change)
    expect(await places()).toEqual(before)
    await expectBalancedBooks(product.database('booking'))
  })
})

describe('a move to another cenote', () => {
  it('takes the time zone, the price and the services of that cenote, with one event for the readers of both', async () => {
    const kit = { id: services.gran['Snorkel kit'], quantity: 2 }
    const { id } = await guide.reserve({ visitDate: visitDay(10), services: [kit] })
    const { changes, pricing } = await guide.moved(id, { cenoteId: dosOjos, visitors: { adults: 3 } })
    const there = await guide.reserve({
      cenoteId: dosOjos,
      visitDate: visitDay(10),
      visitors: { adults: 3, children: 0 },
      services: [{ ...kit, id: services.dosOjos['Snorkel kit'] }],
    })
    expect(pricing.newTotal).toBe(there.pricing.total)
    expect(changes).toEqual([
      { field: 'cenoteId', oldValue: granCenote, newValue: dosOjos },
      { field: 'visitors.adults', oldValue: 2, newValue: 3 },
      { field: 'services', added: [services.dosOjos['Snorkel kit']], removed: [kit.id] },
    ])
    const [after, created] = [await guide.read(id), await guide.read(there.id)]
    expect([after.services, after.cancellation.deadline]).toEqual([created.services, created.cancellation.deadline])
    for (const [cenoteId, types] of [
      [granCenote, ['reservation.created', 'reservation.modified']],
      [dosOjos, ['reservation.modified']],
      [zaci, []],
    ] as const)
      expect((await eventsOf(`reservationId=${id}&cenoteId=${cenoteId}`)).map(([type]) => type)).toEqual(types)
    // An hour of Mérida is another instant than the same one of Cancún.
    await guide.moved(id, { cenoteId: zaci, services: [{ id: services.dosOjos['Snorkel kit'], action: 'remove' }] })
    expect((await guide.read(id)).timeline).toMatchObject({ visitDate: `${visitDay(10)}T16:00:00.000Z` })
  })

  it('is refused for a service that is not offered there, and drops one that is included', async () => {
    const locker = services.gran['Locker']
    const { id } = await guide.reserve({ visitDate: visitDay(11), services: [{ id: locker }] })
    expect(await guide.refusal(id, { cenoteId: dosOjos })).toMatchObject({
      status: 422,
      code: 'SERVICE_NOT_AVAILABLE',
      details: { serviceId: locker },
    })
    expect(await guide.read(id)).toMatchObject({ cenoteId: granCenote, visitDate: visitDay(11) })
    await guide.moved(id, { cenoteId: dosOjos, services: [{ id: locker, action: 'remove' }] })
    const vest = services.zaci['Life vest']
    const { id: other } = await guide.reserve({ cenoteId: zaci, visitDate: visitDay(11), services: [{ id: vest }] })
    const { changes } = await guide.moved(other, { cenoteId: granCenote })
    expect(changes).toContainEqual({ field: 'services', added: [], removed: [vest] })
    expect((await guide.read(other)).services).toEqual([
      expect.objectContaining({ id: services.gran['Life vest'], included: true, price: 0 }),
    ])
  })

  it('is received by subscribers to either cenote, live and replayed', async () => {
    const after = await logEnd(product.url)
    const { id } = await guide.reserve({ visitDate: visitDay(25), visitTime: '09:00' })
    const live = await Wire.connect(product.url)
    const replayed = await Wire.connect(product.url)
    const query = `subscription ($cenoteId: ID!, $after: String) {
      reservationEvents(filter: { cenoteId: $cenoteId }, after: $after) { type reservation { reservationId cenote { id } } } }`
    const subscribe = (wire: Wire): void => {
      for (const cenoteId of [granCenote, dosOjos, zaci]) wire.subscribe(cenoteId, query, { cenoteId, after })
    }
    subscribe(live)
    await live.received(1)
    await guide.moved(id, { cenoteId: dosOjos })
    await live.received(3)
    subscribe(replayed)
    await replayed.received(3)
    for (const { messages } of [live, replayed])
      expect(
        messages.map(({ id: cenoteId, payload: { data } }) => [
          cenoteId,
          data.reservationEvents.type,
          data.reservationEvents.reservation.cenote.id,
        ]),
      ).toEqual(
        expect.arrayContaining([
          [granCenote, 'RESERVATION_CREATED', granCenote],
          [granCenote, 'RESERVATION_MODIFIED', dosOjos],
          [dosOjos, 'RESERVATION_MODIFIED', dosOjos],
        ]),
      )
    live.close()
    replayed.close()
  })

  it('shows in cached availability of both at once', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(12), visitors: { adults: 7, children: 0 } })
    const query = `query ($id: ID!, $day: LocalDate!) { cenote(id: $id) {
      availability(input: { startDate: $day }) { days { capacity { booked } } } } }`
    const booked = async (): Promise<number[]> =>
      Promise.all(
        [granCenote, dosOjos].map(
          async (cenote) =>
            (await guide.graphql(query, { id: cenote, day: visitDay(12) })).body.data.cenote.availability.days[0]
              .capacity.booked,
        ),
      )
    expect([await booked(), await booked()]).toEqual([
      [7, 0],
      [7, 0],
    ])
    await guide.moved(id, { cenoteId: dosOjos })
    expect(await booked()).toEqual([0, 7])
  })
})

describe('the coupon of a reservation that is moved', () => {
  const coupon = (): Promise<string> => insertCoupon(product.database('pricing'), { usageLimit: 1 })
  const change = (code: string, facts: CouponChange) => changeCoupon(product.database('pricing'), code, facts)
  const namesOf = ({ pricing }: Json): string[] => (pricing.discounts ?? []).map(({ name }: Json) => name)

  it.each<[string, CouponChange]>([
    ['it was switched off', { isActive: false }],
    ['it has expired', { validUntil: new Date(Date.now() - 86_400_000) }],
  ])('stays on another day though %s since, and is dropped elsewhere', async (_what, facts) => {
    const code = await coupon()
    const { id } = await guide.reserve({ visitDate: visitDay(13), promoCode: code })
    await change(code, facts)
    expect((await guide.moved(id, { visitDate: visitDay(14) })).pricing.notApplied).toBeUndefined()
    expect(namesOf(await guide.read(id))).toContain(code)
    const { changes, pricing } = await guide.moved(id, { cenoteId: dosOjos })
    expect(pricing.notApplied).toEqual([{ code, reason: 'not_applicable' }])
    expect(changes).toContainEqual({ field: 'promoCode', oldValue: code, newValue: null })
    expect([namesOf(await guide.read(id)).includes(code), await couponUses(product.database('pricing'), code)]).toEqual(
      [false, 0],
    )
  })

  it('goes along to a cenote where it could be given now, its own use aside, and not where it is for another', async () => {
    const code = await coupon()
    const { id } = await guide.reserve({ visitDate: visitDay(13), promoCode: code })
    expect((await guide.moved(id, { cenoteId: dosOjos })).pricing.notApplied).toBeUndefined()
    expect([namesOf(await guide.read(id)), await couponUses(product.database('pricing'), code)]).toEqual([[code], 1])
    await change(code, { minPurchaseCents: 10_000_000 })
    expect((await guide.moved(id, { cenoteId: granCenote })).pricing.notApplied).toEqual([
      { code, reason: 'not_applicable' },
    ])
    const bound = await coupon()
    await change(bound, { productId: zaci })
    const { id: atZaci } = await guide.reserve({ cenoteId: zaci, visitDate: visitDay(13), promoCode: bound })
    expect((await guide.moved(atZaci, { cenoteId: dosOjos }, '?dryRun=true')).pricing.notApplied).toEqual([
      { code: bound, reason: 'not_applicable' },
    ])
    expect(namesOf(await guide.read(atZaci))).toEqual([bound])
  })
})

describe('a move that cannot be made', () => {
  it('is refused as a creation would be, with what is near, and changes nothing', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(15) })
    const closed = visitDay(16)
    const { ask } = operator(product.url)
    await ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
      input: { cenoteId: granCenote, from: closed, to: closed, reason: 'maintenance' },
    })
    const [before, booked] = [await guide.read(id), await places()]
    for (const [change, reason] of [
      [{ visitDate: '2020-01-01' }, 'past_date'],
      [{ visitDate: '2099-01-01' }, 'too_far_ahead'],
      [{ visitDate: closed }, 'maintenance'],
      [{ visitDate: closed, visitTime: '11:00' }, 'maintenance'],
      [{ visitDate: visitDay(17), visitTime: '10:30' }, 'not_a_slot'],
      [{ visitDate: visitDay(17), visitTime: '22:00' }, 'not_a_slot'],
    ] as const) {
      const refusal = await guide.refusal(id, { ...change, visitors: { adults: 3 }, specialRequests: 'Window' })
      expect([change, refusal.status, refusal.code, refusal.details.reason]).toEqual([
        change,
        422,
        'CENOTE_NOT_AVAILABLE',
        reason,
      ])
      expect(refusal.details.alternatives).toHaveLength(3)
    }
    const crowd = await guide.refusal(id, { visitDate: visitDay(17), visitors: { adults: 31 } })
    expect(crowd).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_CAPACITY',
      details: { requested: 31, available: 30 },
    })
    expect(await guide.refusal(id, { cenoteId: randomUUID() })).toMatchObject({ status: 404, code: 'CENOTE_NOT_FOUND' })
    expect([await guide.read(id), await places()]).toEqual([before, booked])
  })

  it('names each member of a wrong type, over REST and GraphQL', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(15) })
    for (const [change, field] of [
      [{ visitDate: '2026-02-30' }, 'visitDate'],
      [{ visitDate: 5 }, 'visitDate'],
      [{ visitDate: null }, 'visitDate'],
      [{ visitDate: ['2026-12-05'] }, 'visitDate'],
      [{ visitTime: '25:00' }, 'visitTime'],
      [{ cenoteId: 'gran-cenote' }, 'cenoteId'],
      [{ cenoteId: 7 }, 'cenoteId'],
      [{ cenoteId: null }, 'cenoteId'],
      [{ tourId: 'tulum-cenotes-classic' }, 'tourId'],
      [{ tourId: null }, 'tourId'],
      [{ productId: granCenote }, 'productId'],
      [{ timezone: 'UTC' }, 'timezone'],
    ] as const) {
      const { status, fields } = await guide.refusal(id, change)
      expect([change, status, Object.keys(fields ?? {})]).toEqual([change, 400, [field]])
    }
    const mutation = 'mutation ($input: ModifyReservationInput!) { modifyReservation(input: $input) { __typename } }'
    for (const [change, code] of [
      [{ visitDate: '2026-02-30' }, 'BAD_USER_INPUT'],
      [{ visitTime: 'noon' }, 'BAD_USER_INPUT'],
      [{ cenoteId: 'gran-cenote' }, 'CENOTE_NOT_FOUND'],
      [{ cenoteId: randomUUID() }, 'CENOTE_NOT_FOUND'],
    ] as const) {
      const { body } = await guide.graphql(mutation, { input: { id, ...change } })
      expect([change, body.errors[0].extensions.code]).toEqual([change, code])
    }
    // Null leaves what it is.
    const { body } = await guide.graphql(mutation, { input: { id, visitDate: null, cenoteId: null, visitTime: null } })
    expect(body.errors).toBeUndefined()
  })

  it('is that of a cancelled reservation, of one that is over, and of another partner’s', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(15) })
    const rival = mover(product, keys.rival, granCenote)
    expect(await rival.refusal(id, { visitDate: visitDay(17) })).toMatchObject({ code: 'RESERVATION_NOT_FOUND' })
    await guide.step(id, 'cancel', { reason: 'guest_request' })
    expect(await guide.refusal(id, { visitDate: visitDay(17) })).toMatchObject({
      status: 422,
      code: 'MODIFICATION_NOT_ALLOWED',
      details: { reason: 'status_cancelled' },
    })
    const { id: begun } = await guide.reserve({ visitDate: visitDay(15) })
    await guide.step(begun, 'confirm')
    await guide.step(begun, 'checkin')
    expect(await guide.refusal(begun, { cenoteId: dosOjos })).toMatchObject({
      details: { reason: 'status_in_progress' },
    })
    expect((await guide.get(reservationPath(begun))).body.data.cenoteId).toBe(granCenote)
  })
})
