import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { writeProductEvents } from '../../../../tests/testkit/product-events.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../../database.ts'
import type { ReservationLogEvent } from './event.ts'
import { readLog } from './store/log.ts'
import { positionProblem } from './store/position.ts'
import { readEvents } from './store/reservation-events.ts'
import { openLog } from './store/restore.ts'

const partnerId = randomUUID()
const reservationId = randomUUID()
const start = { transaction: 0, sequence: 0 }
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database

const record = (version: number) =>
  database.pool.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
     VALUES ($1, $2, $3, $4, 'reservation.modified', $5, now(), '{}')`,
    [randomUUID(), partnerId, reservationId, randomUUID(), version],
  )
const recordProduct = async (): Promise<string> =>
  (await writeProductEvents(database.pool, [{ type: 'pricing.updated' }]))[0] as string
/** The log once it has so many events: they are settled when all transactions that began before have ended. */
async function settled(count: number): Promise<ReservationLogEvent[]> {
  for (;;) {
    const events = await readEvents(database.pool, start, 100)
    if (events.length >= count) return events
  }
}
const versions = async (count: number) => (await settled(count)).map(({ version }) => version)
const queuePosition = async () =>
  (await database.pool.query('SELECT transaction_id, sequence FROM webhook_queue_position')).rows[0]
const queueUpTo = (version: number) =>
  database.pool.query(
    `UPDATE webhook_queue_position SET (transaction_id, sequence) =
       (SELECT transaction_id, sequence FROM reservation_event WHERE version = $1)`,
    [version],
  )

/** The log after a restore from a dump: the rows of a server whose transactions had other, larger numbers. */
const moveHere = () =>
  database.pool.query(
    `UPDATE reservation_event SET transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8;
     UPDATE product_event SET transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8;
     UPDATE webhook_queue_position SET transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8;
     UPDATE event_log SET system_identifier = 7`,
  )

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
})
afterAll(() => opened.close())

describe('a log restored from a dump on another server', () => {
  it('is read from its beginning and continues, in order, as another log', async () => {
    const id = await openLog(database.pool)
    expect(await openLog(database.pool)).toBe(id)
    for (const version of [1, 2, 3]) await record(version)
    await queueUpTo(2)
    await moveHere()
    await record(4)
    // No reader gets these: the restored numbers lie in the future of this server.
    expect(await versions(1)).toEqual([4])
    const resealed = await openLog(database.pool)
    // -1 before a table is vacuumed or analyzed; autovacuum is off in the tests' server.
    const { rows: partitions } = await database.pool.query<{ known: boolean }>(
      `SELECT bool_and(reltuples >= 0) AS known FROM pg_class JOIN pg_inherits ON inhrelid = oid
       WHERE inhparent = 'reservation_event'::regclass`,
    )
    expect(partitions).toEqual([{ known: true }])
    expect(resealed).not.toBe(id)
    expect(await openLog(database.pool)).toBe(resealed)
    await record(5)
    expect(await versions(5)).toEqual([1, 2, 3, 4, 5])
    // Queued deliveries stay queued, the rest follows.
    const position = await queuePosition()
    const third = (await settled(5))[2]
    expect([Number(position.transaction_id), position.sequence]).toEqual([1, (third?.position.sequence ?? 0) - 1])
  })

  it('has nothing queued again when all of it had been', async () => {
    await queueUpTo(5)
    await moveHere()
    await openLog(database.pool)
    const position = await queuePosition()
    const last = (await settled(5)).at(-1)
    expect([Number(position.transaction_id), position.sequence]).toEqual([1, last?.position.sequence])
    await record(6)
    expect(await versions(6)).toEqual([1, 2, 3, 4, 5, 6])
  })
  it('has the events of products in their order among those of reservations, and queued as they had been', async () => {
    await record(7)
    const [first, second] = [await recordProduct(), await recordProduct()]
    await record(8)
    const ids = async (count: number) => {
      for (;;) {
        const events = await readLog(database.pool, start, 100)
        if (events.length >= count) return events.map(({ id }) => id)
      }
    }
    const before = await ids(10)
    expect(before.slice(-3, -1)).toEqual([first, second])
    await database.pool.query(
      `INSERT INTO product_event_horizon (type, transaction_id, sequence) VALUES ('product.updated', '1000000007', 7)`,
    )
    await database.pool.query(
      'UPDATE webhook_queue_position SET (transaction_id, sequence) = (SELECT transaction_id, sequence FROM product_event WHERE id = $1)',
      [first],
    )
    await moveHere()
    await openLog(database.pool)
    expect(await ids(10)).toEqual(before)
    const unqueued = await database.pool.query<{ id: string }>(
      `SELECT e.id FROM (SELECT id, transaction_id, sequence FROM product_event UNION ALL
         SELECT id, transaction_id, sequence FROM reservation_event) e, webhook_queue_position p
       WHERE (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence) ORDER BY e.transaction_id, e.sequence`,
    )
    expect(unqueued.rows.map(({ id }) => id)).toEqual(before.slice(-2))
    // No cursor of the former log is valid: what had expired of it does not count any more.
    expect(
      await positionProblem(database.pool, undefined, { transaction: 1, sequence: 0 }, ['product.updated']),
    ).toBeNull()
    const later = await recordProduct()
    expect(await ids(11)).toEqual([...before, later])
  })
})
