import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { OperatorError } from '../../../../platform/process/operator-error.ts'
import { inTransaction, openSession, type Session } from '../../../../platform/postgres/database.ts'
import { makeChecks } from '../../../../platform/postgres/consistency-check.ts'
import { systemAuthor } from '../../../../platform/trust/author.ts'
import { reservationStatuses } from '../../../../schema/reservation-statuses.ts'
import { sql, testServerUrl, uniqueName } from '../../../../tests/testkit/database.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { insertReservations, type ReservationRow } from '../../../../tests/testkit/reservation-rows.ts'
import { checks } from '../../audit/repository.ts'
import { openDatabases, type Database } from '../../database.ts'
import {
  countReservations,
  listReservations,
  type Order,
  type ReservationConditions,
} from '../../reservation/store/list.ts'
import { lockReservation, updateReservation } from '../../reservation/store/update.ts'
import type { Reservation } from '../../reservation/reservation.ts'
import { addMonths } from './months.ts'
import { partitionReservations } from './reservations.ts'

const partnerId = randomUUID()
const cenoteId = randomUUID()
const now = new Date()

/** A UUID of version 7 of an instant, or of version 4 whose first bits are that instant's. */
const idOf = (instant: Date, version: 4 | 7 = 7): string => {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${version}${randomUUID().slice(15)}`
}
const monthsFromNow = (months: number): Date => {
  const date = new Date(now)
  date.setUTCDate(15)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date
}

/** Another for each number; every status and filter is among them. */
function aReservation(number: number, id: string): ReservationRow {
  const at = new Date(now.getTime() - number * 60_000).toISOString()
  return {
    id,
    partner_id: number % 10 === 0 ? randomUUID() : partnerId,
    status: reservationStatuses[number % reservationStatuses.length] ?? 'pending',
    cenote_id: number % 3 === 0 ? cenoteId : randomUUID(),
    visit_date: `2026-07-${String(1 + (number % 28)).padStart(2, '0')}`,
    visit_time: `${String(9 + (number % 5)).padStart(2, '0')}:00`,
    guest_email: `guest${number % 7}@example.com`,
    guest_name: `Ana ${number % 20}`,
    payment_deadline: new Date(now.getTime() + (number % 2 === 0 ? -1 : 1) * 3_600_000).toISOString(),
    created_at: at,
    updated_at: at,
  }
}

const name = uniqueName('months')
let count = 0
let databaseName: string
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database
let session: Session

beforeEach(async () => {
  databaseName = await createDatabase('booking', openDatabases, `${name}_${(count += 1)}`)
  opened = await openDatabases(testServerUrl(), databaseName)
  database = opened.databases.sandbox
  session = await openSession({ serverUrl: testServerUrl(), name: databaseName }, 'test')
})
afterEach(async () => {
  await session.end()
  await opened.close()
})

const partition = (since?: string): Promise<boolean> =>
  partitionReservations(session.client, { environment: 'sandbox', since })
const insert = (...rows: ReservationRow[]): Promise<void> => insertReservations(database.pool, rows)
const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await database.pool.query<R>(text, values)).rows
const change = (partner: string, id: string, changes: Partial<Reservation>): Promise<Reservation> =>
  inTransaction(database.pool, async (client) => {
    const before = await lockReservation(client, partner, id)
    if (!before) throw new Error(`no reservation ${id}`)
    return updateReservation(client, before, changes, {
      event: 'reservation.modified',
      at: now,
      by: systemAuthor,
      note: null,
    })
  })
const tableOf = async (id: string): Promise<string | undefined> =>
  (await query<{ name: string }>('SELECT tableoid::regclass::text AS name FROM reservation WHERE id = $1', [id]))[0]
    ?.name
const tableName = (date: Date): string => `reservation_${date.toISOString().slice(0, 7).replace('-', '_')}`
const referencesAreValid = async (): Promise<boolean[]> =>
  (
    await query<{ valid: boolean }>(
      `SELECT convalidated AS valid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'reservation'::regclass`,
    )
  ).map(({ valid }) => valid)
const discrepancies = async (): Promise<string[]> => {
  const wanted = checks.filter(({ subject }) => ['totals', 'reservations'].includes(subject))
  return (await makeChecks(database.pool, wanted))
    .flatMap(({ discrepancies }) => discrepancies)
    .filter((text) => !text.includes('a cancellation'))
}

const orders: readonly Order[] = (['createdAt', 'updatedAt', 'visitDate'] as const).flatMap((field) => [
  { field, direction: 'asc' },
  { field, direction: 'desc' },
])
const filters: readonly Partial<ReservationConditions>[] = [
  {},
  ...reservationStatuses.map((status) => ({ status })),
  { isActive: true },
  { productId: cenoteId },
  { guestEmail: 'guest3@example.com', status: 'confirmed' },
  { search: 'ana 7' },
  { dateFrom: '2026-07-05', dateTo: '2026-07-09' },
  { createdAfter: new Date(now.getTime() - 7_200_000) },
]

/** The responses to all lists: their ids and totals. */
async function lists(): Promise<unknown[]> {
  const found: unknown[] = []
  for (const filter of filters)
    for (const requests of [filter, { partnerId, ...filter }]) {
      for (const order of orders) {
        const page = await listReservations(database, requests, now, order, { take: 15, skip: 10 })
        found.push(page.map(({ id }) => id))
      }
      found.push(await countReservations(database, requests, now))
    }
  return found
}

describe('reservations that are partitioned while they are written', () => {
  it('are found in every list as before, and no change is lost', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => idOf(new Date(now.getTime() - index * 86_400_000)))
    // Ids of version 4 are anywhere: before the first month, in a month to come, and far beyond.
    const strays = [...Array.from({ length: 20 }, () => randomUUID()), idOf(monthsFromNow(2), 4)]
    await insert(...[...ids, ...strays].map((id, index) => aReservation(index, id)))
    const before = await lists()

    let isDone = false
    let written = 0
    const writing = (async () => {
      while (!isDone || written < 20) {
        const id = idOf(new Date())
        const another = randomUUID()
        await insert({ ...aReservation(1_000 + written, id), partner_id: another, status: 'confirmed' })
        await change(another, id, { status: 'cancelled', cancellation: {} as never })
        await query(
          `INSERT INTO communication (partner_id, id, reservation_id, type, status, recipient, created_at)
           VALUES ($1, $2, $3, 'reminder', 'sent', '', now())`,
          [another, randomUUID(), id],
        )
        written += 1
      }
    })()
    expect(await partition().finally(() => (isDone = true))).toBe(true)
    await writing

    const [total] = await query<{ count: number }>('SELECT count(*)::integer AS count FROM reservation')
    expect(total?.count).toBe(ids.length + strays.length + written)
    await query('DELETE FROM communication')
    const others = "SELECT partner_id FROM reservation WHERE partner_id <> $1 AND cancellation = '{}'"
    for (const table of ['status_change', 'reservation_total'])
      await query(`DELETE FROM ${table} WHERE partner_id IN (${others})`, [partnerId])
    await query("DELETE FROM reservation WHERE partner_id <> $1 AND cancellation = '{}'", [partnerId])
    expect(await lists()).toEqual(before)
    expect(await discrepancies()).toEqual([])
    expect(await referencesAreValid()).toEqual([true, true, true])
    expect(await tableOf(ids[0] ?? '')).toBe('reservation_first')
    expect(await partition()).toBe(false)
    expect(await lists()).toEqual(before)
  })
})

describe('partitioned reservations', () => {
  it('are written to the month of their id, with all that belongs to them', async () => {
    expect(await partition()).toBe(true)
    const [first, second, third] = [monthsFromNow(-1), monthsFromNow(0), monthsFromNow(1)].map((at) => idOf(at))
    await insert(...[first, second, third].map((id, index) => aReservation(index, id ?? '')))
    expect(await Promise.all([first, second, third].map((id) => tableOf(id ?? '')))).toEqual([
      'reservation_first',
      tableName(monthsFromNow(0)),
      tableName(monthsFromNow(1)),
    ])
    await change(partnerId, third ?? '', { guest: { name: 'Zoë' } as never })
    const found = await query('SELECT reservation_id FROM reservation_search WHERE content LIKE $1', ['%zoe%'])
    expect(found).toEqual([{ reservation_id: third }])
    await expect(
      query(
        `INSERT INTO status_change (partner_id, reservation_id, version, status, at) VALUES ($1, $2, 1, 'pending', now())`,
        [partnerId, randomUUID()],
      ),
    ).rejects.toThrow('violates foreign key constraint')
    expect(await discrepancies()).toEqual([])
  })

  it.each(['bookingReference', 'confirmationCode'])('have a %s of their own over all months', async (column) => {
    await partition()
    const [first, second] = [idOf(monthsFromNow(0)), idOf(monthsFromNow(1))]
    await insert(aReservation(1, first))
    const copy = `SELECT store_reservation(partner_id, snapshot || jsonb_build_object('id', $2::text, $3::text, $4::text),
        gen_random_uuid(), type, NULL) FROM reservation_event WHERE reservation_id = $1`
    const other = column === 'bookingReference' ? 'confirmationCode' : 'bookingReference'
    await expect(query(copy, [first, second, other, 'another'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'reservation_code_key',
    })
    expect(await query('SELECT reservation_id FROM reservation_code GROUP BY 1')).toEqual([{ reservation_id: first }])
  })

  it('move to a month that is added later, and are referred to meanwhile', async () => {
    await partition()
    const [stray, far] = [idOf(monthsFromNow(3), 4), idOf(monthsFromNow(40), 4)]
    await insert(aReservation(1, stray), aReservation(2, far))
    expect(await tableOf(stray)).toBe('reservation_default')
    await query(`SELECT add_reservation_partitions(now() + interval '4 months')`)
    expect([await tableOf(stray), await tableOf(far)]).toEqual([tableName(monthsFromNow(3)), 'reservation_default'])
    expect(await query('SELECT FROM status_change WHERE reservation_id = $1', [stray])).toHaveLength(1)
    expect(
      await query('SELECT reservation_id FROM reservation_search WHERE reservation_id = $1', [stray]),
    ).toHaveLength(1)
    await query('SELECT validate_references_to_reservations()')
    expect(await referencesAreValid()).toEqual([true, true, true])
    await expect(query('DELETE FROM reservation WHERE id = $1', [stray])).rejects.toThrow(
      'violates foreign key constraint',
    )
    expect(await discrepancies()).toEqual([])
  })

  it('are looked up by id in one partition', async () => {
    await partition()
    const plan = await query<Record<'QUERY PLAN', string>>('EXPLAIN SELECT * FROM reservation WHERE id = $1', [
      idOf(monthsFromNow(1)),
    ])
    const scanned = plan.flatMap((row) => row['QUERY PLAN'].match(/reservation_\w+(?= on| reservation)/g) ?? [])
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain(tableName(monthsFromNow(1)))
    expect(scanned.filter((table) => table.endsWith('_first') || table.endsWith('_default'))).toEqual([])
  })

  it('are for the roles that the table was for', async () => {
    const role = uniqueName('partner_reader')
    await sql(databaseName, `CREATE ROLE ${role}`)
    await query(`GRANT SELECT, INSERT ON reservation TO ${role}`)
    await partition()
    for (const table of ['reservation', 'reservation_first'])
      expect(
        await query(`SELECT has_table_privilege($1, $2, 'SELECT, INSERT') AS may`, [role, `sandbox.${table}`]),
      ).toEqual([{ may: true }])
    await sql(databaseName, `DROP OWNED BY ${role}`)
    await sql(databaseName, `DROP ROLE ${role}`)
  })
})

describe('an installation without reservations', () => {
  it('begins with any month, so that a copy of another one is divided by its months', async () => {
    const since = monthsFromNow(-5).toISOString().slice(0, 7)
    expect(await partition(since)).toBe(true)
    const id = idOf(monthsFromNow(-4))
    await insert(aReservation(1, id))
    expect(await tableOf(id)).toBe(tableName(monthsFromNow(-4)))
  })

  it('only: others are refused by name', async () => {
    await insert(aReservation(1, idOf(now)))
    await expect(partition('2026-01')).rejects.toThrow(OperatorError)
    await expect(partition('2026-01')).rejects.toThrow(
      '--since is for an installation without reservations, and sandbox has some',
    )
    expect(await partition()).toBe(true)
  })
})

it('what a command that was killed has left refuses no reservation later', async () => {
  await query(
    `ALTER TABLE reservation ADD CONSTRAINT before_partitions CHECK (id < '0') NOT VALID`.replace(
      "'0'",
      `'${idOf(new Date(0))}'`,
    ),
  )
  await expect(insert(aReservation(1, idOf(now)))).rejects.toThrow('before_partitions')
  expect(await addMonths(database.pool)).toBe(0)
  await insert(aReservation(1, idOf(now)))
})
