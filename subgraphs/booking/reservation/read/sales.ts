import { daysBetween } from '../../../../platform/values/clock.ts'
import { isUuid } from '../../../../platform/values/uuid.ts'
import { requireValid, validationError } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { listedPartnerOf } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import type { ProductType, ReservationStatus } from '../../generated/resolvers.ts'
import type { SalesDimension, SalesRow } from './rules/sales.ts'
import { salesRows } from './store/sales.ts'
import { conditionsOf } from './list.ts'

const maxDays = 400
const maxRows = 10_000

export interface SalesReportFilterInput {
  readonly from: string
  readonly to: string
  readonly basis: 'visit' | 'creation'
  readonly partnerId?: string | null
  readonly productId?: string | null
  readonly productType?: ProductType | null
  readonly status?: ReservationStatus | null
}

/** Sums of reservations by some dimensions. Error: ERROR_VALIDACION for too many days or rows. */
export async function salesReport(
  filter: SalesReportFilterInput,
  by: readonly SalesDimension[],
  context: ReservationContext,
): Promise<SalesRow[]> {
  requireValid(rangeErrors(filter))
  const { from, to, basis, partnerId, productId, productType, status } = filter
  const conditions = await conditionsOf(
    {
      partnerId: partnerId ?? null,
      productType: productType ?? null,
      status: status ?? null,
    },
    listedPartnerOf(context),
    context,
  )
  if (!conditions || (productId != null && !isUuid(productId))) return []
  const rows = await salesRows(
    context.database,
    { ...conditions, productId: productId ?? undefined, from, to, basis },
    [...new Set(by)],
    context.clock.now(),
    maxRows,
  )
  if (!rows) throw validationError({ by: [{ code: 'TOO_MANY_ROWS', max: maxRows }] })
  return rows
}

function rangeErrors({ from, to }: SalesReportFilterInput): FieldErrors {
  if (to < from) return { 'filter.to': [{ code: 'BEFORE_FROM' }] }
  return daysBetween(from, to) >= maxDays ? { 'filter.to': [{ code: 'TOO_MANY_DAYS', max: maxDays }] } : {}
}
