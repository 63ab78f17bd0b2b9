import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  inTransaction,
  openDatabase,
  type Pool,
  type PoolClient,
  type Reader,
} from '../../../../platform/postgres/database.ts'
import { systemAuthor } from '../../../../platform/trust/author.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { times } from '../../../../tests/testkit/long-form.ts'
import { insertReservations, type ReservationRow } from '../../../../tests/testkit/reservation-rows.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { checks } from '../../audit/repository.ts'
import { openDatabases } from '../../database.ts'
import { reservationStatuses } from '../../../../schema/reservation-statuses.ts'
import type { Status } from '../rules/lifecycle.ts'
import type { Reservation } from '../reservation.ts'
import { lockReservation, updateReservation } from './update.ts'

const prisma = new URL('../../prisma/', import.meta.url)
const poolSize = 16
const partnerId = randomUUID()
const today = '2026-07-01'

const aReservation = (changes: Partial<ReservationRow> = {}): ReservationRow => ({
  id: randomUUID(),
  partner_id: partnerId,
  status: 'pending',
  product_id: randomUUID(),
  visit_date: today,
  visit_time: '10:00',
  guest_email: 'ana@example.com',
  payment_deadline: '2026-06-30T00:00:00Z',
  created_at: '2026-06-29T00:00:00Z',
  updated_at: '2026-06-29T00:00:00Z',
  ...changes,
})
const several = (count: number, changes: Partial<ReservationRow> = {}): ReservationRow[] =>
  Array.from({ length: count }, () => aReservation(changes))

/** The total of a list of a status: the parts of all days together. */
async function total(reader: Reader, status: Status): Promise<number> {
  const { rows } = await reader.query<{ total: number }>(
    `SELECT coalesce(sum(${status}), 0)::integer AS total FROM reservation_total WHERE partner_id = $1`,
    [partnerId],
  )
  return rows[0]?.total ?? NaN
}
const totals = async (reader: Reader): Promise<Partial<Record<Status, number>>> => {
  const found = await Promise.all(
    reservationStatuses.map(async (status) => [status, await total(reader, status)] as const),
  )
  return Object.fromEntries(found.filter(([, number]) => number !== 0))
}
/** The report of the audit about the totals. */
async function discrepancies(reader: Reader): Promise<unknown[]> {
  const check = checks.find(({ subject }) => subject === 'totals')
  return (await reader.query(check?.wrong ?? '')).rows
}

let pool: Pool
let close: () => Promise<void>
beforeAll(async () => {
  const name = await createDatabase('booking', openDatabases)
  const opened = await openDatabase({ serverUrl: testServerUrl(), name, prisma, poolSize })
  pool = opened.pools.sandbox
  close = opened.close
})
beforeEach(() => pool.query('TRUNCATE reservation, reservation_total, reservation_code, reservation_due CASCADE'))
afterAll(() => close())

/** Changes some reservations in a status that no other transaction changes; how many. */
async function change(client: PoolClient, from: Status, changes: Partial<Reservation>, limit = 1_000): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM reservation WHERE partner_id = $1 AND status = $2 LIMIT $3 FOR UPDATE SKIP LOCKED',
    [partnerId, from, limit],
  )
  for (const { id } of rows) {
    const before = await lockReservation(client, partnerId, id)
    if (!before) throw new Error(`no reservation ${id}`)
    await updateReservation(client, before, changes, {
      event: 'reservation.modified',
      at: new Date(),
      by: systemAuthor,
      note: null,
    })
  }
  return rows.length
}
const changeAll = (from: Status, changes: Partial<Reservation>): Promise<number> =>
  inTransaction(pool, (client) => change(client, from, changes))

describe('totals of reservations', () => {
  it('follow statements that write one and many, and change states and days', async () => {
    await insertReservations(pool, [...several(5), ...several(3, { status: 'confirmed' })])
    await insertReservations(pool, [aReservation()])
    expect(await totals(pool)).toEqual({ pending: 6, confirmed: 3 })
    await changeAll('pending', { status: 'cancelled' })
    expect(await totals(pool)).toEqual({ confirmed: 3, cancelled: 6 })
    await changeAll('confirmed', { visitDate: '2026-07-02' })
    await changeAll('confirmed', { specialRequests: 'a window' })
    expect(await totals(pool)).toEqual({ confirmed: 3, cancelled: 6 })
    await changeAll('confirmed', { visitDate: '2026-07-03', status: 'no_show' })
    expect(await totals(pool)).toEqual({ no_show: 3, cancelled: 6 })
    expect(await discrepancies(pool)).toEqual([])
  })

  it('follow functions that are called from a session with another search path', async () => {
    await insertReservations(pool, several(1))
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ snapshot: object }>(
        'SELECT snapshot FROM reservation_event ORDER BY occurred_at',
      )
      const another = { ...rows[0]?.snapshot, id: randomUUID() }
      await client.query('SET LOCAL search_path = public')
      await client.query('SELECT sandbox.write_reservation($1, $2)', [partnerId, JSON.stringify(another)])
      const confirmed = { ...another, status: 'confirmed', version: 2 }
      await client.query(`SELECT sandbox.rewrite_reservation($1, $2, 'pending', $3, false, NULL)`, [
        partnerId,
        JSON.stringify(confirmed),
        today,
      ])
    })
    expect(await totals(pool)).toEqual({ pending: 1, confirmed: 1 })
  })

  it('belong to their own transaction until it commits, and to none when it rolls back', async () => {
    await insertReservations(pool, several(2))
    const rolledBack = inTransaction(pool, async (client) => {
      await insertReservations(client, several(4))
      await client.query('SAVEPOINT before')
      await change(client, 'pending', { status: 'confirmed' })
      expect(await totals(client)).toEqual({ confirmed: 6 })
      expect(await totals(pool)).toEqual({ pending: 2 })
      await client.query('ROLLBACK TO before')
      expect(await totals(client)).toEqual({ pending: 6 })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await totals(pool)).toEqual({ pending: 2 })
    expect(await discrepancies(pool)).toEqual([])
  })

  it('block no one: open transactions change the same days in opposite orders', async () => {
    const days = [today, '2026-07-02']
    const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
    try {
      for (const client of clients) await client.query('BEGIN')
      // In sequence while all are open: a transaction that waited for another would wait forever.
      for (const [index, client] of clients.entries())
        await insertReservations(client, several(1, { visit_date: days[index % 2] ?? '' }))
      for (const [index, client] of clients.entries())
        await insertReservations(client, several(2, { visit_date: days[(index + 1) % 2] ?? '' }))
      for (const client of clients.reverse()) await client.query('COMMIT')
    } finally {
      for (const client of clients) client.release()
    }
    expect(await totals(pool)).toEqual({ pending: 12 })
    expect(await discrepancies(pool)).toEqual([])
  })

  it('use the same few parts again, however many transactions follow one another', async () => {
    for (let turn = 0; turn < 20; turn += 1) await insertReservations(pool, several(1, { visit_date: '2026-08-01' }))
    const { rows } = await pool.query(`SELECT pending FROM reservation_total WHERE visit_date = '2026-08-01'`)
    expect(rows).toEqual([{ pending: 20 }])
  })

  it('stay exact while many create, confirm, cancel, expire and move at once', async () => {
    const days = [today, '2026-07-02', '2026-07-03']
    const steps: readonly ((client: PoolClient, turn: number) => Promise<unknown>)[] = [
      (client, turn) => insertReservations(client, several(1, { visit_date: days[turn % 3] ?? '' })),
      (client) => change(client, 'pending', { status: 'confirmed' }, 1),
      (client, turn) => insertReservations(client, several(10, { visit_date: days[(turn + 1) % 3] ?? '' })),
      (client) => change(client, 'pending', { status: 'cancelled' }, 5),
      (client) => change(client, 'pending', { visitDate: '2026-07-04', status: 'no_show' }, 2),
      (client, turn) => change(client, 'confirmed', { visitDate: days[turn % 3] ?? '' }, 2),
    ]
    const worker = async (number: number): Promise<void> => {
      for (let turn = 0; turn < times(12, 30); turn += 1) {
        const work = inTransaction(pool, async (client) => {
          for (let step = 0; step < 3; step += 1) await steps[(number + turn + step) % steps.length]?.(client, turn)
          if ((number + turn) % 7 === 0) throw new Error('rolled back')
        })
        await work.catch((error: Error) => {
          if (error.message !== 'rolled back') throw error
        })
        // Both at one moment: what a reader sees of the totals is what it sees of the reservations.
        if (turn % 5 === 0) expect(await discrepancies(pool)).toEqual([])
      }
    }
    await Promise.all(Array.from({ length: poolSize - 2 }, (_, number) => worker(number)))
    expect(await discrepancies(pool)).toEqual([])
    const found = await totals(pool)
    const { rows } = await pool.query<{ status: Status; number: number }>(
      'SELECT status, count(*) AS number FROM reservation GROUP BY status',
    )
    expect(found).toEqual(Object.fromEntries(rows.map(({ status, number }) => [status, number])))
    expect(Object.keys(found).sort()).toEqual(['cancelled', 'confirmed', 'no_show', 'pending'])
    // A part is added when all are in use: by each transaction of that moment at most two for each of its three steps.
    const parts = await pool.query<{ parts: number }>(
      'SELECT max(parts) AS parts FROM (SELECT count(*) AS parts FROM reservation_total GROUP BY partner_id, visit_date) AS day',
    )
    expect(parts.rows[0]?.parts).toBeLessThanOrEqual(6 * poolSize)
  })
})
