import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { cenoteInput, cenoteItem } from '../testkit/catalog-forms.ts'
import { loseResponses } from '../testkit/claimed-requests.ts'
import { bookedBySlot } from '../testkit/inventory-rows.ts'
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

const visitDate = nextSaturday()
const update = `mutation ($input: UpdateCenoteScheduleInput!) { updateCenoteSchedule(input: $input) {
  id version capacity { daily hourly } schedule { openTime closeTime timezone daysOpen } } }`

/** A cenote on sale, at version 2. */
async function onSale(slug: string): Promise<string> {
  const { ask } = operator(product.url)
  const { createCenote } = await ask('mutation ($input: CreateCenoteInput!) { createCenote(input: $input) { id } }', {
    input: cenoteInput(slug),
  })
  await ask('mutation ($input: PublishCenoteInput!) { publishCenote(input: $input) { version } }', {
    input: { id: createCenote.id, version: 1 },
  })
  return createCenote.id
}

const reserve = (cenoteId: string, adults: number, visitTime = '10:00'): Promise<TestResponse> =>
  partner(product.url, keys.demo).post('/api/partner/reservations', {
    cenoteId,
    visitDate,
    visitTime,
    visitors: { adults, children: 0 },
    guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' },
  })

const slotOf = async (cenoteId: string, time: string): Promise<Json> => {
  const { body } = await partner(product.url).get(
    `/api/partner/cenotes/${cenoteId}/availability?startDate=${visitDate}&visitors=1`,
  )
  return body.data.availability[0].timeSlots?.find((slot: Json) => slot.time === time)
}

describe('changing schedule and capacity', () => {
  it('is visible at once to catalog, availability and reservations, and recorded with the cenote', async () => {
    const id = await onSale('new-hours')
    expect(await reserve(id, 20)).toHaveStatus(201)
    const schedule = { ...cenoteInput('x').schedule, closeTime: '20:00' }
    const { updateCenoteSchedule } = await operator(product.url).ask(update, {
      input: { id, version: 2, schedule, capacity: { daily: 200, hourly: 40 } },
    })
    expect(updateCenoteSchedule).toMatchObject({ id, version: 3, capacity: { daily: 200, hourly: 40 }, schedule })
    expect(await slotOf(id, '19:00')).toMatchObject({ capacity: 40 })
    expect(await reserve(id, 20)).toHaveStatus(201)
    expect(await reserve(id, 40, '19:00')).toHaveStatus(201)
    const { nodes } = await changesOf(product.url, 'CENOTE', id)
    expect(nodes[0]).toMatchObject({
      action: 'UPDATED',
      before: { capacity: { daily: 100, hourly: 20 } },
      after: { capacity: { daily: 200, hourly: 40 }, schedule: { ...cenoteItem('x').schedule, closeTime: '20:00' } },
      key: { lastFour: 'ator' },
    })
  })

  it('is refused with the slots and numbers when booked places would be lost, and changes nothing', async () => {
    const id = await onSale('kept-promises')
    await reserve(id, 12, '10:00')
    await reserve(id, 8, '16:00')
    const { schedule } = cenoteInput('x')
    const weekday = 'SATURDAY'
    const cases: [object, string, number, number][] = [
      [{ capacity: { daily: 100, hourly: 11 } }, 'capacity_below_booked', 1, 12],
      [{ capacity: { daily: 19, hourly: 20 } }, 'capacity_below_booked', 2, 20],
      [{ schedule: { ...schedule, closeTime: '16:00' } }, 'slot_removed', 1, 8],
      [{ schedule: { ...schedule, openTime: '09:30' } }, 'slot_removed', 2, 20],
      [
        { schedule: { ...schedule, daysOpen: schedule.daysOpen.filter((day) => day !== weekday) } },
        'day_closed',
        2,
        20,
      ],
      [{ schedule: { ...schedule, timezone: 'America/Merida' } }, 'time_zone_changed', 2, 20],
    ]
    for (const [change, reason, reservations, people] of cases) {
      const refusal = await operator(product.url).refusal(update, { input: { id, version: 2, ...change } })
      expect(refusal).toMatchObject({
        code: 'RESERVATIONS_AFFECTED',
        status: 409,
        details: {
          reservations,
          people,
          slots: expect.arrayContaining([expect.objectContaining({ date: visitDate, reason })]),
        },
      })
    }
    expect((await changesOf(product.url, 'CENOTE', id)).totalCount).toBe(2)
    // What is booked exactly fits.
    const { updateCenoteSchedule } = await operator(product.url).ask(update, {
      input: { id, version: 2, capacity: { daily: 20, hourly: 12 } },
    })
    expect(updateCenoteSchedule.version).toBe(3)
  })

  it('is refused for a stale version, an unknown cenote and invalid input, naming its fields', async () => {
    const id = await onSale('strict-form')
    const { refusal } = operator(product.url)
    const { schedule } = cenoteInput('x')
    expect(await refusal(update, { input: { id, version: 1, capacity: { daily: 1, hourly: 1 } } })).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { currentVersion: 2 },
    })
    expect(await refusal(update, { input: { id: 'x', version: 1 } })).toMatchObject({ code: 'CENOTE_NOT_FOUND' })
    const invalid = {
      id,
      version: 2,
      schedule: { ...schedule, timezone: 'Mars/Base' },
      capacity: { daily: -1, hourly: 1 },
    }
    expect(Object.keys((await refusal(update, { input: invalid })).details.fields)).toEqual([
      'schedule.timezone',
      'capacity.daily',
    ])
  })

  it('is done once under an Idempotency-Key whose response was lost', async () => {
    const id = await onSale('once-only')
    const body = { query: update, variables: { input: { id, version: 2, capacity: { daily: 50, hourly: 10 } } } }
    const headers = { 'Idempotency-Key': randomUUID() }
    const send = (): Promise<TestResponse> => operator(product.url).send('POST', '/graphql', body, headers)
    const first = await send()
    await loseResponses(product.database('access'))
    expect((await send()).body.data).toEqual(first.body.data)
    expect((await changesOf(product.url, 'CENOTE', id)).totalCount).toBe(3)
  })

  it('while many clients reserve, never leaves more booked than the capacity that was granted', async () => {
    const id = await onSale('busy-day')
    const { ask, graphql } = operator(product.url)
    let version = 2
    let isOver = false
    const lowering = (async () => {
      const granted: number[] = []
      for (let hourly = 19; !isOver || granted.length === 0; hourly = hourly > 3 ? hourly - 1 : 20) {
        const { body } = await graphql(update, { input: { id, version, capacity: { daily: 100, hourly } } })
        if (body.data?.updateCenoteSchedule) {
          version = body.data.updateCenoteSchedule.version
          granted.push(hourly)
        } else expect(body.errors[0].extensions.code).toBe('RESERVATIONS_AFFECTED')
        const { cenote } = await ask('query ($id: ID!) { cenote(id: $id) { capacity { hourly } } }', { id })
        for (const booked of await bookedBySlot(product.database('booking'), id))
          expect(booked).toBeLessThanOrEqual(cenote.capacity.hourly)
      }
      return granted
    })()
    const hours = ['09:00', '10:00', '11:00', '12:00']
    const responses = await Promise.all(
      Array.from({ length: times(100, 200) }, (_, client) => reserve(id, 1 + (client % 2), hours[client % 4])),
    )
    isOver = true
    const granted = await lowering
    expect(granted.length).toBeGreaterThan(0)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 422]))
    const { cenote } = await ask(
      'query ($id: ID!) { cenote(id: $id) { capacity { hourly } standingReservations { reservations people lastVisitDate } } }',
      { id },
    )
    const made = responses.filter(({ status }) => status === 201)
    expect(cenote.standingReservations).toMatchObject({ reservations: made.length, lastVisitDate: visitDate })
    const slots = await bookedBySlot(product.database('booking'), id)
    expect(Math.max(...slots)).toBeLessThanOrEqual(cenote.capacity.hourly)
    expect(slots.reduce((people, booked) => people + booked, 0)).toBe(cenote.standingReservations.people)
  })
})

describe('a change of the catalog', () => {
  it('of a price is charged at once; a stored reservation keeps its own', async () => {
    const id = await onSale('friday-night')
    const first = await reserve(id, 1)
    const input = { id, version: 2, pricing: { ...cenoteInput('x').pricing, adultCents: 50_000 } }
    await operator(product.url).ask(
      'mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { version } }',
      { input },
    )
    const second = await reserve(id, 1)
    expect([first, second].map(({ body }) => body.data.pricing.subtotal)).toEqual([300, 500])
    const { body } = await partner(product.url).get(`/api/partner/reservations/${first.body.data.id}`)
    expect(body.data.pricing.subtotal).toBe(300)
  })

  it('that takes a cenote off sale ends reservations at once, and shows what stands', async () => {
    const id = await onSale('last-call')
    await reserve(id, 3)
    const { deactivateCenote } = await operator(product.url).ask(
      'mutation ($input: DeactivateCenoteInput!) { deactivateCenote(input: $input) { isActive standingReservations { reservations people lastVisitDate } } }',
      { input: { id, version: 2, reservations: 'KEEP' } },
    )
    expect(deactivateCenote).toEqual({
      isActive: false,
      standingReservations: { reservations: 1, people: 3, lastVisitDate: visitDate },
    })
    const refused = await reserve(id, 1)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'CENOTE_NOT_AVAILABLE'])
  })
})
