import { day } from '../../../../../platform/values/clock.ts'
import { patternContaining } from '../../../../../platform/values/text.ts'
import type { Database } from '../../../database.ts'
import { isActive, type Status } from '../../rules/lifecycle.ts'
import { reservationStatuses } from '../../../../../schema/reservation-statuses.ts'
import { selection } from '../../columns.ts'
import { isRefundDueSql } from './refund-due.ts'
import type { ProductType, Reservation } from '../../reservation.ts'

/** The filters of a list; each of its reservations matches all of them. */
export interface ReservationConditions {
  /** Of all partners without one. */
  readonly partnerId?: string | undefined
  /** Only visits of today, each in the time zone of its product. */
  readonly isToday?: boolean | undefined
  readonly status?: Status | undefined
  readonly isActive?: boolean | undefined
  /** A folded text. */
  readonly search?: string | undefined
  readonly resellerReference?: string | undefined
  /** Of a cenote or tour. */
  readonly productId?: string | undefined
  readonly productType?: ProductType | undefined
  readonly guestEmail?: string | undefined
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly refundDue?: boolean | undefined
  readonly disruptionId?: string | undefined
  /** Those of the disruption. */
  readonly ids?: readonly string[] | undefined
}

export type SortField = 'createdAt' | 'updatedAt' | 'visitDate'
export type Direction = 'asc' | 'desc'
export interface Order {
  readonly field: SortField
  readonly direction: Direction
}

/** Values of an item's sort fields, its id last. */
export type Position = readonly string[]

type SortName = SortField | 'visitTime' | 'id'

/** Of each order: where its values are, in the reservation and in the table. The id makes it one without equals. */
const sortColumns = {
  createdAt: { createdAt: 'created_at', id: 'id' },
  updatedAt: { updatedAt: 'updated_at', id: 'id' },
  visitDate: { visitDate: 'visit_date', visitTime: 'visit_time', id: 'id' },
} as const satisfies Record<SortField, { readonly [Name in SortName]?: string }>

const columnsOf = (field: SortField): string[] => Object.values(sortColumns[field])

export function keysetOf(reservation: Reservation, field: SortField): Position {
  return (Object.keys(sortColumns[field]) as SortName[]).map((name) => {
    const value = reservation[name]
    return value instanceof Date ? value.toISOString() : value
  })
}

/** Notes the values of a statement and names each by its number. */
export class Values {
  readonly all: unknown[] = []
  add(value: unknown): string {
    return `$${this.all.push(value)}`
  }
}

/** Every condition but the status. */
export function conditionsOf(
  {
    partnerId,
    isToday,
    productId,
    productType,
    guestEmail,
    resellerReference,
    dateFrom,
    dateTo,
    createdAfter,
    createdBefore,
    search,
    refundDue,
    ids,
  }: ReservationConditions,
  now: Date,
  values: Values,
): string {
  const conditions: string[] = []
  const narrow = (condition: string, value: unknown): void => {
    if (value !== undefined) conditions.push(`${condition} ${values.add(value)}`)
  }
  narrow('partner_id =', partnerId)
  narrow('product_id =', productId)
  // Written out, for an index has only those of tours.
  if (productType !== undefined) conditions.push(`product_type = '${productType}'`)
  narrow('guest_email =', guestEmail?.toLowerCase())
  narrow('reseller_reference =', resellerReference)
  narrow('visit_date >=', dateFrom)
  narrow('visit_date <=', dateTo)
  narrow('created_at >=', createdAfter)
  narrow('created_at <=', createdBefore)
  if (isToday) {
    // The days that are today somewhere are a place in an index.
    narrow('visit_date >=', dateOf(now.getTime() - day))
    narrow('visit_date <=', dateOf(now.getTime() + day))
    conditions.push(`visit_date = to_char(${values.add(now)}::timestamptz AT TIME ZONE timezone, 'YYYY-MM-DD')`)
  }
  if (refundDue !== undefined) conditions.push(isRefundDueSql(refundDue, values.add(now)))
  if (ids !== undefined) conditions.push(`id = ANY (${values.add(ids)}::uuid[])`)
  if (search !== undefined)
    conditions.push(
      `id IN (${foundBy(values.add(patternContaining(search)), partnerId === undefined ? undefined : values.add(partnerId))})`,
    )
  return conditions.join(' AND ') || 'true'
}

const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Ids of a partner's reservations, or of all partners', whose reference, guest's name or e-mail match a pattern. */
export const foundBy = (pattern: string, partnerId: string | undefined): string =>
  `SELECT reservation_id FROM reservation_search WHERE content LIKE ${pattern}${partnerId === undefined ? '' : ` AND partner_id = ${partnerId}`}`

/** The requested reservationStatuses; undefined for all of them. */
function statusesOf({ status, isActive: active }: ReservationConditions): readonly Status[] | undefined {
  if (active === undefined) return status && [status]
  return reservationStatuses.filter((one) => (status === undefined || status === one) && isActive(one) === active)
}

const requestedOf = (conditions: ReservationConditions) => ({
  statuses: statusesOf(conditions),
  refundDue: conditions.refundDue,
})

/**
 * Pending reservations whose hold has ended, before the job has recorded it: they are cancelled. Few, and so found by
 * the end of their hold (OFFSET 0 stops the planner from searching in the order of the list).
 */
const overdue = (narrowed: string, now: string): string =>
  `(SELECT * FROM reservation WHERE ${narrowed} AND status = 'pending' AND payment_deadline <= ${now} OFFSET 0) AS overdue`

/**
 * Where the reservations of some states are: each in one place of an index, cancelled ones in two. Those with a refund due
 * are read first, whatever their state: they are few, which the planner cannot know (OFFSET 0, as above).
 */
export function sourcesOf(
  {
    statuses: wanted,
    refundDue,
  }: { readonly statuses: readonly Status[] | undefined; readonly refundDue?: boolean | undefined },
  narrowed: string,
  now: Date,
  values: Values,
): string[] {
  if (refundDue === true) {
    const due = `(SELECT * FROM reservation WHERE ${narrowed} OFFSET 0) AS due`
    const reached = (): string =>
      `CASE WHEN status = 'pending' AND payment_deadline <= ${values.add(now)} THEN 'cancelled' ELSE status END`
    return [wanted ? `${due} WHERE ${reached()} = ANY (${values.add(wanted)}::text[])` : due]
  }
  if (!wanted) return [`reservation WHERE ${narrowed}`]
  // The conditions stay: each value that was noted must be named by the statement.
  if (wanted.length === 0) return [`reservation WHERE ${narrowed} AND false`]
  return wanted.flatMap((status) => {
    const written = `reservation WHERE ${narrowed} AND status = ${values.add(status)}`
    if (status === 'pending') return [`${written} AND payment_deadline > ${values.add(now)}`]
    return status === 'cancelled' ? [written, overdue(narrowed, values.add(now))] : [written]
  })
}

/** From here on it is worth knowing how many there are, so that a page is read from the end that is nearer. */
const farSkip = 1_000

/** Part of a list as it is at an instant: by position or after a reservation. */
export async function listReservations(
  database: Database,
  conditions: ReservationConditions,
  now: Date,
  order: Order,
  { take, skip = 0, after }: { take: number; skip?: number; after?: Position },
): Promise<Reservation[]> {
  if (skip < farSkip) return read(database, conditions, now, order, { take, skip, ...(after ? { after } : {}) })
  const total = await countReservations(database, conditions, now)
  const left = Math.max(0, total - skip)
  if (left === 0) return []
  if (skip <= total / 2) return read(database, conditions, now, order, { take, skip })
  const opposite: Order = { ...order, direction: order.direction === 'desc' ? 'asc' : 'desc' }
  const range = { take: Math.min(take, left), skip: Math.max(0, left - take) }
  return (await read(database, conditions, now, opposite, range)).reverse()
}

/** Skipped rows are only passed over in an index; whole rows are read for the page. */
async function read(
  { pool }: Database,
  conditions: ReservationConditions,
  now: Date,
  { field, direction }: Order,
  { take, skip, after }: { take: number; skip: number; after?: Position },
): Promise<Reservation[]> {
  const values = new Values()
  const columns = columnsOf(field)
  const order = columns.map((column) => `${column} ${direction}`).join(', ')
  // Compared as a whole the columns are a place in an index, where the rows that follow are read from.
  const beyond = after
    ? ` AND (${columns.join(', ')}) ${direction === 'desc' ? '<' : '>'} (${after.map((value) => values.add(value)).join(', ')})`
    : ''
  const narrowed = conditionsOf(conditions, now, values) + beyond
  const sources = sourcesOf(requestedOf(conditions), narrowed, now, values).map(
    (source) => `(SELECT ${columns.join(', ')} FROM ${source} ORDER BY ${order} LIMIT ${skip + take})`,
  )
  const { partnerId } = conditions
  const ofPartner = partnerId === undefined ? '' : `partner_id = ${values.add(partnerId)} AND `
  const { rows } = await pool.query<Reservation>(
    `SELECT ${selection} FROM reservation WHERE ${ofPartner}id IN (
       SELECT id FROM (${sources.join(' UNION ALL ')}) AS found ORDER BY ${order} LIMIT ${take} OFFSET ${skip}
     ) ORDER BY ${order}`,
    values.all,
  )
  return rows
}

/** How many reservations meet the conditions at an instant. */
export async function countReservations(
  database: Database,
  conditions: ReservationConditions,
  now: Date,
): Promise<number> {
  // Nearly all: subtracting the few others counts them by the stored totals.
  if (conditions.refundDue === false) {
    const [all, due] = await Promise.all(
      [undefined, true].map((refundDue) => countReservations(database, { ...conditions, refundDue }, now)),
    )
    return (all ?? 0) - (due ?? 0)
  }
  const values = new Values()
  const narrowed = conditionsOf(conditions, now, values)
  const { isToday, productId, productType, guestEmail, resellerReference } = conditions
  const { createdAfter, createdBefore, search, refundDue, ids } = conditions
  const ofProduct = [productId, productType]
  const narrowing = [
    ...ofProduct,
    isToday,
    guestEmail,
    resellerReference,
    createdAfter,
    createdBefore,
    search,
    refundDue,
    ids,
  ]
  const isTotalled = narrowing.every((value) => value === undefined)
  const wanted = requestedOf(conditions)
  const counted = isTotalled
    ? totalOf(wanted.statuses, now, narrowed, values)
    : sourcesOf(wanted, narrowed, now, values)
        .map((source) => `(SELECT count(*) FROM ${source})`)
        .join(' + ')
  const { rows } = await database.pool.query<{ count: number }>(`SELECT ${counted} AS count`, values.all)
  return rows[0]?.count ?? 0
}

/** From the stored totals of each day of visit (`reservation_total`), corrected by the holds that are over. */
function totalOf(wanted: readonly Status[] = reservationStatuses, now: Date, narrowed: string, values: Values): string {
  const storedTotal = `(SELECT coalesce(sum(${wanted.join(' + ') || '0'}), 0)::bigint FROM reservation_total WHERE ${narrowed})`
  const [pending, cancelled] = [wanted.includes('pending'), wanted.includes('cancelled')]
  if (pending === cancelled) return storedTotal
  const ended = `(SELECT count(*) FROM ${overdue(narrowed, values.add(now))})`
  return `${storedTotal} ${pending ? '-' : '+'} ${ended}`
}
