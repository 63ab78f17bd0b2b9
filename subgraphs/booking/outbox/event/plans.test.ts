import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import {
  rowsOf,
  scansDuring as plannedDuring,
  scansOf as planned,
  sequential,
  type Scan,
} from '../../../../tests/testkit/scans.ts'
import { statementsDuring, type Statement } from '../../../../tests/testkit/statements.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../../database.ts'
import { queueDeliveries } from '../webhook/store/queue.ts'
import type { LogPosition } from './event.ts'
import { expireEvents, removeStrays } from './store/expiry.ts'
import { readEnd } from './store/position.ts'
import { countEvents, findEvents, readEvents } from './store/reservation-events.ts'

const partnerId = randomUUID()
const [cenoteId, reservationId] = [randomUUID(), randomUUID()]
const eventsEachMonth = 5_000
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database
/** The beginnings of four months, the first of which has expired. */
let months: Date[]
let middle: LogPosition

const tableName = (date: Date): string => `reservation_event_${date.toISOString().slice(0, 7).replace('-', '_')}`

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
  const { pool } = database
  await pool.query(`SELECT add_event_partitions(now() + interval '5 months')`)
  const { rows } = await pool.query<{ month: Date }>(
    `SELECT upper_end::timestamptz AS month FROM partitions_of('reservation_event') ORDER BY 1 LIMIT 4`,
  )
  months = rows.map(({ month }) => month)
  for (const [index, month] of months.entries())
    // Every fiftieth event is of the partner; they are as wide as real ones, and
    // of many transactions, which have ended before.
    await pool.query(
      `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot, transaction_id)
       SELECT gen_random_uuid(), CASE WHEN n % 50 = 0 THEN $1::uuid ELSE gen_random_uuid() END,
         CASE WHEN n = 50 THEN $2::uuid ELSE gen_random_uuid() END, CASE WHEN n % 100 = 0 THEN $3::uuid ELSE gen_random_uuid() END,
         'reservation.created', extract(month FROM $4::timestamptz), $4::timestamptz + n * interval '1 minute', to_jsonb($6::text), ($7::integer + n / 50)::text::xid8
       FROM generate_series(1, $5::integer) n`,
      [
        partnerId,
        reservationId,
        cenoteId,
        month,
        eventsEachMonth,
        randomBytes(1_000).toString('base64'),
        1 + index * 100,
      ],
    )
  while (await expireEvents(pool, months[1] as Date, 1_000));
  // They are read once the transactions that began before, in any database of the server, have ended.
  while ((await countEvents(pool, { partnerId })) < (3 * eventsEachMonth) / 50);
  await pool.query('VACUUM (ANALYZE) reservation_event')
  const [event] = await findEvents(pool, { partnerId }, { skip: 150, take: 1 })
  middle = event?.position as LogPosition
})
afterAll(() => opened.close())

const log = /reservation_event/
const scansOf = (statement: Statement): Promise<Scan[]> => planned(database.pool, log, statement)
const scansDuring = (work: () => Promise<unknown>): Promise<Scan[]> => plannedDuring(database.pool, log, work)

const tablesOf = (scans: readonly Scan[]): string[] => [...new Set(scans.map(({ table }) => table))].sort()
const retained = (): string[] => ['reservation_event_default', ...months.slice(1).map(tableName)].sort()
/** Months that have nothing yet cost a look into an empty index. */
const withEvents = (scans: readonly Scan[]): string[] =>
  tablesOf(scans.filter(({ table }) => [...retained(), tableName(months[0] as Date)].includes(table)))

describe('reads of the log', () => {
  it.each<[string, (filter: { partnerId: string }) => Promise<unknown>, number]>([
    ['a page from the start', (filter) => findEvents(database.pool, filter, { take: 20 }), 60],
    ['a page of the newest', (filter) => findEvents(database.pool, filter, { take: 20, isNewestFirst: true }), 60],
    ['a page after a cursor', (filter) => findEvents(database.pool, filter, { after: middle, take: 20 }), 60],
    ['a subscription after a cursor', () => readEvents(database.pool, middle, 20, { partnerId }), 60],
    [
      'a page of a cenote',
      (filter) => findEvents(database.pool, { ...filter, ofProducts: [cenoteId] }, { take: 20 }),
      200,
    ],
    [
      'the events of a reservation',
      (filter) => findEvents(database.pool, { ...filter, reservationId }, { take: 20 }),
      40,
    ],
    ['the total', (filter) => countEvents(database.pool, filter), (3 * eventsEachMonth) / 50],
  ])('of a partner use indexes, and no month that has expired: %s', async (_name, read, maxRows) => {
    const scans = await scansDuring(() => read({ partnerId }))
    expect(sequential(scans)).toEqual([])
    expect(withEvents(scans)).not.toContain(tableName(months[0] as Date))
    expect(rowsOf(scans)).toBeLessThanOrEqual(maxRows)
    expect(rowsOf(scans)).toBeGreaterThan(0)
  })

  it('of all partners count them without their wide rows', async () => {
    const scans = await scansDuring(() => countEvents(database.pool, {}))
    expect(new Set(scans.filter(({ rows }) => rows > 0).map(({ type }) => type))).toEqual(new Set(['Index Only Scan']))
    expect(rowsOf(scans)).toBeLessThanOrEqual(3 * eventsEachMonth)
  })

  it('of all partners at one cenote look at no others', async () => {
    const scans = await scansDuring(() =>
      findEvents(database.pool, { ofProducts: [cenoteId] }, { after: middle, take: 20 }),
    )
    expect(sequential(scans)).toEqual([])
    expect(rowsOf(scans)).toBeLessThanOrEqual((2 * eventsEachMonth) / 100)
    expect(rowsOf(scans)).toBeGreaterThanOrEqual(20)
    const counted = await scansDuring(() => countEvents(database.pool, { ofProducts: [cenoteId] }))
    expect(sequential(counted)).toEqual([])
    expect(rowsOf(counted)).toBeLessThanOrEqual((3 * eventsEachMonth) / 100)
    expect(rowsOf(counted)).toBeGreaterThan(0)
  })

  it('of a range of time use the months of the range alone', async () => {
    const [, , third, fourth] = months as [Date, Date, Date, Date]
    const occurred = { occurredAfter: third, occurredBefore: new Date(fourth.getTime() - 1) }
    const filter = { partnerId, ...occurred }
    for (const read of [
      () => findEvents(database.pool, filter, { take: 20 }),
      () => countEvents(database.pool, filter),
    ]) {
      const scans = await scansDuring(read)
      expect(tablesOf(scans)).toEqual([tableName(third)])
      expect(sequential(scans)).toEqual([])
    }
  })

  it.each<[string, () => Promise<unknown>]>([
    ['for the hub', () => readEvents(database.pool, middle, 20)],
    ['for subscriptions of operators', () => readEvents(database.pool, middle, 20, { partnerId: undefined })],
    ['for lists of operators', () => findEvents(database.pool, {}, { after: middle, take: 20 })],
    ['of one reservation', () => findEvents(database.pool, { reservationId }, { after: middle, take: 20 })],
    ['for webhooks', () => queueDeliveries(database.pool, 20)],
    ['for the end', () => readEnd(database.pool)],
  ])('of all partners after a position look at no more than they return, by an index: %s', async (_name, read) => {
    const scans = await scansDuring(read)
    expect(sequential(scans)).toEqual([])
    // One row of each partition to begin the merge with.
    expect(rowsOf(scans)).toBeLessThanOrEqual(2 * (20 + months.length + 5))
  })
})

describe('retention', () => {
  it('reads the events that expire from the months that have some', async () => {
    const [, second, third] = months as [Date, Date, Date]
    // All that happened before has expired: this changes nothing.
    const [statement] = await statementsDuring(() => expireEvents(database.pool, second, 100))
    const scans = await scansOf({ text: statement?.text ?? '', values: [new Date(second.getTime() + 600_000), 100] })
    expect(sequential(scans)).toEqual([])
    expect(withEvents(scans)).toEqual([tableName(second)])
    expect(tablesOf(scans)).not.toContain(tableName(third))
    expect(rowsOf(scans)).toBeLessThanOrEqual(40)
  })

  it('deletes from the default partition alone', async () => {
    expect(tablesOf(await scansDuring(() => removeStrays(database.pool, 10)))).toEqual(['reservation_event_default'])
  })
})
