import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startJobs } from '../../../../platform/process/job.ts'
import { createLogger } from '../../../../platform/process/logger.ts'
import { catalogEventTypes, type AnyEventType } from '../../../../schema/event-types.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { writeProductEvents } from '../../../../tests/testkit/product-events.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../../database.ts'
import type { LogPosition, ProductLogEvent } from './event.ts'
import { pruneEventsJob, retainedSince } from './prune.ts'
import { expireProductEvents } from './store/expiry.ts'
import { positionProblem } from './store/position.ts'
import { findProductEvents } from './store/product-events.ts'
import { countEvents, findEvents, readEvents } from './store/reservation-events.ts'
import { eventually } from '../../../../tests/testkit/eventually.ts'

const logger = createLogger('silent', 'test')
const start = { transaction: 0, sequence: 0 }
let opened: Awaited<ReturnType<typeof openDatabases>>

/** Writes events of a partner with given ages, each in its own transaction. */
async function write({ pool }: Database, partnerId: string, count: number, days: number): Promise<void> {
  for (let version = 1; version <= count; version += 100)
    await pool.query(
      `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'reservation.modified', version,
         now() - make_interval(days => $3), '{}' FROM generate_series($4::integer, $4::integer + 99) version`,
      [partnerId, randomUUID(), days, version],
    )
}

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
})
afterAll(() => opened.close())

describe('the log', () => {
  it('lets what is older than 30 days expire in the background, in several processes, and nothing else', async () => {
    const { live, sandbox } = opened.databases
    const [busy, quiet] = [randomUUID(), randomUUID()]
    await write(live, busy, 700, 31)
    await write(sandbox, busy, 1_300, 31)
    await write(sandbox, busy, 200, 29)
    await write(sandbox, quiet, 100, 29)
    // All events are settled once the transactions that began before, in any database, have ended.
    let before = await readEvents(sandbox.pool, start, 2_000, { partnerId: busy })
    while (before.length < 1_500) before = await readEvents(sandbox.pool, start, 2_000, { partnerId: busy })
    while ((await readEvents(sandbox.pool, start, 2_000, { partnerId: quiet })).length < 100);
    const [oldest, lastOld, firstStored] = [before[0], before[1_299], before[1_300]].map(
      (event) => event?.position ?? start,
    )
    const services = { databases: opened.databases, clock: opened.watch.clock }
    const jobs = [1, 2].map(() => startJobs([{ ...pruneEventsJob, everyMilliseconds: 20 }], services, logger))
    const left = async () =>
      (await countEvents(sandbox.pool, { partnerId: busy })) + (await countEvents(live.pool, { partnerId: busy }))
    await eventually(left, 200)
    await Promise.all(jobs.map((job) => job.stop()))
    expect(await findEvents(live.pool, { partnerId: busy }, { take: 10 })).toEqual([])
    const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id)
    const remaining = await readEvents(sandbox.pool, start, 2_000, { partnerId: busy })
    expect(ids(remaining)).toEqual(ids(before.slice(1_300)))
    expect(await readEvents(sandbox.pool, start, 2_000, { partnerId: quiet })).toHaveLength(100)

    // A cursor before a pruned event is refused; a later cursor continues.
    expect(await positionProblem(sandbox.pool, busy, oldest ?? start)).toBe('expired')
    expect(await positionProblem(sandbox.pool, busy, lastOld ?? start)).toBeNull()
    expect(await positionProblem(sandbox.pool, busy, firstStored ?? start)).toBeNull()
    expect(await positionProblem(sandbox.pool, quiet, oldest ?? start)).toBeNull()
  })
  it('lets events of products expire by their types, with their deliveries', async () => {
    const { pool } = opened.databases.live
    const event = { productType: 'cenote', productId: randomUUID() } as const
    const old = new Date(Date.now() - 31 * 86_400_000)
    const recent = new Date(Date.now() - 29 * 86_400_000)
    const [expired] = await writeProductEvents(pool, [
      { ...event, type: 'availability.updated', dateFrom: '2030-01-01', dateTo: '2030-01-01', occurredAt: old },
    ])
    await writeProductEvents(pool, [
      ...Array.from({ length: 120 }, () => ({ ...event, type: 'product.updated' as const, occurredAt: old })),
    ])
    const [left] = await writeProductEvents(pool, [{ type: 'pricing.updated', occurredAt: recent }])
    const all = await eventually(
      () => findProductEvents(pool, {}, { take: 200 }),
      (events: ProductLogEvent[]) => events.length === 122,
    )
    const webhookId = randomUUID()
    await pool.query(
      `INSERT INTO webhook (id, partner_id, url, events, secret, created_at, updated_at)
       VALUES ($1, $2, 'https://example.com', '{*}', 'secret', now(), now())`,
      [webhookId, randomUUID()],
    )
    for (const eventId of [expired, left])
      await pool.query(
        `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, status, created_at)
         VALUES (gen_random_uuid(), $1, $2, 'x', 'pending', now())`,
        [webhookId, eventId],
      )

    const steps: boolean[] = []
    do steps.push(await expireProductEvents(pool, retainedSince(new Date()), 50))
    while (steps.at(-1))
    expect(steps).toEqual([true, true, false])
    expect((await findProductEvents(pool, {}, { take: 200 })).map(({ id }) => id)).toEqual([left])
    const { rows } = await pool.query('SELECT event_id FROM webhook_delivery WHERE webhook_id = $1', [webhookId])
    expect(rows).toEqual([{ event_id: left }])

    const [first, second, last] = [all[0], all[1], all[121]].map((event) => event?.position ?? start)
    const problem = (position: LogPosition | undefined, ...types: AnyEventType[]) =>
      positionProblem(pool, randomUUID(), position ?? start, types)
    // The position of the last event that expired misses nothing of its type.
    expect(await problem(start, 'availability.updated')).toBe('expired')
    expect(await problem(first, 'availability.updated')).toBeNull()
    expect(await problem(second, 'product.updated')).toBe('expired')
    expect(await problem(second, 'availability.updated', 'product.updated')).toBe('expired')
    expect(await problem(start, 'product.created', 'pricing.updated')).toBeNull()
    expect(await problem(start, 'reservation.created')).toBeNull()
    expect(await problem(start, 'reservation.created', 'product.updated')).toBe('expired')
    expect(await problem(last, ...catalogEventTypes)).toBeNull()
  })
})
