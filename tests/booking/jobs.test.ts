import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Clock } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { endHolds, endHoldsNow, markMissed } from '../../subgraphs/booking/reservation/commands/jobs.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { testServerUrl } from '../testkit/database.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { makeDue } from '../testkit/due.ts'
import { failChangesOf } from '../testkit/failures.ts'
import { storedReservations } from '../testkit/stored-reservations.ts'

/** Runs the jobs of one replica whose clock the test sets. */
interface Runner {
  at(instant: Date): void
  readonly run: (job: typeof endHolds) => Promise<void>
  readonly endNow: (days: Parameters<typeof endHoldsNow>[1]) => Promise<boolean>
  close(): Promise<void>
}

let product: TestProduct
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

beforeAll(async () => {
  product = await startTestProduct()
  runners.push(await startRunner(), await startRunner())
})
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.close()))
  await product.close()
})

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
    const rest = partner(product.url)
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
