import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../../database.ts'
import { addMonths } from '../../partition/store/months.ts'
import type { LogPosition } from './event.ts'
import { dropExpiredMonth, expireEvents, removeStrays } from './store/expiry.ts'
import { positionProblem } from './store/position.ts'
import { countEvents, findEvents } from './store/reservation-events.ts'

const partnerId = randomUUID()
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database
let month: Date

/** The first instant of the month that is some months after the first partition's end. */
const monthAfter = (months: number): Date => {
  const date = new Date(month)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date
}
const before = (instant: Date): Date => new Date(instant.getTime() - 1)
const tableName = (date: Date): string => `reservation_event_${date.toISOString().slice(0, 7).replace('-', '_')}`

async function write(...instants: Date[]): Promise<string[]> {
  const ids: string[] = []
  for (const at of instants) {
    const id = randomUUID()
    await database.pool.query(
      `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
       VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), 'reservation.created', 1, $3, '{}')`,
      [id, partnerId, at],
    )
    ids.push(id)
  }
  return ids
}

const tableOf = async (id: string): Promise<string | undefined> =>
  (
    await database.pool.query<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM reservation_event WHERE id = $1',
      [id],
    )
  ).rows[0]?.name
const addPartitions = async (until: Date): Promise<number> =>
  (await database.pool.query<{ added: number }>('SELECT add_event_partitions($1) AS added', [until])).rows[0]?.added ??
  0

/** Events become readable when the transactions that began before, in any database, have ended. */
async function readAll(count: number, after?: LogPosition) {
  for (;;) {
    const events = await findEvents(database.pool, { partnerId }, { take: 100, after })
    if (events.length >= count) return events
  }
}

beforeEach(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
  // As a start does: the template may be older than the current month.
  await addMonths(database.pool)
  const { rows } = await database.pool.query<{ month: Date }>(
    `SELECT max(upper_end::timestamptz) AS month FROM partitions_of('reservation_event')`,
  )
  month = rows[0]?.month ?? new Date(NaN)
})
afterEach(() => opened.close())

describe('the months of the log', () => {
  it('are there before they begin', () => {
    const now = new Date()
    // The first day, because two months after the end of December there may be no day of that number.
    expect(month.getTime()).toBeGreaterThan(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2))
  })

  it('have the events on both sides of a border, which are read in the order of the log across it', async () => {
    await addPartitions(monthAfter(2))
    const instants = [monthAfter(1), before(monthAfter(1)), monthAfter(2), monthAfter(0), before(monthAfter(2))]
    const ids = await write(...instants)
    const tables = await Promise.all(ids.map(tableOf))
    expect(tables).toEqual([1, 0, 2, 0, 1].map((months) => tableName(monthAfter(months))))
    const events = await readAll(5)
    expect(events.map(({ id }) => id)).toEqual(ids)
    for (const [index, { position }] of events.entries())
      expect((await readAll(4 - index, position)).map(({ id }) => id)).toEqual(ids.slice(index + 1))
    expect(await countEvents(database.pool, { partnerId, occurredAfter: monthAfter(1) })).toBe(3)
  })

  it('take what was written before they were added, and nothing is refused before', async () => {
    const [inside, beyond] = await write(monthAfter(3), monthAfter(40))
    expect([await tableOf(inside ?? ''), await tableOf(beyond ?? '')]).toEqual(
      Array(2).fill('reservation_event_default'),
    )
    expect(await addPartitions(monthAfter(4))).toBe(5)
    expect(await addPartitions(monthAfter(4))).toBe(0)
    expect([await tableOf(inside ?? ''), await tableOf(beyond ?? '')]).toEqual([
      tableName(monthAfter(3)),
      'reservation_event_default',
    ])
    expect((await readAll(2)).map(({ id }) => id)).toEqual([inside, beyond])
  })

  it('are added once by processes that start at the same time, beside writers', async () => {
    const writing = write(...Array.from({ length: 40 }, (_, index) => monthAfter(index % 6)))
    const added = await Promise.all([
      addPartitions(monthAfter(4)),
      addPartitions(monthAfter(4)),
      addPartitions(monthAfter(4)),
    ])
    expect(added.sort()).toEqual([0, 0, 5])
    await writing
    expect(await readAll(40)).toHaveLength(40)
  })

  it('are dropped once all of their events have expired, with the deliveries of those', async () => {
    await addPartitions(monthAfter(2))
    const [old, last, first] = await write(new Date(), before(monthAfter(1)), monthAfter(1))
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO webhook (id, partner_id, url, events, secret, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 'https://receiver.example/', '{reservation.created}', '', now(), now()) RETURNING id`,
      [partnerId],
    )
    await database.pool.query(
      `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
       SELECT gen_random_uuid(), $1, id, type, 'pending', now(), occurred_at FROM reservation_event`,
      [rows[0]?.id],
    )
    const positions = (await readAll(3)).map(({ position }) => position)
    const deliveries = async (): Promise<unknown[]> =>
      (await database.pool.query<{ event_id: string }>('SELECT event_id FROM webhook_delivery')).rows.map(
        ({ event_id: id }) => id,
      )

    // The last instant of the month is still retained.
    while (await expireEvents(database.pool, before(monthAfter(1)), 1));
    expect((await findEvents(database.pool, { partnerId }, { take: 9 })).map(({ id }) => id)).toEqual([last, first])
    while ((await dropExpiredMonth(database.pool)) !== null);
    expect([await tableOf(old ?? ''), await tableOf(last ?? '')]).toEqual([undefined, tableName(monthAfter(0))])
    expect(new Set(await deliveries())).toEqual(new Set([last, first]))

    while (await expireEvents(database.pool, monthAfter(1), 1));
    expect(await dropExpiredMonth(database.pool)).toBe(tableName(monthAfter(0)))
    expect(await dropExpiredMonth(database.pool)).toBeNull()
    expect(await deliveries()).toEqual([first])
    expect((await findEvents(database.pool, { partnerId }, { take: 9 })).map(({ id }) => id)).toEqual([first])
    const start = { transaction: 0, sequence: 0 }
    expect(
      await Promise.all([start, ...positions].map((position) => positionProblem(database.pool, partnerId, position))),
    ).toEqual(['expired', 'expired', null, null])
  })

  it('leave expired events without a month to be deleted', async () => {
    await write(monthAfter(30), monthAfter(31))
    while (await expireEvents(database.pool, monthAfter(31), 1));
    expect(await removeStrays(database.pool, 1)).toBe(true)
    expect(await removeStrays(database.pool, 1)).toBe(false)
    expect((await database.pool.query('SELECT FROM reservation_event')).rowCount).toBe(1)
  })
})
