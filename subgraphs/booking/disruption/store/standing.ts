import type { Statements } from '../../../../platform/postgres/database.ts'
import { takenSlots, type SlotKey } from '../../availability/index.ts'
import {
  readStopping,
  type ProductType,
  type Reservation,
  type Status,
  type Stopping,
} from '../../reservation/index.ts'

/** Days and slots of a product, or all from a day on. */
export interface Scope {
  readonly productId: string
  readonly productType: ProductType
  readonly from: string
  /** Null without an end. */
  readonly to: string | null
  /** Null for all. */
  readonly times: readonly string[] | null
  /** Of these days and times single departures of a tour; null for all. */
  readonly slots: readonly SlotKey[] | null
}

/** Days and slots of a cenote. */
export const scopeAtCenote = (
  cenoteId: string,
  { from, to, times }: { readonly from: string; readonly to: string; readonly times?: readonly string[] | undefined },
): Scope => ({ productId: cenoteId, productType: 'cenote', from, to, times: times ?? null, slots: null })

/** A product as a whole, from a day on. */
export const scopeOfProduct = (productId: string, productType: ProductType, from: string): Scope => ({
  productId,
  productType,
  from,
  to: null,
  times: null,
  slots: null,
})

/** A reservation that holds places. */
export interface HeldReservation {
  readonly id: string
  readonly partnerId: string
  readonly partnerName: string | null
  readonly bookingReference: string
  readonly productId: string
  readonly productType: ProductType
  readonly visitDate: string
  readonly visitTime: string
  readonly people: number
  /** The places of the scope that it holds: those of a tour may stop in several of its slots. */
  readonly places: number
  readonly status: Status
  readonly currency: string
  /** The amount of a full refund. */
  readonly refundableCents: number
  readonly dayEndsAt: Date
  readonly createdAt: Date
}

type Row = Omit<HeldReservation, 'places'> & Pick<Reservation, 'stops'>

const columns = `id, partner_id AS "partnerId", partner_name AS "partnerName", booking_reference AS "bookingReference",
  product_id AS "productId", product_type AS "productType", visit_date AS "visitDate", visit_time AS "visitTime", stops,
  held_people AS people, status, pricing ->> 'currency' AS currency,
  GREATEST(0, COALESCE((payment ->> 'amountCents')::float8, 0) - COALESCE((payment ->> 'returnedCents')::float8, 0))
    AS "refundableCents", day_ends_at AS "dayEndsAt", created_at AS "createdAt"`

const lastDate = '9999-12-31'

const valuesOf = ({ productId, from, to, times, slots }: Scope): unknown[] => [
  productId,
  from,
  to ?? lastDate,
  times,
  slots && slots.map(({ date }) => date),
  slots && slots.map(({ time }) => time),
]

const inScope = `visit_date BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR visit_time = ANY ($4))
  AND ($5::text[] IS NULL OR (visit_date, visit_time) IN (SELECT * FROM unnest($5::text[], $6::text[])))`

/** In how many slots of a scope a reservation holds places. */
export function slotsIn(scope: Scope, visit: Pick<Row, 'productId' | 'visitDate' | 'visitTime' | 'stops'>): number {
  return takenSlots(visit).filter(
    ({ productId, date, time }) =>
      productId === scope.productId &&
      scope.from <= date &&
      date <= (scope.to ?? lastDate) &&
      (scope.times?.includes(time) ?? true) &&
      (scope.slots?.some((slot) => slot.date === date && slot.time === time) ?? true),
  ).length
}

/** Reservations that hold places in a scope, those of tours that stop there too, by visit and reference. */
export async function readHeld(client: Statements, scope: Scope): Promise<HeldReservation[]> {
  const { rows: own } = await client.query<Row>(
    `SELECT ${columns} FROM reservation WHERE product_id = $1 AND ${inScope} AND held_people > 0`,
    valuesOf(scope),
  )
  const stopping =
    scope.productType === 'cenote' ? await readStopping<Row>(client, columns, await bookedDays(client, scope)) : []
  return [...own, ...stopping]
    .flatMap(({ stops, ...row }) => {
      const slots = slotsIn(scope, { ...row, stops })
      return slots === 0 ? [] : [{ ...row, places: slots * row.people }]
    })
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

const orderOf = ({ visitDate, visitTime, bookingReference }: HeldReservation): string =>
  `${visitDate} ${visitTime} ${bookingReference}`

/** The days of a cenote on which places of a scope are booked. */
async function bookedDays(client: Statements, scope: Scope): Promise<Stopping[]> {
  const { rows } = await client.query<Stopping>(
    `SELECT DISTINCT product_id AS "cenoteId", visit_date AS date FROM inventory_slot
     WHERE product_id = $1 AND booked > 0 AND ${inScope}`,
    valuesOf(scope),
  )
  return rows
}

/** Places that the inventory counts in a scope. */
export async function countBooked(client: Statements, scope: Scope): Promise<number> {
  const { rows } = await client.query<{ booked: number }>(
    `SELECT coalesce(sum(booked), 0)::integer AS booked FROM inventory_slot WHERE product_id = $1 AND ${inScope}`,
    valuesOf(scope),
  )
  return rows[0]?.booked ?? 0
}
