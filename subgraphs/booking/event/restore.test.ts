import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServerUrl } from '../../../tests/testkit/database.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../database.ts'
import type { LoggedEvent } from './event.ts'
import { openLog, readEvents } from './repository.ts'

const partnerId = randomUUID()
const reservationId = randomUUID()
const start = { transaction: 0, sequence: 0 }
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database

const record = (version: number) =>
  database.pool.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot)
     VALUES ($1, $2, $3, $4, 'reservation.modified', $5, now(), '{}')`,
    [randomUUID(), partnerId, reservationId, randomUUID(), version],
  )
/** The log once it has so many events: they are settled when all transactions that began before have ended. */
async function settled(count: number): Promise<LoggedEvent[]> {
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
})
