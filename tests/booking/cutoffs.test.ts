import { beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { cenoteInput, tourInput } from '../testkit/catalog-forms.ts'
import { eventually } from '../testkit/eventually.ts'
import { gateKey } from '../testkit/gate.ts'
import { testInstallation } from '../testkit/installation.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { timePasses } from '../testkit/pauses.ts'
import {
  comingSaturday,
  keys,
  partner,
  productToChange,
  type Json,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'

/** The next one, because a cutoff is 30 days at most; no other file uses the cenotes. */
const saturday = comingSaturday()
const sunday = addDays(saturday, 1)
/** Longer than the days until the next Sunday. */
const month = 43_200
const minute = 60_000
/** Cancún has no daylight saving time. */
const startOf = (date: string, time: string): number => Date.parse(`${date}T${time}:00-05:00`)

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))

const { schedule } = cenoteInput('x')
const create = 'mutation ($input: CreateCenoteInput!) { createCenote(input: $input) { id } }'
const update = 'mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { version bookingCutoffMinutes } }'
const updateSchedule = `mutation ($input: UpdateCenoteScheduleInput!) { updateCenoteSchedule(input: $input) {
  version schedule { daysOpen cutoffs { weekday minutes } } } }`

/** A cenote on sale, at version 2. */
async function onSale(slug: string, more: object = {}): Promise<string> {
  const { ask } = operator(product.url)
  const { createCenote } = await ask(create, { input: cenoteInput(slug, more) })
  await ask('mutation ($input: PublishCenoteInput!) { publishCenote(input: $input) { version } }', {
    input: { id: createCenote.id, version: 1 },
  })
  return createCenote.id
}

const rest = (key: string = keys.demo) => partner(product.url, key)
const reserve = (cenoteId: string, visit: object, key?: string): Promise<TestResponse> =>
  rest(key).post('/api/partner/reservations', {
    cenoteId,
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    ...visit,
  })
const dayOf = async (cenoteId: string, date: string): Promise<Json> => {
  const { body } = await rest().get(`/api/partner/cenotes/${cenoteId}/availability?startDate=${date}`)
  return body.data.availability[0]
}
const refusalOf = ({ status, body }: TestResponse): Json => {
  expect([status, body.error?.code]).toEqual([422, 'CENOTE_NOT_AVAILABLE'])
  return body.error.details
}

describe('a slot inside the cutoff', () => {
  it('is shown as unavailable with the instant at which booking it ended, over REST and GraphQL', async () => {
    const id = await onSale('shown-cutoff', {
      bookingCutoffMinutes: 90,
      schedule: { ...schedule, cutoffs: [{ weekday: 'SATURDAY', minutes: month }] },
    })
    const day = await dayOf(id, saturday)
    expect(day).toMatchObject({
      available: false,
      reason: 'cutoff_passed',
      nextAvailable: sunday,
      capacity: { total: 100, booked: 0, remaining: 0 },
    })
    expect(day.timeSlots[1]).toEqual({
      time: '10:00',
      available: false,
      capacity: 20,
      booked: 0,
      remaining: 0,
      bookableUntil: new Date(startOf(saturday, '10:00') - month * minute).toISOString(),
    })
    const next = await dayOf(id, sunday)
    expect(next).toMatchObject({ available: true })
    expect(next.timeSlots[1]).toMatchObject({
      available: true,
      remaining: 20,
      bookableUntil: new Date(startOf(sunday, '10:00') - 90 * minute).toISOString(),
    })
    const { body } = await rest().graphql(
      `query ($id: ID!, $input: AvailabilityInput!) { cenote(id: $id) { bookingCutoffMinutes schedule { cutoffs { weekday minutes } }
        availability(input: $input) { days { reason timeSlots { time bookableUntil } } recommendations { date } } } }`,
      { id, input: { startDate: saturday, time: '10:00' } },
    )
    expect(body.data.cenote).toEqual({
      bookingCutoffMinutes: 90,
      schedule: { cutoffs: [{ weekday: 'SATURDAY', minutes: month }] },
      availability: {
        days: [
          {
            reason: 'CUTOFF_PASSED',
            timeSlots: [{ time: '10:00', bookableUntil: day.timeSlots[1].bookableUntil }],
          },
        ],
        recommendations: Array(3).fill({ date: expect.not.stringMatching(saturday) }),
      },
    })
  })

  it('cannot be booked by partners, alone or in bulk, and what can be is named', async () => {
    const id = await onSale('unsold-cutoff', {
      schedule: { ...schedule, cutoffs: [{ weekday: 'SATURDAY', minutes: month }] },
    })
    for (const visit of [{ visitDate: saturday, visitTime: '10:00' }, { visitDate: saturday }]) {
      const refused = refusalOf(await reserve(id, visit))
      expect(refused).toMatchObject({ reason: 'cutoff_passed', date: saturday })
      expect(refused.alternatives.map(({ date }: Json) => date)).toEqual(
        Array(3).fill(expect.not.stringMatching(saturday)),
      )
      expect(refused.alternatives).toContainEqual(expect.objectContaining({ date: sunday }))
    }
    const input = {
      reservations: [saturday, sunday].map((visitDate) => ({
        cenoteId: id,
        visitDate,
        visitors: { adults: 1, children: 0, seniors: 0 },
        guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
      })),
    }
    const { body } = await rest().graphql(
      `query ($input: CreateReservationsInput!) { reservationPreview(input: $input) {
        results { reservation { visitDate } error { code details } } } }`,
      { input },
    )
    expect(body.data.reservationPreview.results).toMatchObject([
      { reservation: null, error: { code: 'CENOTE_NOT_AVAILABLE', details: { reason: 'cutoff_passed' } } },
      { reservation: { visitDate: sunday }, error: null },
    ])
  })

  it('keeps a party from growing and from changing its hour; all else of it can be changed and confirmed', async () => {
    const id = await onSale('growing-cutoff')
    const { body } = await reserve(id, { visitDate: saturday, visitTime: '10:00' })
    const path = `/api/partner/reservations/${body.data.id}`
    const { updateCenote } = await operator(product.url).ask(update, {
      input: { id, version: 2, bookingCutoffMinutes: month },
    })
    expect(updateCenote).toEqual({ version: 3, bookingCutoffMinutes: month })
    const patch = (change: object, key?: string) => rest(key).send('PATCH', path, change)
    expect(refusalOf(await patch({ visitors: { adults: 3 } }))).toMatchObject({ reason: 'cutoff_passed' })
    expect(refusalOf(await patch({ visitTime: '11:00' }))).toMatchObject({ reason: 'cutoff_passed' })
    expect(await patch({ specialRequests: 'A towel' })).toHaveStatus(200)
    expect(await patch({ visitors: { adults: 1, seniors: 1 } })).toHaveStatus(200)
    expect(await patch({ visitors: { adults: 1, seniors: 0 } })).toHaveStatus(200)
    expect(await rest().post(`${path}/confirm`, { paymentId: 'p-cutoff' })).toHaveStatus(200)
    expect(await patch({ visitors: { adults: 4 } }, operatorKeys.sandbox)).toHaveStatus(200)
  })

  it('can be booked by operators and at the gate', async () => {
    const id = await onSale('staff-cutoff', { bookingCutoffMinutes: month })
    for (const key of [operatorKeys.sandbox, gateKey]) {
      expect(await reserve(id, { visitDate: saturday, visitTime: '10:00' }, key)).toHaveStatus(201)
      expect(await reserve(id, { visitDate: saturday }, key)).toHaveStatus(201)
    }
    expect(refusalOf(await reserve(id, { visitDate: saturday }))).toMatchObject({ reason: 'cutoff_passed' })
    expect((await dayOf(id, saturday)).capacity).toEqual({ total: 100, booked: 8, remaining: 0 })
  })
})

describe('responses from memory', () => {
  it('show a changed cutoff at once', async () => {
    const id = await onSale('changed-cutoff')
    expect(await dayOf(id, saturday)).toMatchObject({ available: true })
    const { ask } = operator(product.url)
    await ask(update, { input: { id, version: 2, bookingCutoffMinutes: month } })
    expect(await dayOf(id, saturday)).toMatchObject({ reason: 'cutoff_passed' })
    const { updateCenoteSchedule } = await ask(updateSchedule, {
      input: { id, version: 3, schedule: { ...schedule, cutoffs: [{ weekday: 'SATURDAY', minutes: 0 }] } },
    })
    expect(updateCenoteSchedule.schedule.cutoffs).toEqual([{ weekday: 'SATURDAY', minutes: 0 }])
    expect(await dayOf(id, saturday)).toMatchObject({ available: true })
    expect(await dayOf(id, sunday)).toMatchObject({ reason: 'cutoff_passed' })
    await ask(updateSchedule, { input: { id, version: 4, schedule } })
    expect(await dayOf(id, saturday)).toMatchObject({ reason: 'cutoff_passed' })
    await ask(update, { input: { id, version: 5, bookingCutoffMinutes: null } })
    expect(await dayOf(id, saturday)).toMatchObject({ available: true })
  })

  it('do not outlive the cutoff of a slot', async () => {
    // Booking the first slot of Saturday ends with the present minute, or with the next when that is about to end.
    const end = Math.ceil((Date.now() + 20_000) / minute) * minute
    const cutoff = (startOf(saturday, '09:00') - end) / minute
    const id = await onSale('ending-cutoff', { bookingCutoffMinutes: cutoff })
    const path = `/api/partner/cenotes/${id}`
    const paths = [
      `${path}/availability?startDate=${saturday}&time=09:00`,
      `${path}/calendar?startDate=${saturday}&endDate=${saturday}`,
    ]
    const read = async (address: string) => {
      const { headers, body } = await rest().get(address)
      return { cache: headers.get('x-cache'), day: (body.data.availability ?? body.data.days)[0] }
    }
    for (const address of paths) {
      const { day } = await read(address)
      expect(day).toMatchObject({ available: true })
      await eventually(() => read(address), { cache: 'hit', day })
    }
    const isOver = ({ day }: { day: Json }): boolean => day.available === false || day.firstTime === '10:00'
    await timePasses(Math.max(0, end - 5_000 - Date.now()))
    expect(isOver(await read(paths[0] ?? ''))).toBe(false)
    await timePasses(Math.max(0, end - Date.now()))
    const [over] = await Promise.all(
      paths.map((address) => eventually(() => read(address), isOver, { milliseconds: 90_000 })),
    )
    expect(Date.now()).toBeGreaterThanOrEqual(end)
    expect(Date.now()).toBeLessThan(end + 10_000)
    expect(over?.day).toMatchObject({ reason: 'cutoff_passed' })
    expect(refusalOf(await reserve(id, { visitDate: saturday, visitTime: '09:00' }))).toMatchObject({
      reason: 'cutoff_passed',
    })
  }, 120_000)
})

describe('a cutoff is administered', () => {
  it.each([
    [{ bookingCutoffMinutes: -1 }, 'bookingCutoffMinutes'],
    [{ bookingCutoffMinutes: 43_201 }, 'bookingCutoffMinutes'],
    [{ schedule: { ...schedule, cutoffs: [{ weekday: 'SATURDAY', minutes: -1 }] } }, 'schedule.cutoffs.0.minutes'],
    [{ schedule: { ...schedule, cutoffs: [{ weekday: 'SATURDAY', minutes: 43_201 }] } }, 'schedule.cutoffs.0.minutes'],
    [
      { schedule: { ...schedule, cutoffs: Array(2).fill({ weekday: 'SUNDAY', minutes: 1 }) } },
      'schedule.cutoffs.1.weekday',
    ],
    [{ schedule: { ...schedule, cutoffs: Array(8).fill({ weekday: 'SUNDAY', minutes: 1 }) } }, 'schedule.cutoffs'],
  ])('and refused as %j', async (more, field) => {
    const { code, details } = await operator(product.url).refusal(create, { input: cenoteInput('refused', more) })
    expect([code, Object.keys(details.fields)]).toEqual(['ERROR_VALIDACION', expect.arrayContaining([field])])
  })

  it('also of tours, which show it', async () => {
    const { ask, refusal } = operator(product.url)
    const cenoteId = await onSale('visited-cutoff')
    const createTour =
      'mutation ($input: CreateTourInput!) { createTour(input: $input) { id version bookingCutoffMinutes } }'
    const updateTour = 'mutation ($input: UpdateTourInput!) { updateTour(input: $input) { bookingCutoffMinutes } }'
    const { createTour: tour } = await ask(createTour, { input: tourInput('cutoff-tour', [cenoteId]) })
    expect(tour.bookingCutoffMinutes).toBe(0)
    await ask(updateTour, { input: { id: tour.id, version: 1, bookingCutoffMinutes: 120 } })
    const { body } = await rest().get(`/booking/tours/${tour.id}`)
    expect(body.data.bookingCutoffMinutes).toBe(120)
    const tooLong = { input: { id: tour.id, version: 2, bookingCutoffMinutes: 43_201 } }
    expect(await refusal(updateTour, tooLong)).toMatchObject({ code: 'ERROR_VALIDACION' })
  })

  it('and stands in reads of the cenote, in its stored form and in installation files', async () => {
    const cutoffs = [{ weekday: 'MONDAY', minutes: 600 }]
    const id = await onSale('filed-cutoff', { bookingCutoffMinutes: 45, schedule: { ...schedule, cutoffs } })
    const { body } = await rest().get(`/api/partner/cenotes/${id}`)
    const inLowerCase = { bookingCutoffMinutes: 45, schedule: { cutoffs: [{ weekday: 'monday', minutes: 600 }] } }
    expect(body.data).toMatchObject(inLowerCase)
    const { cenote } = await operator(product.url).ask('query ($id: ID!) { cenote(id: $id) { stored } }', { id })
    expect(cenote.stored).toMatchObject({ bookingCutoffMinutes: 45, schedule: { cutoffs } })
    const installation = testInstallation(product)
    const exported = JSON.parse(await installation.exportText('sandbox')) as { cenotes: Json[] }
    const one = exported.cenotes.find(({ slug }) => slug === 'filed-cutoff')
    expect(one).toMatchObject(inLowerCase)
    await installation.importLists({ cenotes: [{ ...one, bookingCutoffMinutes: 60 }] }, { environment: 'sandbox' })
    await eventually(
      async () => (await rest().get(`/api/partner/cenotes/${id}`)).body.data.bookingCutoffMinutes as number,
      60,
    )
  })
})
