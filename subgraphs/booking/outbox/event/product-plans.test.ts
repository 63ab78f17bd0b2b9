import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CatalogEventType } from '../../../../schema/event-types.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { rowsOf, scansDuring, scansOf, sequential } from '../../../../tests/testkit/scans.ts'
import { statementsDuring } from '../../../../tests/testkit/statements.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../../database.ts'
import type { LogPosition, ProductEventFilter } from './event.ts'
import { expireEvents, expireProductEvents } from './store/expiry.ts'
import { countInLog, findInLog, readLog } from './store/log.ts'
import { positionProblem, readEnd } from './store/position.ts'
import { countProductEvents, findProductEvents } from './store/product-events.ts'
import { countEvents, findEvents, readEvents } from './store/reservation-events.ts'

const count = 20_000
const [busy, quiet, tour] = [randomUUID(), randomUUID(), randomUUID()]
const middle: LogPosition = { transaction: 100, sequence: 0 }
const take = 20
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
  const { pool } = database
  // A minute between two of them; of 200 transactions. Few are of every product, of a tour, or of another type.
  await pool.query(
    `INSERT INTO product_event (transaction_id, id, type, product_type, product_id, date_from, date_to, changed, occurred_at)
     SELECT (1 + n / 100)::text::xid8, gen_random_uuid(),
       CASE WHEN n % 1000 = 0 THEN 'pricing.updated' WHEN n % 500 = 7 THEN 'product.updated' ELSE 'availability.updated' END,
       CASE WHEN n % 1000 = 0 THEN NULL WHEN n % 400 = 3 THEN 'tour' ELSE 'cenote' END,
       CASE WHEN n % 1000 = 0 THEN NULL WHEN n % 400 = 3 THEN $3::uuid WHEN n % 2 = 0 THEN $1::uuid
         WHEN n % 100 = 1 THEN $2::uuid ELSE gen_random_uuid() END,
       '2030-01-01', '2030-01-02', NULL, now() - interval '14 days' + n * interval '1 minute'
     FROM generate_series(1, $4::integer) n`,
    [busy, quiet, tour, count],
  )
  await pool.query(
    `INSERT INTO reservation_event (transaction_id, id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
     SELECT (1 + n / 25)::text::xid8, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
       CASE WHEN n % 10 = 0 THEN $1::uuid ELSE gen_random_uuid() END, 'reservation.created', 1,
       now() - interval '1 day', '{}' FROM generate_series(1, 5000) n`,
    [busy],
  )
  await pool.query('VACUUM (ANALYZE) product_event, reservation_event')
})
afterAll(() => opened.close())

const scans = (work: () => Promise<unknown>) => scansDuring(database.pool, /(product|reservation)_event/, work)
const types = (...names: CatalogEventType[]): ReadonlySet<CatalogEventType> => new Set(names)

describe('reads of the events of products', () => {
  it.each<[string, ProductEventFilter, number]>([
    ['without a filter', {}, take],
    ['of all availability', { types: types('availability.updated') }, take],
    ['of a rare type', { types: types('product.updated') }, take],
    ['of several types', { types: types('availability.updated', 'product.updated', 'product.created') }, 2 * take],
    ['of a quiet product, with those of every product', { productIds: new Set([quiet]) }, 2 * take],
    ['of several products', { productIds: new Set([busy, quiet, randomUUID()]) }, 3 * take],
    ['of a product and a type', { productIds: new Set([busy]), types: types('availability.updated') }, 2 * take],
    ['of tours', { productType: 'tour' }, take],
    ['of a time', { occurredAfter: new Date(Date.now() - 86_400_000), productIds: new Set([quiet]) }, 150],
  ])('look at no more than they return, by an index: %s', async (_filter, filter, bound) => {
    const found = await scans(() => findProductEvents(database.pool, filter, { after: middle, take }))
    expect(sequential(found)).toEqual([])
    // A row more of each part, to begin with.
    expect(rowsOf(found)).toBeLessThanOrEqual(bound + 5)
    expect(rowsOf(found)).toBeGreaterThan(0)
  })

  it.each<[string, ProductEventFilter, number]>([
    ['of a type', { types: types('product.updated') }, count / 500],
    ['of a product', { productIds: new Set([quiet]) }, count / 100 + count / 1_000],
    ['of tours', { productType: 'tour' }, count / 400 + count / 1_000],
  ])('count by an index: %s', async (_filter, filter, bound) => {
    const found = await scans(() => countProductEvents(database.pool, filter))
    expect(sequential(found)).toEqual([])
    expect(rowsOf(found)).toBeLessThanOrEqual(bound)
    expect(rowsOf(found)).toBeGreaterThan(0)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['for the hub', () => readLog(database.pool, middle, take)],
    ['for lists', () => findInLog(database.pool, { reservations: {}, products: {} }, { after: middle, take })],
    [
      'for lists, newest first',
      () => findInLog(database.pool, { reservations: {}, products: {} }, { after: middle, take, isNewestFirst: true }),
    ],
    ['for the end', () => readEnd(database.pool)],
  ])('merge two kinds after a position by indexes, a page of each at most: %s', async (_name, read) => {
    const found = await scans(read)
    expect(sequential(found)).toEqual([])
    // One row of each month to begin with.
    expect(rowsOf(found)).toBeLessThanOrEqual(2 * take + 20)
  })

  it('look at no more to merge two kinds with a filter than to read each', async () => {
    const filters = { reservations: { ofProducts: [busy] }, products: { productIds: new Set([busy]) } }
    const rowsOfRead = async (read: () => Promise<unknown>) => rowsOf(await scans(read))
    const page = { after: middle, take }
    const separate = [
      await rowsOfRead(() => findEvents(database.pool, filters.reservations, page)),
      await rowsOfRead(() => findProductEvents(database.pool, filters.products, page)),
    ] as const
    const merged = await scans(() => findInLog(database.pool, filters, page))
    expect(sequential(merged)).toEqual([])
    expect(rowsOf(merged)).toBeLessThanOrEqual(separate[0] + separate[1])
  })

  it('delete what has expired by an index', async () => {
    const [statement] = await statementsDuring(() => expireProductEvents(database.pool, new Date(0), take))
    const before = new Date(Date.now() - 13 * 86_400_000)
    const found = await scansOf(database.pool, /^product_event/, {
      text: statement?.text ?? '',
      values: [before, take],
    })
    expect(sequential(found)).toEqual([])
    // Found, locked and deleted.
    expect(rowsOf(found)).toBeLessThanOrEqual(3 * take)
    expect(rowsOf(found)).toBeGreaterThanOrEqual(take)
  })
})

describe('reads of the events of reservations', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a page', () => findEvents(database.pool, { ofProducts: [busy] }, { after: middle, take })],
    ['their number', () => countEvents(database.pool, {})],
    ['a page of a list of both kinds', () => findInLog(database.pool, { reservations: {} }, { take })],
    ['their number in such a list', () => countInLog(database.pool, { reservations: {} })],
    ['a subscription that fell behind', () => readEvents(database.pool, middle, take, { partnerId: undefined })],
    ['whether a cursor has expired', () => positionProblem(database.pool, undefined, middle)],
    ['expiry', () => expireEvents(database.pool, new Date(0), take)],
  ])('do not touch those of products: %s', async (_name, read) => {
    const statements = await statementsDuring(read)
    expect(statements).not.toEqual([])
    for (const { text } of statements) expect(text).not.toContain('product_event')
  })
})
