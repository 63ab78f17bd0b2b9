import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inTransaction, type Pool } from '../../../../platform/postgres/database.ts'
import { systemAuthor } from '../../../../platform/trust/author.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { reportedReservation } from '../../../../tests/testkit/reported-reservation.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases } from '../../database.ts'
import { reportedEvent } from '../../outbox/webhook/store/reported-event.ts'
import { members, reviveReservation, type ReservationSnapshot } from '../columns.ts'
import type { ReservedService, Reservation } from '../reservation.ts'
import { changesBetween, ticketFields } from '../rules/diff.ts'
import { lockReservation, updateReservation } from './update.ts'

const partnerId = randomUUID()

/** A value of a column's type that no other member has. */
const valueOf = {
  uuid: () => randomUUID(),
  text: (name: string, number: number) => `${name} ${number}`,
  integer: (_name: string, number: number) => number,
  'double precision': (_name: string, number: number) => 1 / (number + 2),
  boolean: (_name: string, number: number) => number >= 1_000,
  timestamptz: (_name: string, number: number) => new Date(Date.UTC(2030, 0, 1, 12, number, 1, 234)),
  jsonb: (name: string, number: number) => ({ [name]: [number, null, { text: `“ñ” ${name}` }] }),
}

/** A reservation with another value in every member; one with a later start differs from it in all but its ids. */
function reservationFrom(start: number, fixed: Partial<Reservation>): Reservation {
  const values = Object.entries(members).map(([name, type], index) => [name, valueOf[type](name, start + index)])
  return { ...(Object.fromEntries(values) as unknown as Reservation), partnerId, ...fixed }
}

const created = reservationFrom(1_000, {
  status: 'confirmed',
  productType: 'tour',
  language: 'es',
  visitDate: '2030-02-03',
  version: 3,
})
const changed = reservationFrom(500, {
  id: created.id,
  status: 'in_progress',
  productType: 'cenote',
  language: 'en',
  visitDate: '2030-03-04',
  version: 4,
})

let opened: Awaited<ReturnType<typeof openDatabases>>
let pool: Pool
beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  pool = opened.databases.sandbox.pool
})
afterAll(() => opened.close())

/** Members that cannot be modified or are derived from others. */
const unreported = [
  'id',
  'partnerId',
  'partnerName',
  'bookingReference',
  'confirmationCode',
  'externalId',
  'requested',
  'isHold',
  'status',
  'productNames',
  'stops',
  'timezone',
  'visitAt',
  'dayEndsAt',
  'guestEmail',
  'language',
  'pricing',
  'notes',
  'metadata',
  'payment',
  'cancellation',
  'refund',
  'documents',
  'checkIn',
  'completion',
  'confirmationSent',
  'reminderSent',
  'refundCeiling',
  'paymentDeadline',
  'holdEndsAt',
  'extendedAt',
  'version',
  'createdAt',
  'updatedAt',
]

const reservedService: ReservedService = {
  id: randomUUID(),
  name: { en: 'Locker', es: 'Casillero' },
  type: 'other',
  quantity: 1,
  priceCents: 5_000,
  durationMinutes: null,
  pickup: null,
  included: false,
}

/** The reservation as its row, its latest event and a webhook of that event have it. */
async function stored(): Promise<{ row: unknown; event: unknown; webhook: unknown }> {
  const row = await inTransaction(pool, (client) => lockReservation(client, partnerId, created.id))
  const { rows } = await pool.query<{ id: string; occurredAt: Date; snapshot: ReservationSnapshot }>(
    `SELECT id, occurred_at AS "occurredAt", snapshot FROM reservation_event
     WHERE reservation_id = $1 ORDER BY version DESC LIMIT 1`,
    [created.id],
  )
  const { id: eventId = null, occurredAt = new Date(0), snapshot = null } = rows[0] ?? {}
  const webhook = reportedEvent({
    eventId,
    occurredAt,
    snapshot,
    change: null,
    traceparent: null,
    reviewRequestSent: false,
  })
  return {
    row,
    event: snapshot && reviveReservation(snapshot),
    webhook: webhook && 'reservation' in webhook && webhook.reservation,
  }
}

describe('every member of a reservation', () => {
  it('has another value in these tests than by default, and after the change', () => {
    const plain = reportedReservation(randomUUID())
    for (const name of Object.keys(members) as (keyof Reservation)[]) {
      expect([name, created[name]]).not.toEqual([name, plain[name]])
      if (name !== 'id' && name !== 'partnerId') expect([name, changed[name]]).not.toEqual([name, created[name]])
    }
  })

  it('is the same in its row, its event and its webhook when it is created', async () => {
    await pool.query(`SELECT store_reservation($1, $2, $3, 'reservation.created', NULL)`, [
      partnerId,
      JSON.stringify({ ...created, changedBy: systemAuthor }),
      randomUUID(),
    ])
    const { row, event, webhook } = await stored()
    expect(row).toEqual(created)
    expect(event).toEqual({ ...created, changedBy: systemAuthor })
    expect(webhook).toEqual(event)
  })

  it('is the same in all of them when it is changed', async () => {
    const { updatedAt: at, version: _version, ...given } = changed
    const entry = { at, by: systemAuthor, event: 'reservation.modified', note: null } as const
    await inTransaction(pool, (client) => updateReservation(client, created, given, entry))
    const { row, event, webhook } = await stored()
    expect(row).toEqual(changed)
    const { productId: previousProductId, productType: previousProductType } = created
    expect(event).toEqual({ ...changed, changedBy: systemAuthor, previousProductId, previousProductType })
    expect(webhook).toEqual(event)
  })

  it('is reported by a modification that changes it, unless it cannot be modified or is derived from others', () => {
    const sparse = reportedReservation(partnerId)
    const other: Partial<Reservation> = {
      ...created,
      participants: [{ id: randomUUID(), category: 'adult', contact: { name: 'Ana' } }],
      services: [reservedService],
      transport: { option: 'hotel_pickup', meetingPoint: null, pickup: null, minutesBefore: 30 },
      guestTerms: { hidePrice: true },
    }
    const changesOf = (name: keyof Reservation) => changesBetween(sparse, { ...sparse, [name]: other[name] })
    const names = Object.keys(members) as (keyof Reservation)[]
    expect(names.filter((name) => changesOf(name).length === 0)).toEqual(unreported)
    expect(names.flatMap(changesOf).map(({ field }) => field)).toEqual(expect.arrayContaining(ticketFields))
  })
})
