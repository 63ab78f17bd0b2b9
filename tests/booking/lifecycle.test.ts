import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { bringTo, pathsTo, type ReservationStatus } from '../testkit/reservation-states.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeDue } from '../testkit/due.ts'
import { storedEvents } from '../testkit/stored-events.ts'
import { storedReservations } from '../testkit/stored-reservations.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
const cenoteId = demoId('cenote', 'gran-cenote')

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`

async function reserve(through = rest, body: object = {}): Promise<Json> {
  const created = await through.post('/api/partner/reservations', {
    cenoteId,
    visitDate: nextSaturday(),
    visitors: { adults: 2, children: 1 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...body,
  })
  expect(created).toHaveStatus(201)
  return created.body.data
}

async function reservationIn(status: ReservationStatus): Promise<Json> {
  const reservation = await reserve()
  await bringTo(rest, reservation.id, status)
  return reservation
}

describe('the lifecycle over REST', () => {
  const operations: [step: string, body: object, from: string[], to: string][] = [
    ['confirm', { paymentId: 'pay_1' }, ['pending'], 'confirmed'],
    ['cancel', { reason: 'guest_request' }, ['pending', 'confirmed'], 'cancelled'],
    ['checkin', {}, ['confirmed'], 'in_progress'],
    ['complete', {}, ['in_progress'], 'completed'],
    ['no-show', {}, ['confirmed'], 'no_show'],
    ['refund', {}, ['cancelled', 'no_show', 'completed'], 'refunded'],
  ]
  const following: Record<string, string[]> = {
    pending: ['confirmed', 'cancelled'],
    confirmed: ['cancelled', 'in_progress', 'no_show'],
    in_progress: ['completed'],
    completed: ['refunded'],
    cancelled: ['refunded'],
    no_show: ['refunded'],
    refunded: [],
  }

  it.each(Object.keys(pathsTo) as ReservationStatus[])(
    'lets a reservation that is %s go where the table says and nowhere else',
    async (from) => {
      for (const [step, body, allowedFrom, to] of operations) {
        const { id } = await reservationIn(from)
        const response = await rest.post(path(id, step), body)
        if (allowedFrom.includes(from)) {
          expect([step, response.status, response.body.data.status]).toEqual([step, 200, to])
          const { statusHistory } = (await rest.get(path(id))).body.data
          expect(statusHistory.map(({ status }: Json) => status)).toEqual([
            ...['pending', ...pathsTo[from].map(([passed]) => operations.find(([name]) => name === passed)?.[3])],
            to,
          ])
        } else {
          expect([step, response.status, response.body.error.code]).toEqual([step, 409, 'INVALID_STATE_TRANSITION'])
          expect(response.body.error.details).toEqual({
            currentStatus: from,
            requestedStatus: to,
            allowedTransitions: following[from],
          })
        }
      }
      await expectBalancedBooks(product.database('booking'))
    },
  )

  it('writes every step to the log of events', async () => {
    const { id } = await reservationIn('completed')
    await rest.post(path(id, 'refund'), { amount: 1 })
    await rest.post(path(id, 'refund'), {})
    const events = await storedEvents(product.database('booking'), id)
    expect(events.map(({ type }) => type)).toEqual([
      'reservation.created',
      'reservation.confirmed',
      'reservation.checked_in',
      'reservation.completed',
      'reservation.refunded',
      'reservation.refunded',
    ])
  })

  it('returns 404 for what is not there or another’s', async () => {
    const { id } = await reserve()
    for (const [step, body] of [...operations, ['extend', {}], ['cancel/quote', { reason: 'weather' }]] as const) {
      const response = await partner(product.url, keys.rival).post(path(id, step), body)
      expect([step, response.status, response.body.error.code]).toEqual([step, 404, 'RESERVATION_NOT_FOUND'])
    }
  })
})

describe('checking in and completing', () => {
  const staff = { name: 'José', id: 'staff-7' }
  const arrival = {
    checkedInAt: '2026-05-01T15:00:00.000Z',
    actualVisitors: { adults: 1, children: 1 },
    staff,
    notes: 'One stayed at the hotel',
  }
  const checkIn = {
    checkedInAt: arrival.checkedInAt,
    expectedDeparture: '2026-05-01T17:00:00.000Z',
    actualVisitors: { adults: 1, children: 1, seniors: 0 },
    staff,
  }
  const departure = {
    completedAt: '2026-05-01T16:30:00Z',
    actualDuration: 75,
    feedback: { requestReview: true, followUpEmail: true },
    staff: { name: 'José' },
    notes: 'All well',
  }
  const completion = {
    completedAt: '2026-05-01T16:30:00.000Z',
    actualDuration: 75,
    totalVisitTime: 90,
    staff: { name: 'José' },
  }

  /** The id of a reservation whose guests have arrived. */
  async function checkedIn(): Promise<string> {
    const { id } = await reservationIn('confirmed')
    expect(await rest.post(path(id, 'checkin'), arrival)).toHaveStatus(200)
    return id
  }

  it('refuses members that are not documented, and then changes nothing', async () => {
    const { id } = await reservationIn('confirmed')
    for (const step of ['checkin', 'complete']) {
      const { status, body } = await rest.post(path(id, step), { staff: { name: 'José', badge: 4 } })
      expect([status, body.errors.fields]).toEqual([400, { 'staff.badge': [expect.stringContaining('id, name')] }])
    }
    expect(await rest.post(path(id, 'checkin'), { staff: { name: 'José', id: null }, notes: null })).toHaveStatus(200)
  })

  it('records who came and who received them', async () => {
    const { id } = await reservationIn('confirmed')
    const { body } = await rest.post(path(id, 'checkin'), arrival)
    expect(body.data).toEqual({ id, status: 'in_progress', checkIn })
  })

  it('refuses to complete a visit before it began', async () => {
    const id = await checkedIn()
    const early = await rest.post(path(id, 'complete'), { completedAt: '2026-05-01T14:59:00Z' })
    expect([early.status, Object.keys(early.body.errors.fields)]).toEqual([400, ['completedAt']])
    expect((await rest.get(path(id))).body.data.status).toBe('in_progress')
  })

  it('records how the visit went, and invites to a review for 30 days', async () => {
    const id = await checkedIn()
    const { reviewRequest, ...ended } = (await rest.post(path(id, 'complete'), departure)).body.data
    expect(ended).toEqual({ id, status: 'completed', completion })
    const { origin, pathname, search } = new URL(reviewRequest.link)
    expect([origin, search]).toEqual([product.url, `?reservation=${id}`])
    expect(pathname).toMatch(/^\/reviews\/[^/]+$/)
    expect((Date.parse(reviewRequest.expires) - Date.now()) / 86_400_000).toBeCloseTo(30, 2)
  })

  it('shows the visit afterwards, with its notes and the reviews of its cenote', async () => {
    const id = await checkedIn()
    await rest.post(path(id, 'complete'), departure)
    const { reviews } = (await rest.get(`/api/partner/cenotes/${cenoteId}?expand=reviews`)).body.data
    expect(reviews.length).toBeGreaterThan(0)
    const { data } = (await rest.get(`${path(id)}?expand=reviews`)).body
    const notes = { internal: 'One stayed at the hotel\nAll well' }
    expect(data).toMatchObject({ checkIn, completion, notes, reviews })
    const noted = data.statusHistory.map(({ note }: Json) => note)
    expect(noted).toEqual([null, null, 'One stayed at the hotel', 'All well'])
  })

  it('shows which mails were sent after a visit', async () => {
    const id = await checkedIn()
    const { reviewRequest } = (await rest.post(path(id, 'complete'), departure)).body.data
    const mails = (read: Json): string[] => read.communications.map(({ type, status }: Json) => `${type} ${status}`)
    // On a busy machine a response does not wait until the mails are accepted.
    const read = await eventually(
      async () => (await rest.get(path(id))).body.data,
      (latest: Json) => mails(latest).every((mail) => mail.endsWith(' sent')),
    )
    expect(mails(read)).toEqual(['review_request sent', 'follow_up_email sent'])
    expect(read.reviewRequest).toEqual({ ...reviewRequest, sent: true })
  })

  it('takes what was booked for what came, and now for when, without a body', async () => {
    const { id } = await reservationIn('confirmed')
    const arrived = await rest.post(path(id, 'checkin'), undefined)
    expect(arrived.body.data.checkIn).toMatchObject({
      actualVisitors: { adults: 2, children: 1, seniors: 0 },
      staff: null,
    })
    const ended = await rest.post(path(id, 'complete'), undefined)
    expect(ended.body.data).toMatchObject({
      completion: { actualDuration: 0, totalVisitTime: 0 },
      reviewRequest: { sent: false, link: null, expires: null },
    })
  })

  it('takes a visit to come in the sandbox, but no check-in that is still to come', async () => {
    const { id } = await reservationIn('confirmed')
    for (const milliseconds of [3_600_000, 30 * 86_400_000]) {
      const checkedInAt = new Date(Date.now() + milliseconds).toISOString()
      const refused = await rest.post(path(id, 'checkin'), { checkedInAt })
      expect([refused.status, refused.body.code, refused.body.errors?.fields]).toEqual([
        400,
        'ERROR_VALIDACION',
        { checkedInAt: ['must not be in the future'] },
      ])
    }
    expect((await rest.get(path(id))).body.data).toMatchObject({ status: 'confirmed', checkIn: null })
    const arrived = await rest.post(path(id, 'checkin'), { checkedInAt: new Date().toISOString() })
    expect([arrived.status, arrived.body.data.status]).toEqual([200, 'in_progress'])
  })

  it('names each wrong field', async () => {
    const { id } = await reservationIn('confirmed')
    const wrong = await rest.post(path(id, 'checkin'), {
      checkedInAt: '2026-02-30T10:00:00Z',
      actualVisitors: { adults: -1 },
      staff: { name: 5 },
      notes: 'x'.repeat(2_001),
    })
    expect(wrong).toHaveStatus(400)
    expect(Object.keys(wrong.body.errors.fields)).toEqual(
      expect.arrayContaining(['checkedInAt', 'actualVisitors.adults', 'staff.name', 'notes']),
    )
  })

  it('is for the day of the visit in the live environment, and no-shows for once it has begun', async () => {
    const live = partner(product.url, keys.live)
    const { id } = await reserve(live)
    await live.post(path(id, 'confirm'), {})
    for (const [step, reason] of [
      ['checkin', 'not_visit_date'],
      ['no-show', 'visit_not_started'],
    ] as const) {
      const response = await live.post(path(id, step), {})
      expect([response.status, response.body.error.code, response.body.error.details.reason]).toEqual([
        422,
        'MODIFICATION_NOT_ALLOWED',
        reason,
      ])
    }
    const ahead = await live.post(path(id, 'checkin'), { checkedInAt: `${nextSaturday()}T18:00:00Z` })
    expect([ahead.status, Object.keys(ahead.body.errors.fields)]).toEqual([400, ['checkedInAt']])
    expect((await live.get(path(id))).body.data.status).toBe('confirmed')
  })
})

describe('texts', () => {
  it('however hostile are shown as they were given: names, requests and notes', async () => {
    const hostile = `"Ana" <script>alert(1)</script> \\ '; DROP TABLE reservation; -- {{7*7}} \r\nBcc: x@example.com ñ 你好 🌊 \u202e`
    const tag = randomUUID()
    const guest = {
      name: hostile,
      email: `ana+${tag}@example.com`,
      phone: '+52 (998) 123-4567',
      emergencyContact: { name: hostile, phone: '+52 998 123 4567', relationship: hostile.slice(0, 100) },
      preferences: { diet: hostile, deep: [[{ constructor: hostile }]] },
      loyaltyMember: { number: '42' },
    }
    const { id } = await reserve(rest, { guest, specialRequests: hostile })
    expect(await rest.post(path(id, 'confirm'), {})).toHaveStatus(200)
    expect(await rest.post(path(id, 'checkin'), { notes: hostile })).toHaveStatus(200)
    const { data } = (await rest.get(path(id))).body
    expect([data.guest, data.specialRequests, data.notes]).toEqual([guest, hostile, { internal: hostile }])
    const found = await rest.get(`/api/partner/reservations?guestEmail=ANA%2B${tag}@example.com&fields=guest`)
    expect(found.body.data).toEqual([{ id, guest }])
  })
})

describe('the list', () => {
  it('for a guest without an address finds no reservation, instead of all', async () => {
    await reserve()
    const rested = await rest.get('/api/partner/reservations?guestEmail=')
    expect([rested.status, rested.body.data, rested.body.pagination.total]).toEqual([200, [], 0])
    const { body } = await rest.graphql('{ reservations(filter: { guestEmail: "" }) { totalCount nodes { id } } }')
    expect(body.data.reservations).toEqual({ totalCount: 0, nodes: [] })
  })
})

describe('the status history', () => {
  it('has a note at every entry, null where nothing was noted, and who made the change', async () => {
    const { id } = await reserve()
    await rest.post(path(id, 'cancel'), { reason: 'guest_request', note: 'ill' })
    const { statusHistory } = (await rest.get(path(id))).body.data
    const made = {
      timestamp: expect.stringMatching(/Z$/),
      by: { type: 'partner', keyId: demoId('api-key', keys.demo), keyLabel: null },
    }
    expect(statusHistory).toEqual([
      { ...made, status: 'pending', note: null },
      { ...made, status: 'cancelled', note: 'ill' },
    ])
  })
})

describe('a hold', () => {
  it('is prolonged once', async () => {
    const { id, expiresAt } = await reserve()
    // The hold of a day ends well before a visit in two: prolonging doubles it.
    const extended = await rest.post(path(id, 'extend'), undefined)
    expect(extended).toHaveStatus(200)
    const { expiresAt: later, payment } = extended.body.data
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(expiresAt))
    expect(payment).toMatchObject({ required: true, deadline: later })
    const again = await rest.post(path(id, 'extend'), {})
    expect([again.status, again.body.error.code, again.body.error.details.reason]).toEqual([
      422,
      'MODIFICATION_NOT_ALLOWED',
      'already_extended',
    ])
    expect((await rest.get(path(id))).body.data.timeline.paymentDeadline).toBe(later)
    const { id: confirmed } = await reservationIn('confirmed')
    const late = await rest.post(path(confirmed, 'extend'), {})
    expect([late.status, late.body.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('that has expired ends automatically, and its reservation reads as cancelled by the system immediately', async () => {
    const { id } = await reserve()
    await makeDue(product.database('booking'), 'hold', [id])
    const read = (await rest.get(path(id))).body.data
    expect(read).toMatchObject({ status: 'cancelled', cancellation: { cancelledBy: 'system' } })
    expect(read.statusHistory.map(({ status }: Json) => status)).toEqual(['pending', 'cancelled'])
    await recorded(id, 'cancelled', 'reservation.expired')
    await expectBalancedBooks(product.database('booking'))
  })

  it('that has expired releases its places to the next request immediately, and is listed as cancelled', async () => {
    const place = { visitTime: '16:00', visitors: { adults: 30, children: 0 } }
    const ofDay = `dateFrom=${nextSaturday()}&dateTo=${nextSaturday()}`
    const ids: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const { id } = await reserve(rest, place)
      await makeDue(product.database('booking'), 'hold', [id])
      if (round % 2 === 1) {
        const listed = await rest.get(`/api/partner/reservations?status=cancelled&${ofDay}&sortBy=updatedAt&perPage=1`)
        expect(listed.body.data).toMatchObject([{ id, status: 'cancelled' }])
      }
      ids.push(id)
    }
    const { id } = await reserve(rest, { visitTime: '16:00', visitors: { adults: 1, children: 0 } })
    const grown = await rest.send('PATCH', path(id), { visitors: { adults: 30 } })
    expect(grown).toHaveStatus(200)
    for (const ended of ids) expect((await rest.get(path(ended))).body.data.status).toBe('cancelled')
    await expectBalancedBooks(product.database('booking'))
  })
})

describe('the day after', () => {
  it('is marked as a no-show automatically, with the places free', async () => {
    const { id } = await reservationIn('confirmed')
    await makeDue(product.database('booking'), 'no_show', [id])
    await recorded(id, 'no_show', 'reservation.no_show')
    await expectBalancedBooks(product.database('booking'))
  })
})

/** Waits until a job has recorded a status, with its event. */
async function recorded(id: string, status: string, event: string): Promise<void> {
  const statusAndEvent = async () => {
    const [stored] = await storedReservations(product.database('booking'), [id])
    const events = await storedEvents(product.database('booking'), id)
    return [stored?.status, events.find(({ version }) => version === stored?.version)?.type]
  }
  await eventually(statusAndEvent, [status, event])
}
