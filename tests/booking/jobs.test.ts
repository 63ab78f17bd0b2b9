import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../platform/process/logger.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import type { Mail } from '../../subgraphs/booking/messages/index.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { endHolds, endHoldsNow, markMissed } from '../../subgraphs/booking/reservation/expire/end-holds.ts'
import { Mails } from '../../subgraphs/booking/reservation/index.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { testServerUrl } from '../testkit/database.ts'
import { makeDue, makeMailsDue } from '../testkit/due.ts'
import { eventually } from '../testkit/eventually.ts'
import { failChangesOf } from '../testkit/failures.ts'
import { readMails, type WrittenMail } from '../testkit/mail-folder.ts'
import { slowFor } from '../testkit/pauses.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { messageRemains, queuedMails } from '../testkit/stored-mails.ts'
import { storedReservations } from '../testkit/stored-reservations.ts'

const reservations = '/api/partner/reservations'
let product: TestProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
})
afterAll(() => product.close())

async function confirmed(body: object = { confirmationEmail: true }, headers = {}): Promise<string> {
  const created = await rest.post(
    reservations,
    {
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Zoë Núñez', email: 'zoe@example.com', phone: '+52 1 555' },
    },
    headers,
  )
  const { id } = created.body.data
  expect(await rest.post(`${reservations}/${id}/confirm`, body)).toHaveStatus(200)
  return id as string
}
const communications = async (id: string): Promise<Json[]> =>
  (await rest.get(`${reservations}/${id}`)).body.data.communications
const reminderOf = async (id: string): Promise<Json> =>
  (await communications(id)).find(({ type }: Json) => type === 'reminder_email')
const until = (isSo: () => Promise<boolean>): Promise<boolean> => eventually(isSo, true)
/** The mails in the folder whose Message-ID is that of a reservation's reminder. */
async function mailsOf(id: string): Promise<WrittenMail[]> {
  const reminder = await reminderOf(id)
  const mails = await readMails(product.dataFolder)
  return reminder ? mails.filter(({ messageId = '' }) => messageId.startsWith(`<${reminder.id}@`)) : []
}

describe('a reminder', () => {
  it('is planned for the day before at the cenote, and goes out once it is due, in the language of the creation', async () => {
    const id = await confirmed({ confirmationEmail: true }, { 'Accept-Language': 'es' })
    const planned = await reminderOf(id)
    const eve = new Date(`${nextSaturday()}T00:00:00Z`)
    eve.setUTCDate(eve.getUTCDate() - 1)
    // 10:00 in Cancún, five hours behind UTC all year.
    expect(planned).toEqual({
      id: expect.any(String),
      attempts: [],
      type: 'reminder_email',
      status: 'scheduled',
      scheduledFor: `${eve.toISOString().slice(0, 10)}T15:00:00.000Z`,
      recipient: 'zoe@example.com',
    })
    expect(await mailsOf(id)).toEqual([])
    await makeMailsDue(product.database('booking'), [id])
    await until(async () => (await communications(id)).every(({ status }) => status === 'sent'))
    const { body } = await rest.get(`${reservations}/${id}`)
    expect(body.data.reminderSent).toBe(true)
    expect(body.data.communications.map(({ type, status }: Json) => [type, status])).toEqual(
      expect.arrayContaining([
        ['confirmation_email', 'sent'],
        ['reminder_email', 'sent'],
      ]),
    )
    const mails = await mailsOf(id)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual([{ name: '', address: 'zoe@example.com' }])
    expect(mails[0]?.subject).toMatch(/^\[TEST\] Mañana: su visita a /)
    expect(mails[0]?.text).toContain('Antes de la visita:')
  })

  it('is not planned where the partner writes to its guests itself, nor sent for a visit that was cancelled', async () => {
    expect(await communications(await confirmed({}))).toEqual([])
    const id = await confirmed()
    const reminder = await reminderOf(id)
    expect(reminder).toMatchObject({ status: 'scheduled' })
    await rest.post(`${reservations}/${id}/cancel`, { reason: 'weather' })
    expect(await reminderOf(id)).toBeUndefined()
    await makeMailsDue(product.database('booking'), [id])
    await eventually(() => messageRemains(product.database('booking'), reminder.id), false)
    const messageIds = (await readMails(product.dataFolder)).map(({ messageId = '' }) => messageId)
    expect(messageIds.filter((messageId) => messageId.includes(reminder.id))).toEqual([])
  })

  it('is sent by one of several replicas, and again only when it could not be sent', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => confirmed()))
    const { databases, close } = await openDatabases(testServerUrl(), product.database('booking'))
    const sent: string[] = []
    let failed = 0
    const send = async ({ messageId = '' }: Mail): Promise<{ sentAt: Date }> => {
      await slowFor(20)
      if (failed < 2) {
        failed += 1
        throw new Error('the mail server is away')
      }
      sent.push(messageId)
      return { sentAt: new Date() }
    }
    const mailer = { send, close: async () => undefined }
    const terms = {
      name: 'Dos Ojos',
      location: { address: 'Tulum', latitude: 20.3, longitude: -87.4 },
      images: [],
      pricing: { includes: [] },
    }
    const settings = { present: async () => ({ hidePrice: false, tickets: 'party' }) }
    const startReplica = (): Mails =>
      new Mails({
        databases,
        clock: { now: () => new Date() },
        logger: createLogger('silent', 'test'),
        publicUrl: 'http://replica.example.com',
        signingSecret: 'a secret of the test, long enough',
        upstream: { cenote: async () => terms },
        settings: { live: settings, sandbox: settings },
        mailers: { live: mailer, sandbox: mailer },
      } as unknown as ConstructorParameters<typeof Mails>[0])
    const replicas = [startReplica(), startReplica(), startReplica()]
    const everything = async (): Promise<number> => {
      const counts = await Promise.all(ids.map(async (id) => (await mailsOf(id)).length))
      return sent.length + counts.reduce((sum, count) => sum + count, 0)
    }
    try {
      // The product's own job is one more that takes up what is due.
      await makeMailsDue(product.database('booking'), ids)
      await Promise.all(replicas.map((replica) => replica.workOnDue('sandbox')))
      // Failed mails are retried minutes later, so only they are still queued.
      const waiting = async (): Promise<number> => (await queuedMails(product.database('booking'), ids)).length
      await until(async () => (await waiting()) === failed)
      await makeMailsDue(product.database('booking'), ids)
      await replicas[0]?.workOnDue('sandbox')
      await until(async () => (await everything()) >= 12)
    } finally {
      await Promise.all(replicas.map((replica) => replica.stop()))
      await close()
    }
    expect(await everything()).toBe(12)
    for (const id of ids) {
      const reminder = await reminderOf(id)
      expect(reminder.status).toBe('sent')
      const byReplicas = sent.filter((messageId) => messageId === `<${reminder.id}@replica.example.com>`)
      expect(byReplicas.length + (await mailsOf(id)).length).toBe(1)
    }
  })
})

/** Runs the jobs of one replica whose clock the test sets. */
interface Runner {
  at(instant: Date): void
  readonly run: (job: typeof endHolds) => Promise<void>
  readonly endNow: (days: Parameters<typeof endHoldsNow>[1]) => Promise<boolean>
  close(): Promise<void>
}

const runners: Runner[] = []

async function startRunner(): Promise<Runner> {
  const { databases, close } = await openDatabases(testServerUrl(), product.database('booking'))
  let now = new Date()
  const clock: Clock = { now: () => now }
  const hub = { wake: () => undefined }
  const logger = { warn: () => undefined }
  const services = { databases, clock, hubs: { live: hub, sandbox: hub }, logger } as unknown as Parameters<
    typeof endHolds
  >[0]
  return {
    at: (instant) => (now = instant),
    async run(job) {
      while (await job(services, 'sandbox'));
    },
    endNow: (days) => endHoldsNow({ services, database: databases.sandbox, clock }, days),
    close,
  }
}

/** Both runners at once, at an instant. */
async function runBoth(job: typeof endHolds, instant: Date): Promise<void> {
  for (const runner of runners) runner.at(instant)
  await Promise.all(runners.map((runner) => runner.run(job)))
}

async function reserve(slug: string, index = 0, key = keys.demo): Promise<Json> {
  const { status, body } = await partner(product.url, key).post('/api/partner/reservations', {
    cenoteId: demoId('cenote', slug),
    visitDate: nextSaturday(),
    visitTime: `${10 + (index % 5)}:00`,
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect(status).toBe(201)
  return body.data
}
const statusesOf = async (ids: readonly string[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { status, version } of await storedReservations(product.database('booking'), ids)) {
    const state = `${status} v${version}`
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}
const inBatches = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  for (let index = 0; index < count; index += 10)
    made.push(...(await Promise.all(Array.from({ length: 10 }, (_, offset) => make(index + offset)))))
  return made
}

describe('two job runners on one database', () => {
  beforeAll(async () => void runners.push(await startRunner(), await startRunner()))
  afterAll(() => Promise.all(runners.map((runner) => runner.close())))

  it('end every hold once, at its deadline and not a millisecond before', async () => {
    const made = await inBatches(60, (index) => reserve(index % 2 ? 'gran-cenote' : 'dos-ojos', index))
    const ids = made.map(({ id }) => id)
    const deadline = new Date('2031-01-01T12:00:00.000Z')
    await makeDue(product.database('booking'), 'hold', ids, { at: deadline })
    await runBoth(endHolds, new Date(deadline.getTime() - 1))
    expect(await statusesOf(ids)).toEqual({ 'pending v1': 60 })
    await runBoth(endHolds, deadline)
    expect(await statusesOf(ids)).toEqual({ 'cancelled v2': 60 })
    await runBoth(endHolds, new Date(deadline.getTime() + 60_000))
    expect(await statusesOf(ids)).toEqual({ 'cancelled v2': 60 })
    await expectBalancedBooks(product.database('booking'))
  })

  it('leave it to the next request for places to end all expired holds of that day, however many there are', async () => {
    const requests = (await inBatches(60, (index) => reserve('dos-ojos', index))).map(({ id }) => id)
    const others = (await inBatches(10, (index) => reserve('gran-cenote', index))).map(({ id }) => id)
    const deadline = new Date('2032-01-01T12:00:00.000Z')
    await makeDue(product.database('booking'), 'hold', [...requests, ...others], { at: deadline })
    const places = { productId: demoId('cenote', 'dos-ojos'), from: nextSaturday(), to: nextSaturday() }
    for (const runner of runners) runner.at(deadline)
    await Promise.all(runners.map((runner) => runner.endNow(places)))
    expect(await statusesOf(requests)).toEqual({ 'cancelled v2': 60 })
    expect(await statusesOf(others)).toEqual({ 'pending v1': 10 })
    await expectBalancedBooks(product.database('booking'))
  })

  it('mark every no-show once, when the day of the visit ends where the cenote is', async () => {
    const confirmed = async (slug: string, index: number): Promise<Json> => {
      const reservation = await reserve(slug, index)
      expect(await rest.post(`/api/partner/reservations/${reservation.id}/confirm`, {})).toHaveStatus(200)
      return reservation
    }
    // Tulum stays on UTC-5 all year, Valladolid UTC-6: its day ends an hour later.
    const tulum = await inBatches(30, (index) => confirmed('gran-cenote', index))
    const valladolid = await inBatches(30, (index) => confirmed('zaci', index))
    const idsOf = (reservations: readonly Json[]): string[] => reservations.map(({ id }) => id)
    const midnight = Date.parse(`${nextSaturday()}T00:00:00Z`) + 86_400_000
    const hour = 3_600_000

    await runBoth(markMissed, new Date(midnight + 5 * hour - 1))
    expect(await statusesOf(idsOf(tulum))).toEqual({ 'confirmed v2': 30 })
    await runBoth(markMissed, new Date(midnight + 5 * hour))
    expect(await statusesOf(idsOf(tulum))).toEqual({ 'no_show v3': 30 })
    expect(await statusesOf(idsOf(valladolid))).toEqual({ 'confirmed v2': 30 })
    await runBoth(markMissed, new Date(midnight + 6 * hour - 1))
    expect(await statusesOf(idsOf(valladolid))).toEqual({ 'confirmed v2': 30 })
    await runBoth(markMissed, new Date(midnight + 6 * hour))
    expect(await statusesOf(idsOf(valladolid))).toEqual({ 'no_show v3': 30 })
    await expectBalancedBooks(product.database('booking'))
  })

  it('end the holds of other partners while those of one cannot be changed, and these ten seconds after they can', async () => {
    const booking = product.database('booking')
    const stuck = await inBatches(60, (index) => reserve('gran-cenote', index, keys.rival))
    const others = await inBatches(10, (index) => reserve('dos-ojos', index))
    const idsOf = (reservations: readonly Json[]): string[] => reservations.map(({ id }) => id)
    const deadline = new Date('2033-01-01T12:00:00.000Z')
    await makeDue(booking, 'hold', idsOf(stuck), { at: deadline })
    await makeDue(booking, 'hold', idsOf(others), { at: new Date(deadline.getTime() + 1) })
    const endFailure = await failChangesOf(booking, demoId('partner', 'rival'))
    const now = new Date(deadline.getTime() + 1)
    await expect(runBoth(endHolds, now)).rejects.toThrow('violates check constraint "down')
    await runBoth(endHolds, now)
    expect(await statusesOf(idsOf(stuck))).toEqual({ 'pending v1': 60 })
    expect(await statusesOf(idsOf(others))).toEqual({ 'cancelled v2': 10 })

    await endFailure()
    await runBoth(endHolds, new Date(now.getTime() + 9_999))
    expect(await statusesOf(idsOf(stuck))).toEqual({ 'pending v1': 60 })
    await runBoth(endHolds, new Date(now.getTime() + 10_000))
    expect(await statusesOf(idsOf(stuck))).toEqual({ 'cancelled v2': 60 })
    await expectBalancedBooks(booking)
  })
})
