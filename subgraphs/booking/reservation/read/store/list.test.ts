import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inTransaction } from '../../../../../platform/postgres/database.ts'
import { systemAuthor } from '../../../../../platform/trust/author.ts'
import { testServerUrl } from '../../../../../tests/testkit/database.ts'
import { isLong } from '../../../../../tests/testkit/long-form.ts'
import { insertReservations, type ReservationRow } from '../../../../../tests/testkit/reservation-rows.ts'
import { createDatabase } from '../../../../../tests/testkit/template-databases.ts'
import { foldText, searchedText } from '../../../../../platform/values/text.ts'
import { openDatabases, type Database } from '../../../database.ts'
import { isActive, type Status } from '../../rules/lifecycle.ts'
import { reservationStatuses } from '../../../../../schema/reservation-statuses.ts'
import type { Reservation } from '../../reservation.ts'
import {
  conditionsOf,
  countReservations,
  foundBy,
  listReservations,
  keysetOf,
  sourcesOf,
  Values,
  type Order,
  type ReservationConditions,
  type SortField,
} from './list.ts'
import { lockReservation, updateReservation } from '../../store/update.ts'

const idOf = (kind: number, number: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`
const partnerId = idOf(1, 1)
const now = new Date('2026-06-01T12:00:00.000Z')
const minutesFromNow = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString()

const surnames = ['Núñez', 'Núñez', 'Núñez', 'Straße', 'Łódź', 'O’Brien', 'Ægir']
/** Spread so that every value meets every other, with equals in each order; ids come in another order than instants. */
const rows: readonly ReservationRow[] = Array.from({ length: 3_000 }, (_, i) => ({
  id: idOf(9, (i * 7_919) % 3_000),
  partner_id: i % 50 === 0 ? idOf(1, 2) : partnerId,
  status: reservationStatuses[i % reservationStatuses.length] as Status,
  product_id: idOf(2, i % 11),
  visit_date: `2026-07-${String(1 + (i % 25)).padStart(2, '0')}`,
  visit_time: `${String(9 + (i % 3)).padStart(2, '0')}:00`,
  guest_email: `guest${i % 13}@example.com`,
  guest_name: `${['María', 'JOSÉ', 'Zoë', '100%_\\Ana', 'Ωmega'][i % 5]} ${surnames[i % surnames.length]} ${i % 40}`,
  // Of the pending ones every third has lost its hold, one of them at this very moment.
  payment_deadline: minutesFromNow(i === 21 ? 0 : i % 3 === 0 ? -i : 1 + i),
  created_at: minutesFromNow(-Math.floor(i / 2)),
  updated_at: minutesFromNow(-((i * 31) % 700)),
}))

/** The reservations of a status that a partner should see. */
const statusNow = ({ status, payment_deadline }: ReservationRow): Status =>
  status === 'pending' && new Date(payment_deadline) <= now ? 'cancelled' : status

/** Each row with the values that filters compare, computed once for all filters. */
const facts = rows.map((row) => ({
  row,
  statusNow: statusNow(row),
  searched: foldText([row.id, row.guest_name, row.guest_email].join('\n')),
  createdAt: new Date(row.created_at),
}))

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
  close = opened.close
  await insertReservations(database.pool, rows)
})
afterAll(() => close())

const sortValues: Readonly<Record<SortField, (row: ReservationRow) => string>> = {
  createdAt: ({ created_at, id }) => created_at + id,
  updatedAt: ({ updated_at, id }) => updated_at + id,
  visitDate: ({ visit_date, visit_time, id }) => visit_date + visit_time + id,
}

/** The ids that a list is to have, found by looking at every row. */
function expected(requests: ReservationConditions, { field, direction }: Order): string[] {
  const sortValue = sortValues[field]
  const sorted = facts
    .filter(
      ({ row, statusNow, searched, createdAt }) =>
        row.partner_id === requests.partnerId &&
        (requests.status === undefined || statusNow === requests.status) &&
        (requests.isActive === undefined || isActive(statusNow) === requests.isActive) &&
        (requests.search === undefined || searched.includes(requests.search)) &&
        (requests.productId === undefined || row.product_id === requests.productId) &&
        (requests.guestEmail === undefined || row.guest_email === requests.guestEmail.toLowerCase()) &&
        row.visit_date >= (requests.dateFrom ?? '') &&
        row.visit_date <= (requests.dateTo ?? '9') &&
        createdAt >= (requests.createdAfter ?? new Date(0)) &&
        createdAt <= (requests.createdBefore ?? now),
    )
    .map(({ row }) => row)
    .sort((a, b) => (sortValue(a) < sortValue(b) ? -1 : 1))
    .map(({ id }) => id)
  return direction === 'asc' ? sorted : sorted.reverse()
}

const idsOf = (reservations: readonly Reservation[]): string[] => reservations.map(({ id }) => id)
const list = (requests: ReservationConditions, order: Order, range: Parameters<typeof listReservations>[4]) =>
  listReservations(database, requests, now, order, range)
const newest: Order = { field: 'createdAt', direction: 'desc' }
const orders: readonly Order[] = (['createdAt', 'updatedAt', 'visitDate'] as const).flatMap((field) => [
  { field, direction: 'asc' },
  { field, direction: 'desc' },
])

/** Every order in a long run, otherwise one of them: filters and orders do not depend on each other. */
const chosen = (index: number): readonly Order[] => (isLong ? orders : orders.slice(index % 6, (index % 6) + 1))

/** Each filter alone, with each other, and all of them; with the orders of its lists. */
const filters: readonly (readonly [Partial<ReservationConditions>, readonly Order[]])[] = (() => {
  const single: Partial<ReservationConditions>[] = [
    { status: 'pending' },
    { status: 'cancelled' },
    { status: 'confirmed' },
    { isActive: true },
    { isActive: false },
    { search: 'maria nunez 3' },
    { search: idOf(9, 42) },
    { productId: idOf(2, 3) },
    { guestEmail: 'Guest5@Example.com' },
    { dateFrom: '2026-07-05' },
    { dateTo: '2026-07-20' },
    { createdAfter: new Date(now.getTime() - 900 * 60_000) },
    { createdBefore: new Date(now.getTime() - 300 * 60_000) },
  ]
  const pairs = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...one, ...other })))
  const inEveryOrder = [{}, ...single, Object.assign({}, ...single) as object]
  return [
    ...inEveryOrder.map((filter) => [filter, orders] as const),
    ...pairs.map((filter, index) => [filter, chosen(index)] as const),
  ]
})()

describe('a list of reservations', () => {
  it.each(filters)('narrowed by %j has what matches, and the total', async (filter, ordersOfFilter) => {
    const requests = { partnerId, ...filter }
    for (const order of ordersOfFilter) {
      const ids = expected(requests, order)
      expect(idsOf(await list(requests, order, { take: 20 }))).toEqual(ids.slice(0, 20))
      expect(idsOf(await list(requests, order, { take: 20, skip: 30 }))).toEqual(ids.slice(30, 50))
    }
    expect(await countReservations(database, requests, now)).toBe(expected(requests, newest).length)
  })

  it('is read with filters that find much, little and nothing', () => {
    const found = filters.map(([filter]) => expected({ partnerId, ...filter }, newest).length)
    expect(Math.max(...found)).toBe(2_940)
    expect(found.filter((number) => number > 1_000).length).toBeGreaterThan(3)
    expect(found.filter((number) => number < 50).length).toBeGreaterThan(3)
  })

  // The list of all statuses is read in every order, and each status in one of them unless the run is long.
  it.each([
    ...reservationStatuses.map((status, index) => [status, chosen(index)] as const),
    [undefined, orders] as const,
  ])('of status %s returns every reservation once over its pages', async (status, ordersOfStatus) => {
    for (const order of ordersOfStatus) {
      const requests = { partnerId, status }
      const seen: string[] = []
      let after: readonly string[] | undefined
      do {
        const page = await list(requests, order, { take: 100, ...(after ? { after } : {}) })
        seen.push(...idsOf(page))
        const last = page.at(-1)
        after = last && keysetOf(last, order.field)
      } while (after)
      expect(seen).toEqual(expected(requests, order))
    }
  })

  it.each([
    'MARIA',
    'josé nu',
    'zoe',
    '100%_\\an',
    '%',
    '_',
    '\\',
    'ωMEGA',
    'GUEST7@EXAMPLE',
    '\n',
    'ñ',
    'STRASSE',
    'lodz',
    "O'Brien",
    'ægir',
    'nobody',
  ])('is searched for %j whatever the case and accents', async (text) => {
    const search = searchedText(text)
    const requests = { partnerId, search }
    expect(await countReservations(database, requests, now)).toBe(expected(requests, newest).length)
    expect(idsOf(await list(requests, newest, { take: 20 }))).toEqual(expected(requests, newest).slice(0, 20))
  })

  it.each([
    ['STRASSE', 'Straße'],
    ['lodz', 'Łódź'],
    ["O'Brien", 'O’Brien'],
    ['aegir', 'Ægir'],
  ])('finds with %j every %s', async (text, surname) => {
    const named = rows.filter(({ partner_id, guest_name }) => partner_id === partnerId && guest_name?.includes(surname))
    expect(await countReservations(database, { partnerId, search: searchedText(text) }, now)).toBe(named.length)
  })

  it('folds letters of Latin, Greek and Cyrillic scripts and punctuation as the database does', async () => {
    const blocks = [
      [0x20, 0x52f],
      [0x1e00, 0x206f],
    ] as const
    const all = blocks.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => `a${String.fromCodePoint(first + index)}b`),
    )
    const { rows: folded } = await database.pool.query<{ text: string; folded: string }>(
      'SELECT text, fold(text) AS folded FROM unnest($1::text[]) AS text',
      [all],
    )
    expect(folded.filter((row) => row.folded !== foldText(row.text))).toEqual([])
  })

  it('finds a guest by an index, and by the new name after a change', async () => {
    // So few rows of one partner are read faster in other ways, which are disabled here.
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query('ALTER TABLE reservation_search DROP CONSTRAINT reservation_search_pkey')
    await client.query('SET LOCAL enable_seqscan = off')
    const { rows: plan } = await client.query<Record<'QUERY PLAN', string>>(`EXPLAIN ${foundBy('$1', '$2')}`, [
      '%maria nunez 35%',
      partnerId,
    ])
    await client.query('ROLLBACK')
    client.release()
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('reservation_search_content')
    const { id, guest_name: name = '' } = rows[3] as ReservationRow
    const rename = (to: string) =>
      inTransaction(database.pool, async (inside) => {
        const before = await lockReservation(inside, partnerId, id)
        if (!before) throw new Error(`no reservation ${id}`)
        const entry = { event: 'reservation.modified', at: before.updatedAt, by: systemAuthor, note: null } as const
        await updateReservation(inside, before, { guest: { ...before.guest, name: to } }, entry)
      })
    await rename('Søren Kierkegaard')
    expect(idsOf(await list({ partnerId, search: 'kierke' }, newest, { take: 5 }))).toEqual([id])
    await rename(name)
    expect(await list({ partnerId, search: 'kierke' }, newest, { take: 5 })).toEqual([])
  })

  it('finds refunds to pay by their index', async () => {
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query(
      `UPDATE reservation SET pricing = '{"totalCents": 5}', payment = jsonb_build_object('amountCents', CASE WHEN id = $1 THEN 6 ELSE 5 END)`,
      [idOf(9, 7_919 % 3_000)],
    )
    await client.query('ANALYZE reservation')
    for (const partner of [undefined, partnerId]) {
      const values = new Values()
      const narrowed = conditionsOf({ partnerId: partner, refundDue: true }, now, values)
      const [source] = sourcesOf({ statuses: ['confirmed', 'cancelled'], refundDue: true }, narrowed, now, values)
      const { rows: plan } = await client.query<Record<'QUERY PLAN', string>>(
        `EXPLAIN SELECT id FROM ${source} ORDER BY created_at DESC LIMIT 20`,
        values.all,
      )
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('reservation_refund_due')
    }
    await client.query('ROLLBACK')
    client.release()
  })

  it('is the same read from either end, at every place and past its end', async () => {
    for (const filter of [{}, { dateFrom: '2026-07-03' }, { createdBefore: new Date(now.getTime() - 60_000) }])
      for (const order of orders) {
        const requests = { partnerId, ...filter }
        const ids = expected(requests, order)
        const { length } = ids
        for (const skip of [
          999,
          1_000,
          1_001,
          length / 2 - 1,
          length / 2,
          length / 2 + 1,
          length - 21,
          length - 20,
          length - 7,
          length - 1,
          length,
          length + 1,
          2_147_483_647,
        ]) {
          const from = Math.floor(skip)
          expect(idsOf(await list(requests, order, { take: 20, skip: from }))).toEqual(ids.slice(from, from + 20))
        }
      }
  })

  it('has nothing of another partner, nor anything for a partner without reservations', async () => {
    for (const other of [idOf(1, 2), idOf(1, 3)]) {
      const requests = { partnerId: other }
      const ids = expected(requests, newest)
      expect(idsOf(await list(requests, newest, { take: 100 }))).toEqual(ids)
      expect(await countReservations(database, requests, now)).toBe(ids.length)
    }
    expect(expected({ partnerId: idOf(1, 2) }, newest)).toHaveLength(60)
    expect(expected({ partnerId: idOf(1, 3) }, newest)).toHaveLength(0)
  })
})
