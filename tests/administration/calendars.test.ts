import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { copyCenote } from '../testkit/copies.ts'
import { times } from '../testkit/long-form.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import {
  keys,
  nextSaturday,
  partner,
  productToChange,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))
afterAll(() => expectBalancedBooks(product.database('booking')))

const from = nextSaturday()
const to = addDays(from, 2)
const cenoteOf = (slug: string): Promise<string> => copyCenote(product.url, slug)
const close = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id from to reason message } }'
const open = 'mutation ($input: DeleteClosureInput!) { deleteClosure(input: $input) }'
const addEvent =
  'mutation ($input: CreateSpecialEventInput!) { createSpecialEvent(input: $input) { id from to message capacity } }'
const removeEvent = 'mutation ($input: DeleteSpecialEventInput!) { deleteSpecialEvent(input: $input) }'
const set =
  'mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { slotOverrides { date time capacity available reason } } }'
const clear =
  'mutation ($input: ClearSlotOverridesInput!) { clearSlotOverrides(input: $input) { slotOverrides { date } } }'
const read = `query ($cenoteId: ID!, $from: LocalDate!, $to: LocalDate!) { calendar(cenoteId: $cenoteId, from: $from, to: $to) {
  closures { id from to } specialEvents { id from to startTime capacity } slotOverrides { date time } } }`

const reserve = async (
  cenoteId: string,
  visitTime: string,
  adults = 2,
  { confirm = false } = {},
): Promise<TestResponse> => {
  const { post } = partner(product.url, keys.demo)
  const created = await post('/api/partner/reservations', {
    cenoteId,
    visitDate: from,
    visitTime,
    visitors: { adults, children: 0 },
    guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' },
  })
  return confirm ? post(`/api/partner/reservations/${created.body.data.id}/confirm`, { paymentId: 'p' }) : created
}
const day = async (cenoteId: string): Promise<Json> => {
  const { body } = await partner(product.url).get(
    `/api/partner/cenotes/${cenoteId}/availability?startDate=${from}&visitors=1`,
  )
  return body.data.availability[0]
}
const slot = async (cenoteId: string, time: string): Promise<Json> =>
  (await day(cenoteId)).timeSlots.find((one: Json) => one.time === time)

describe('closures', () => {
  it('close a range of days at once for every reader, and open it again', async () => {
    const cenoteId = await cenoteOf('calavera')
    const { ask, refusal } = operator(product.url)
    const input = {
      cenoteId,
      from,
      to,
      reason: 'storm',
      message: { en: 'Closed for a storm', es: 'Cerrado por tormenta' },
    }
    const { createClosure } = await ask(close, { input })
    expect(createClosure).toMatchObject({ from, to, reason: 'storm', message: 'Closed for a storm' })
    expect((await day(cenoteId)).available).toBe(false)
    expect((await reserve(cenoteId, '10:00')).body.error).toMatchObject({ code: 'CENOTE_NOT_AVAILABLE' })
    expect((await ask(read, { cenoteId, from: to, to })).calendar.closures).toEqual([
      { id: createClosure.id, from, to },
    ])
    await ask(open, { input: { id: createClosure.id } })
    expect(await reserve(cenoteId, '10:00')).toHaveStatus(201)
    expect(await refusal(open, { input: { id: createClosure.id } })).toMatchObject({ code: 'CALENDAR_ENTRY_NOT_FOUND' })
    const { nodes } = await changesOf(product.url, 'CLOSURE', createClosure.id)
    expect(nodes).toMatchObject([
      { action: 'DELETED', before: { reason: 'storm', from, to }, after: null },
      { action: 'CREATED', before: null, after: { cenoteId, reason: 'storm' } },
    ])
  })

  it('race with reserving clients: after the closure is committed no reservation is made', async () => {
    const cenoteId = await cenoteOf('gran-cenote')
    const clients = Promise.all(
      Array.from({ length: times(80, 200) }, (_, client) => reserve(cenoteId, `${10 + (client % 4)}:00`, 1)),
    )
    const { createClosure } = await operator(product.url).ask(close, {
      input: { cenoteId, from, to, reason: 'storm', reservations: 'KEEP' },
    })
    const atClosing = await count(cenoteId)
    const responses = await clients
    expect(await count(cenoteId)).toBe(atClosing)
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(atClosing)
    expect(createClosure.reason).toBe('storm')
  })

  const count = async (cenoteId: string): Promise<number> =>
    (
      await operator(product.url).ask(
        'query ($filter: ReservationFilter) { reservations(filter: $filter) { totalCount } }',
        {
          filter: { cenoteId },
        },
      )
    ).reservations.totalCount
})

describe('overridden slots', () => {
  it('of a range of days are replaced, recorded and cleared', async () => {
    const cenoteId = await cenoteOf('dos-ojos')
    const { ask } = operator(product.url)
    const { overrideSlots } = await ask(set, {
      input: { cenoteId, from, to, times: ['10:00', '11:00'], capacity: 4, reason: 'wind' },
    })
    expect(overrideSlots.slotOverrides).toHaveLength(6)
    expect(overrideSlots.slotOverrides[0]).toEqual({
      date: from,
      time: '10:00',
      capacity: 4,
      available: true,
      reason: 'wind',
    })
    expect(await slot(cenoteId, '10:00')).toMatchObject({ capacity: 4 })
    const { clearSlotOverrides } = await ask(clear, { input: { cenoteId, from, to } })
    expect(clearSlotOverrides.slotOverrides).toEqual([])
    expect((await slot(cenoteId, '10:00')).capacity).toBeGreaterThan(4)
    const { nodes } = await changesOf(product.url, 'SLOT_OVERRIDE', cenoteId)
    expect(nodes.map(({ before, after }: Json) => [before.overrides.length, after.overrides.length])).toEqual([
      [6, 0],
      [0, 6],
    ])
  })

  it('are refused below what is booked always, and closed over reservations only by force', async () => {
    const cenoteId = await cenoteOf('zacil-ha')
    const { ask, refusal } = operator(product.url)
    await reserve(cenoteId, '10:00', 4, { confirm: true })
    expect(await refusal(set, { input: { cenoteId, from, to, capacity: 3, force: true } })).toMatchObject({
      code: 'RESERVATIONS_AFFECTED',
      details: { reservations: 1, people: 4 },
    })
    const closing = { cenoteId, from, to, times: ['10:00'], available: false }
    expect(await refusal(set, { input: closing })).toMatchObject({ code: 'EXISTING_RESERVATIONS' })
    await ask(set, { input: { ...closing, force: true } })
    expect(await slot(cenoteId, '10:00')).toMatchObject({ available: false, booked: 4 })
  })
})

describe('special events', () => {
  it('limit the slots of each of their days, of several the least, until they are removed', async () => {
    const cenoteId = await cenoteOf('casa-cenote')
    const { ask, refusal } = operator(product.url)
    const usual = (await slot(cenoteId, '10:00')).capacity
    const event = (capacity: number) => ({
      cenoteId,
      from,
      to,
      name: { en: 'Dance', es: 'Danza' },
      startTime: '10:00',
      endTime: '12:00',
      capacity,
    })
    const { createSpecialEvent: first } = await ask(addEvent, { input: event(9) })
    const { createSpecialEvent: second } = await ask(addEvent, { input: event(7) })
    expect(first).toMatchObject({ from, to, message: 'Dance from 10:00 to 12:00', capacity: 9 })
    expect(await slot(cenoteId, '11:00')).toMatchObject({ capacity: 7 })
    await ask(removeEvent, { input: { id: second.id } })
    expect(await slot(cenoteId, '11:00')).toMatchObject({ capacity: 9 })
    await reserve(cenoteId, '10:00', 5)
    expect(await refusal(addEvent, { input: event(4) })).toMatchObject({
      code: 'RESERVATIONS_AFFECTED',
      details: { people: 5 },
    })
    expect((await ask(read, { cenoteId, from, to })).calendar.specialEvents).toEqual([
      { id: first.id, from, to, startTime: '10:00', capacity: 9 },
    ])
    await ask(removeEvent, { input: { id: first.id } })
    expect(await slot(cenoteId, '10:00')).toMatchObject({ capacity: usual })
    expect((await changesOf(product.url, 'SPECIAL_EVENT', first.id)).totalCount).toBe(2)
  })
})

describe('invalid input of calendars', () => {
  const cenoteId = demoId('cenote', 'gran-cenote')
  it.each([
    [close, { cenoteId, from: to, to: from, reason: 'x' }, ['to']],
    [close, { cenoteId, from, to, reason: ' ' }, ['reason']],
    [close, { cenoteId, from: '2020-01-01', to: '2020-01-02', reason: 'x' }, ['to']],
    [set, { cenoteId, from, to, times: ['10:00', '10:00'] }, ['times.1']],
    [set, { cenoteId, from, to, times: ['10:30'] }, ['times.0']],
    [set, { cenoteId, from, to, capacity: -1 }, ['capacity']],
    [set, { cenoteId, from, to, capacity: 100_000 }, ['capacity']],
    [set, { cenoteId, from, to: addDays(from, 366) }, ['to']],
    [addEvent, { cenoteId, from, to, name: { en: 'a', es: 'b' }, startTime: '12:00', endTime: '12:00' }, ['endTime']],
  ])('is refused, naming its fields: %#', async (mutation, input, fields) => {
    const { code, details } = await operator(product.url).refusal(mutation, { input })
    expect([code, Object.keys(details.fields).sort()]).toEqual(['ERROR_VALIDACION', fields])
  })
})
