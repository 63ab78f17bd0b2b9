import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { uniqueName } from '../testkit/database.ts'
import { ownDatabases, startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { nextSaturday, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { startReplica, type Replica } from '../testkit/replica.ts'
import { eventually } from '../testkit/eventually.ts'

let primary: OwnPostgres
let replica: Replica
let product: TestProduct
let cached: TestProduct
beforeAll(async () => {
  primary = await startOwnPostgres({ settings: { synchronous_commit: 'on' }, demoData: true })
  replica = await startReplica(primary)
  const settings = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url }
  product = await startTestProduct({ ...settings, CACHE_MB: '0' }, ownDatabases)
  cached = await startTestProduct(settings, product)
}, 180_000)
afterAll(async () => {
  await replica.resumeReplay().catch(() => undefined)
  await cached.close()
  await product.close()
  await replica.stop().catch(() => undefined)
  await primary.stop()
})

const cenoteId = demoId('cenote', 'gran-cenote')
const visitDate = nextSaturday()
const availability = `/api/partner/cenotes/${cenoteId}/availability?startDate=${visitDate}`

async function reserve(url = product.url): Promise<string> {
  const { status, body } = await partner(url).post('/api/partner/reservations', {
    cenoteId,
    visitDate,
    visitTime: '10:00',
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect(status).toBe(201)
  return body.data.id
}

async function booked(url = product.url): Promise<number> {
  const { body } = await partner(url).get(availability)
  return body.data.availability[0].timeSlots.find(({ time }: { time: string }) => time === '10:00').booked
}

/** Reads that one server has served for a database, by the metrics of this process. */
async function served(server: 'replica' | 'primary', owner: 'booking' | 'catalog'): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const line = new RegExp(
    `^database_replica_reads_total\\{database="${product.database(owner)}",server="${server}"[^}]*\\} (\\d+)`,
    'm',
  ).exec(text)
  return Number(line?.[1] ?? 0)
}

/** Reads until the replica has served one more. */
async function untilReplicaServes(): Promise<void> {
  const before = await served('replica', 'booking')
  await eventually(
    async () => {
      await booked()
      return (await served('replica', 'booking')) > before
    },
    true,
    { describe: () => 'the replica serves nothing' },
  )
}

describe('a read replica', () => {
  it('serves lists, details and availability', async () => {
    await untilReplicaServes()
    const before = { catalog: await served('replica', 'catalog'), booking: await served('replica', 'booking') }
    await eventually(
      async () => {
        expect((await partner(product.url).get('/api/partner/cenotes?perPage=5')).body.data).toHaveLength(5)
        expect(await partner(product.url).get('/api/partner/reservations')).toHaveStatus(200)
        return (
          (await served('replica', 'catalog')) > before.catalog && (await served('replica', 'booking')) > before.booking
        )
      },
      true,
      { describe: () => 'the replica serves nothing' },
    )
  })

  it('never serves a read that precedes what it misses: every reader sees each change at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      if (round % 3 === 1) await replica.pauseReplay()
      const before = await booked()
      const id = await reserve()
      expect(await booked()).toBe(before + 1)
      expect((await partner(product.url).get(`/api/partner/reservations/${id}`)).body.data.status).toBe('pending')
      // Another process, which has made no change itself.
      expect(await partner(cached.url).get(`/api/partner/reservations/${id}`)).toHaveStatus(200)
      const cancelled = await partner(product.url).post(`/api/partner/reservations/${id}/cancel`, { reason: 'weather' })
      expect(cancelled).toHaveStatus(200)
      expect(await booked()).toBe(before)
      if (round % 3 === 2) await replica.resumeReplay()
    }
    await replica.resumeReplay()
    await untilReplicaServes()
  })

  it('does not bring back into the cache what a change has ended', async () => {
    const before = await booked(cached.url)
    await replica.pauseReplay()
    await reserve(cached.url)
    for (let count = 0; count < 5; count += 1) expect(await booked(cached.url)).toBe(before + 1)
    await replica.resumeReplay()
    await untilReplicaServes()
    for (let count = 0; count < 5; count += 1) expect(await booked(cached.url)).toBe(before + 1)
  })

  it('serves nothing while replay stands still, and the primary everything', async () => {
    await replica.pauseReplay()
    await reserve()
    const before = { replica: await served('replica', 'booking'), primary: await served('primary', 'booking') }
    for (let count = 0; count < 5; count += 1) await booked()
    expect(await served('replica', 'booking')).toBe(before.replica)
    expect(await served('primary', 'booking')).toBeGreaterThan(before.primary)
    await replica.resumeReplay()
    await untilReplicaServes()
  })

  it('is refused by name when it is a primary, or a replica of another server', async () => {
    const database = (owner: string): string => `${uniqueName('never')}_${owner}`
    const start = (settings: Record<string, string>): Promise<TestProduct> => startTestProduct(settings, { database })
    await expect(start({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: primary.url })).rejects.toThrow(
      /DATABASE_REPLICA_URL names a primary/,
    )
    await expect(start({ DATABASE_REPLICA_URL: replica.url })).rejects.toThrow(
      /DATABASE_REPLICA_URL names a replica of another server/,
    )
  })

  it('may end: the primary serves, and no request fails', async () => {
    await replica.stop()
    const before = await served('primary', 'booking')
    for (let count = 0; count < 10; count += 1) {
      expect(await partner(product.url).get('/api/partner/reservations')).toHaveStatus(200)
      expect(await partner(product.url).get(availability)).toHaveStatus(200)
    }
    expect(await served('primary', 'booking')).toBeGreaterThan(before)
  })
})
