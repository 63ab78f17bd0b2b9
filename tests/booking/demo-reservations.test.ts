import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { addDays, localDateTime } from '../../platform/values/clock.ts'
import { reservationStatuses } from '../../schema/reservation-statuses.ts'
import { sql, testServerUrl } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { classic, tourSeller } from '../testkit/tours.ts'

const { date: today } = localDateTime(new Date(), 'America/Cancun')
const soldOut = addDays(today, 7)

const settings = { DEMO_RESERVATIONS: '1' }
/** Nothing else uses these databases. */
let without: TestProduct
let product: TestProduct
const started: TestProduct[] = []
beforeAll(async () => {
  // The default, given so that the databases are not copied from the template, whose departures count from its own day.
  without = await startTestProduct({ BOOKING_HORIZON_DAYS: '730' })
  started.push(without)
})
afterAll(() => Promise.all(started.map((one) => one.close())))

const booking = (statement: string): Promise<Json[]> => sql(without.database('booking'), statement)
/** The numbers that a statement counts. */
const numbers = async (counts: Record<string, string>, from: string): Promise<Json> => {
  const columns = Object.entries(counts).map(([name, counted]) => `(${counted})::integer AS "${name}"`)
  const [row] = await booking(`SELECT ${columns.join(', ')} FROM sandbox.${from}`)
  return row
}
const reservations = async (): Promise<number> => (await numbers({ all: 'count(*)' }, 'reservation')).all
const where = (condition: string): string => `count(*) FILTER (WHERE ${condition})`
const dayOf = async (apiKey: string, date: string): Promise<Json> => {
  const address = `/booking/tours/${classic}/availability?startDate=${date}&endDate=${addDays(date, 1)}`
  const { body } = await partner(product.url, apiKey).get(address)
  return body.data.availability.find((day: Json) => day.date === date)
}

describe('demo reservations', () => {
  it('are absent with DEMO_RESERVATIONS=0', async () => {
    expect(await reservations()).toBe(0)
  })

  it('are written once, all together, by processes that start at the same time', async () => {
    started.push(...(await Promise.all([startTestProduct(settings, without), startTestProduct(settings, without)])))
    product = started.at(-1) as TestProduct
    const written = await eventually(reservations, (number) => number > 0)
    expect(written).toBeGreaterThan(270)
    expect(written).toBeLessThan(330)
  })

  it('are of both partners in every state, from a month ago to next month', async () => {
    const rows = await booking(
      'SELECT partner_name AS name, status, count(*)::integer FROM sandbox.reservation GROUP BY 1, 2',
    )
    for (const name of ['Demo Travel', 'Rival Tours'])
      expect(rows.flatMap((row) => (row.name === name ? [row.status] : [])).sort()).toEqual(
        [...reservationStatuses].sort(),
      )
    const found = await numbers(
      {
        longAgo: where(`visit_date < '${addDays(today, -20)}'`),
        today: where(`visit_date = '${today}'`),
        farAhead: where(`visit_date > '${addDays(today, 20)}'`),
        expired: where(`cancellation ->> 'reason' = 'hold_expired'`),
        tours: where(`product_type = 'tour'`),
        pickups: where('transport IS NOT NULL'),
        services: where(`services @> '[{"included": false}]'`),
        coupons: where('coupon_code IS NOT NULL'),
        children: where('children > 0'),
        seniors: where('seniors > 0'),
        infants: where('infants > 0'),
        teens: where('teens > 0'),
        unpaid: where(`status = 'confirmed' AND payment IS NULL`),
        inParts: where(`jsonb_array_length(payment -> 'additional') > 0`),
      },
      'reservation',
    )
    for (const [name, number] of Object.entries<number>(found))
      expect(`${name}: ${number > 0 ? 'some' : 'none'}`).toBe(`${name}: some`)
    expect((await numbers({ all: 'count(DISTINCT reservation_id)' }, 'reservation_modification')).all).toBeGreaterThan(
      3,
    )
  })

  it('have a past that happened in the past, in the order of the log', async () => {
    expect(
      await numbers(
        {
          madeLater: where(`created_at > now() OR created_at >= visit_at`),
          checkedInLater: where(`(check_in ->> 'checkedInAt')::timestamptz > now()`),
          changedLater: where('updated_at > now()'),
        },
        'reservation',
      ),
    ).toEqual({ madeLater: 0, checkedInLater: 0, changedLater: 0 })
    const ordered = await booking(
      `SELECT count(*)::integer FROM (SELECT occurred_at, lag(occurred_at) OVER (ORDER BY transaction_id, sequence) AS before
         FROM sandbox.reservation_event) AS event WHERE occurred_at < before`,
    )
    expect(ordered).toEqual([{ count: 0 }])
    const { body } = await partner(product.url, keys.rival).get('/api/partner/reservations?status=completed&perPage=1')
    const [{ id, createdAt }] = body.data
    const shown = (await partner(product.url, keys.rival).get(`/api/partner/reservations/${id}`)).body.data
    const { statusHistory } = shown
    expect(statusHistory.map(({ status }: Json) => status)).toEqual([
      'pending',
      'confirmed',
      'in_progress',
      'completed',
    ])
    expect(statusHistory[0].timestamp ?? statusHistory[0].at).toBe(createdAt)
  })

  it('balance, with events, prices, places and uses of coupons', async () => {
    const databasePrefix = product.database('booking').replace(/booking$/, '')
    const findings = await audit({ serverUrl: testServerUrl(), databasePrefix, environment: 'sandbox' })
    expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
    const { versions } = await numbers({ versions: 'sum(version)' }, 'reservation')
    expect((await numbers({ all: 'count(*)' }, 'reservation_event')).all).toBe(versions)
  })

  it('were reported to webhooks that are off, and are sent to no one', async () => {
    const hooks = await booking('SELECT is_active AS "isActive", url FROM sandbox.webhook')
    expect(hooks).toHaveLength(2)
    for (const { isActive, url } of hooks) {
      expect(isActive).toBe(false)
      expect(new URL(url).hostname).toMatch(/\.example$/)
    }
    const rest = partner(product.url, keys.demo)
    const [{ id }] = (await rest.get('/webhooks')).body.data
    for (const status of ['succeeded', 'dead']) {
      const { body } = await rest.get(`/webhooks/${id}/deliveries?status=${status}`)
      expect(body.data.length).toBeGreaterThan(0)
    }
    expect(await numbers({ waiting: where('next_attempt_at IS NOT NULL') }, 'webhook_delivery')).toEqual({ waiting: 0 })
    expect(await numbers({ mails: 'count(*)' }, 'queued_mail')).toEqual({ mails: 0 })
    expect(
      await numbers({ notSent: where(`status <> 'sent'`), later: where('sent_at <> created_at') }, 'communication'),
    ).toEqual({ notSent: 0, later: 0 })
    expect(await numbers({ mails: 'count(*)' }, 'test_mail')).toEqual({ mails: 0 })
  })

  it('were reviewed by some of their guests', async () => {
    const written = () =>
      sql<{ count: number }>(
        without.database('catalog'),
        'SELECT count(*)::integer FROM sandbox.review WHERE reservation_id IS NOT NULL',
      )
    await eventually(written, ([row]) => (row?.count ?? 0) > 3)
  })

  it('sell out a departure of the sandbox, beside a cancelled and an extra one', async () => {
    const [first, second] = (await dayOf(keys.demo, soldOut)).timeSlots
    expect(first).toMatchObject({ time: '08:00', available: false, remaining: 0, reason: 'fully_booked' })
    expect(second).toMatchObject({ time: '13:00', available: true })
    expect(
      await tourSeller(product).refused({ tourId: classic, visitDate: soldOut, visitTime: '08:00' }),
    ).toMatchObject({
      code: 'TOUR_NOT_AVAILABLE',
      details: { reason: 'fully_booked' },
    })
    const cancelled = (await dayOf(keys.demo, addDays(today, 8))).timeSlots
    expect(cancelled).toContainEqual(expect.objectContaining({ time: '13:00', reason: 'departure_cancelled' }))
    const extra = (await dayOf(keys.demo, addDays(today, 9))).timeSlots
    expect(extra).toContainEqual(expect.objectContaining({ time: '10:00', available: true }))
  })

  it('are in the sandbox only', async () => {
    expect((await partner(product.url, 'pk_live_rival_enterprise').get('/api/partner/reservations')).body.data).toEqual(
      [],
    )
    expect((await dayOf(keys.live, soldOut)).timeSlots[0]).toMatchObject({ time: '08:00', available: true })
  })

  it('are left as they are by a later start', async () => {
    const before = await reservations()
    const later = await startTestProduct(settings, without)
    // Closing waits for what a start writes.
    await later.close()
    expect(await reservations()).toBe(before)
  })
})
