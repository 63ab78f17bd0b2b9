import { requireValid } from '../../../../schema/errors.ts'
import { day, daysBetween } from '../../../../platform/values/clock.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { reservationStatuses } from '../../../../schema/reservation-statuses.ts'
import { listedPartnerOf } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import { isActive } from '../rules/lifecycle.ts'
import { summarize, type Summary } from './store/summary.ts'
import { conditionsOf, type ReservationFilterInput } from './list.ts'

const maxDays = 31

/** The totals of the reservations that match a filter. Error: ERROR_VALIDACION when its days have no limit. */
export async function reservationSummary(
  filter: ReservationFilterInput,
  context: ReservationContext,
): Promise<Summary> {
  const now = context.clock.now()
  requireValid(rangeErrors(filter, now))
  const conditions = await conditionsOf(filter, listedPartnerOf(context), context)
  if (!conditions) return { rows: [] }
  const statuses = reservationStatuses.filter(
    (status) =>
      (conditions.status
        ? status === conditions.status
        : conditions.refundDue === true || isActive(status) || status === 'completed') &&
      (conditions.isActive === undefined || isActive(status) === conditions.isActive),
  )
  return { rows: await summarize(context.database, conditions, statuses, now) }
}

/** Reads every reservation in the range, so its days must be few. Reservations with a refund due are few without. */
function rangeErrors({ dateFrom, dateTo, createdAfter, refundDue }: ReservationFilterInput, now: Date): FieldErrors {
  if (refundDue === true) return {}
  if (createdAfter && now.getTime() - createdAfter.getTime() <= maxDays * day) return {}
  if (dateFrom == null) return { 'filter.dateFrom': [{ code: 'REQUIRED' }] }
  if (dateTo == null) return { 'filter.dateTo': [{ code: 'REQUIRED' }] }
  if (daysBetween(dateFrom, dateTo) >= maxDays) return { 'filter.dateTo': [{ code: 'TOO_MANY_DAYS', max: maxDays }] }
  return {}
}
