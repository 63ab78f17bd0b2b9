import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { addDays, localDateTime } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { reservationStatuses } from '../../schema/reservation-statuses.ts'
import { testServerUrl, uniqueName } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { ended, nodeCommand, spawnCommand } from '../testkit/process.ts'
import { keys, partner, startTestProduct, Subscriber, type Json, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { countGuestReviews, demoIsBeingWritten, unwriteReview } from '../testkit/stored-demo.ts'
import { countStoredEvents, eventsOutOfOrder } from '../testkit/stored-events.ts'
import { countTestMails, queuedMails, storedMessages } from '../testkit/stored-mails.ts'
import { modifiedReservations, storedReservations, type StoredReservation } from '../testkit/stored-reservations.ts'
import { countWaitingDeliveries, storedWebhooks } from '../testkit/stored-webhooks.ts'
import { classic, tourSeller } from '../testkit/tours.ts'

const { date: today } = localDateTime(new Date(), 'America/Cancun')
const soldOut = addDays(today, 7)

const settings = { DEMO_RESERVATIONS: '1' }
/**
 * Nothing else uses these databases. The first start creates them: they are not copied from the template, whose
 * departures count from its own day.
 */
const prefix = `${uniqueName('demo')}_`
const databases = { database: (owner: string): string => `${prefix}${owner}` }
const booking = (): string => databases.database('booking')
let folder: string
let product: TestProduct
const started: TestProduct[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-killed-'))
})
afterAll(async () => {
  await Promise.all(started.map((one) => one.close()))
  await rm(folder, { recursive: true, force: true })
})

/** Starts the product in a process of its own. */
const startScript = `import { startOn } from '${new URL('../testkit/start-product.js', import.meta.url).href}'
  const { PREFIX: prefix, ...environment } = process.env
  await startOn({ environment, prefix })`
/** False before the database exists. */
const isWriting = (): Promise<boolean> => demoIsBeingWritten(booking()).catch(() => false)
const reviews = (): Promise<number> => countGuestReviews(databases.database('catalog'))
const reservations = async (): Promise<number> => (await storedReservations(booking())).length
const dayOf = async (apiKey: string, date: string): Promise<Json> => {
  const address = `/booking/tours/${classic}/availability?startDate=${date}&endDate=${addDays(date, 1)}`
  const { body } = await partner(product.url, apiKey).get(address)
  return body.data.availability.find((day: Json) => day.date === date)
}

describe('demo reservations', () => {
  it('are not there in part when a start is killed while it writes them', async () => {
    const starting = spawnCommand([...nodeCommand, '--input-type=module', '-e', startScript], {
      ...settings,
      DATABASE_URL: testServerUrl(),
      DEMO_DATA: 'true',
      DATA_DIR: folder,
      PORT: '0',
      PREFIX: prefix,
    })
    await eventually(isWriting, true, { describe: starting.output }).finally(() => ended(starting.child, 'SIGKILL'))
    await eventually(isWriting, false)
    expect(await reservations()).toBe(0)
  })

  it('are written once by processes that start concurrently, and complete before these are ready', async () => {
    const both = [startTestProduct(settings, databases), startTestProduct(settings, databases)]
    const counts = both.map(async (start) => {
      started.push(await start)
      return { reservations: await reservations(), reviews: await reviews() }
    })
    const [first, second] = await Promise.all(counts)
    product = started.at(-1) as TestProduct
    expect(first).toEqual(second)
    expect(first?.reservations).toBeGreaterThan(270)
    expect(first?.reservations).toBeLessThan(330)
    expect(first?.reviews).toBeGreaterThan(3)
  })

  it('reach neither subscribers nor webhooks, but readers of the log', async () => {
    const receiver = await new Receiver().start()
    const subscriber = new Subscriber(
      product.url,
      'subscription { reservationEvents { reservation { reservationId } } }',
    )
    try {
      const rest = partner(product.url, keys.demo)
      const registered = await rest.post('/webhooks', { url: receiver.url, events: ['reservation.*'] })
      expect(registered).toHaveStatus(201)
      const made: string[] = []
      const caused = async () => {
        const created = await rest.post('/api/partner/reservations', {
          cenoteId: demoId('cenote', 'casa-cenote'),
          visitDate: addDays(today, 40),
          visitors: { adults: 1, children: 0 },
          guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
        })
        expect(created).toHaveStatus(201)
        made.push(created.body.data.id)
        return created.body.data.id
      }
      await subscriber.listening(caused, ({ data }, id) => data.reservationEvents.reservation.reservationId === id)
      await receiver.got(made.length)
      expect(subscriber.events.map(({ data }) => data.reservationEvents.reservation.reservationId)).toEqual(
        made.slice(-subscriber.events.length),
      )
      expect(receiver.received.map(({ body }) => body.data.id).sort()).toEqual([...made].sort())
      const { body } = await rest.get('/events?perPage=1')
      expect(made).not.toContain(body.data[0].reservation.id)
      expect(await rest.send('DELETE', `/webhooks/${registered.body.data.id}`)).toHaveStatus(204)
    } finally {
      await subscriber.close()
      await receiver.stop()
    }
  })

  it('are of both partners in every state, from a month ago to next month', async () => {
    const stored = await storedReservations(booking())
    for (const name of ['Demo Travel', 'Rival Tours']) {
      const statuses = stored.flatMap(({ partnerName, status }) => (partnerName === name ? [status] : []))
      expect([...new Set(statuses)].sort()).toEqual([...reservationStatuses].sort())
    }
    const kinds: Record<string, (reservation: StoredReservation) => boolean> = {
      longAgo: ({ visitDate }) => visitDate < addDays(today, -20),
      today: ({ visitDate }) => visitDate === today,
      farAhead: ({ visitDate }) => visitDate > addDays(today, 20),
      expired: ({ cancellation }) => cancellation?.reason === 'hold_expired',
      tours: ({ productType }) => productType === 'tour',
      pickups: ({ transport }) => transport !== null,
      services: ({ services }) => services.some(({ included }) => included === false),
      coupons: ({ couponCode }) => couponCode !== null,
      children: ({ children }) => children > 0,
      seniors: ({ seniors }) => seniors > 0,
      infants: ({ infants }) => infants > 0,
      teens: ({ teens }) => teens > 0,
      unpaid: ({ status, payment }) => status === 'confirmed' && payment === null,
      inParts: ({ payment }) => (payment?.additional?.length ?? 0) > 0,
    }
    for (const [name, isOfKind] of Object.entries(kinds)) expect([name, stored.some(isOfKind)]).toEqual([name, true])
    expect(await modifiedReservations(booking())).toBeGreaterThan(3)
  })

  it('have a past that happened in the past, in the order of the log', async () => {
    const stored = await storedReservations(booking())
    const now = new Date()
    expect(stored.filter(({ createdAt, visitAt }) => createdAt > now || createdAt >= visitAt)).toEqual([])
    expect(stored.filter(({ checkIn }) => checkIn !== null && new Date(checkIn.checkedInAt) > now)).toEqual([])
    expect(stored.filter(({ updatedAt }) => updatedAt > now)).toEqual([])
    expect(await eventsOutOfOrder(booking())).toBe(0)
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
    const findings = await audit({ serverUrl: testServerUrl(), databasePrefix: prefix, environment: 'sandbox' })
    expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
    const versions = (await storedReservations(booking())).reduce((sum, { version }) => sum + version, 0)
    expect(await countStoredEvents(booking())).toBe(versions)
  })

  it('were reported to webhooks that are off, and are sent to no one', async () => {
    const hooks = await storedWebhooks(booking())
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
    expect(await countWaitingDeliveries(booking())).toBe(0)
    expect(await queuedMails(booking())).toEqual([])
    const messages = await storedMessages(booking())
    expect(messages.filter(({ status, isSentAtOnce }) => status !== 'sent' || isSentAtOnce === false)).toEqual([])
    expect(await countTestMails(booking(), 'sandbox')).toBe(0)
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

  it('are left as they are by a later start, which writes the reviews that an earlier one did not', async () => {
    const before = { reservations: await reservations(), reviews: await reviews() }
    await unwriteReview(product)
    started.push(await startTestProduct(settings, databases))
    expect({ reservations: await reservations(), reviews: await reviews() }).toEqual(before)
  })
})
