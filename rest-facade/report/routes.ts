import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { addDays, daysBetween, isLocalDate } from '../../platform/values/clock.ts'
import type { FieldErrors } from '../../schema/field-errors.ts'
import { reservationStatuses } from '../../schema/reservation-statuses.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'
import { CsvFile, moneyCell, sendCsv, type Column } from '../http/csv.ts'
import type { Facade } from '../http/facade.ts'
import {
  ExportSalesDocument,
  type ExportSalesQuery,
  type ExportedSalesFragment,
  type SalesDimension,
} from '../generated/operations.ts'
import { productType } from '../schemas/product-type.ts'
import { failures } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { LocalDate, NameList, namesIn, Ruled, Uuid, type MemberRule } from '../schemas/validation.ts'

type Columns = readonly Column<ExportedSalesFragment>[]

/** The columns of each dimension, which stand first. */
const dimensions = {
  day: [['day', ({ day }) => day]],
  month: [['month', ({ month }) => month]],
  partner: [
    ['partnerId', ({ partner }) => partner?.id],
    ['partner', ({ partner }) => partner?.name],
  ],
  product: [
    ['productId', ({ product }) => product?.id],
    ['product', ({ product }) => product?.name],
  ],
  status: [['status', ({ status }) => status && lowerName(status)]],
} satisfies Record<Lowercase<SalesDimension>, Columns>
type Dimension = keyof typeof dimensions

const sums: Columns = [
  ['currency', ({ currency }) => currency],
  ['reservations', ({ reservations }) => reservations],
  ['visitors', ({ visitors }) => visitors],
  ['gross', ({ grossCents }) => moneyCell(grossCents)],
  ['discount', ({ discountCents }) => moneyCell(discountCents)],
  ['tax', ({ taxCents }) => moneyCell(taxCents)],
  ['fee', ({ feeCents }) => moneyCell(feeCents)],
  ['total', ({ totalCents }) => moneyCell(totalCents)],
  ['paid', ({ paidCents }) => moneyCell(paidCents)],
  ['refunded', ({ refundedCents }) => moneyCell(refundedCents)],
  ['balance', ({ balanceCents }) => moneyCell(balanceCents)],
]

/** Added later, and so after all others: clients may read columns by their position. */
const productColumns: Columns = [['productType', ({ product }) => product && productType(product)]]
const laterSums: Columns = [
  ['soldReservations', ({ soldReservations }) => soldReservations],
  ['soldVisitors', ({ soldVisitors }) => soldVisitors],
  ['soldTotal', ({ soldTotalCents }) => moneyCell(soldTotalCents)],
  ['cancelledReservations', ({ cancelledReservations }) => cancelledReservations],
  ['cancelledTotal', ({ cancelledTotalCents }) => moneyCell(cancelledTotalCents)],
  ['refundDue', ({ refundDueCents }) => moneyCell(refundDueCents)],
]

const dimensionNames = Object.keys(dimensions) as Dimension[]

const maxDays = 400
/** Of the whole period, which may be read in parts. */
const period: MemberRule<{ from: string; to: string }> = ({ from, to }): FieldErrors => {
  if (from === undefined || to === undefined || !isLocalDate(from) || !isLocalDate(to)) return {}
  if (to < from) return { to: [{ code: 'BEFORE_FROM' }] }
  return daysBetween(from, to) >= maxDays ? { to: [{ code: 'TOO_MANY_DAYS', max: maxDays }] } : {}
}

const SalesQuery = Ruled(
  Closed({
    from: LocalDate('First day, in the time zone of each product.'),
    to: LocalDate('Last day; at most 400 days.'),
    basis: Type.Optional(
      Type.Enum(['visit', 'creation'], {
        default: 'visit',
        description: 'Whether a reservation counts on the day of its visit or on the day on which it was made.',
      }),
    ),
    partnerId: Type.Optional(Uuid("Of this partner. Others than one's own are for keys of the operator's staff.")),
    productId: Type.Optional(Uuid('Of this cenote or tour.')),
    productType: Type.Optional(Type.Enum(['cenote', 'tour'], { description: 'Of cenotes or of tours.' })),
    status: Type.Optional(Type.Enum([...reservationStatuses])),
    by: Type.Optional(
      NameList(
        dimensionNames,
        'The dimensions, in any case and in the order of the columns. One row in all when absent.',
        {
          anyCase: true,
        },
      ),
    ),
  }),
  period,
)

/** Reports as files. */
export function reportRoutes(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.get(
      '/reports/sales.csv',
      {
        config: { operation: ExportSalesDocument },
        schema: {
          hide,
          tags: ['Reports'],
          operationId: 'exportSales',
          summary: 'Download a report of sales as CSV',
          description:
            'Sums of the reservations in every state, one row for each currency and combination of the dimensions in `by`, sorted by them in that order. Amounts have two decimals; gross - discount + tax + fee = total; `balance` is total - paid + refunded, 0 for cancelled and refunded reservations. `soldReservations`, `soldVisitors` and `soldTotal` leave those out, `cancelledReservations` and `cancelledTotal` count them and ended holds; `refundDue` is the amount to refund. At most 10,000 rows, or 10,000 a month when the first dimension is day or month.',
          querystring: SalesQuery,
          response: {
            200: CsvFile(
              'The file: the columns of the requested dimensions, those of the partner for keys of the operator only, and then the sums; `productType` with the dimension `product`, then what is sold, cancelled and to refund.',
              [...Object.values(dimensions).flat(), ...sums, ...productColumns, ...laterSums] as Columns,
            ),
            ...failures({}),
          },
        },
      },
      async (request, reply) => {
        const { by, basis = 'visit', status, productType: type, ...filter } = request.query
        const wanted = [...new Set(namesIn(by?.toLowerCase()))] as Dimension[]
        const read = (part: { from: string; to: string }): Promise<ExportSalesQuery> =>
          facade.executeOrThrow(request, reply, ExportSalesDocument, {
            filter: {
              ...presentFields({
                ...filter,
                status: status && (status.toUpperCase() as Uppercase<typeof status>),
                productType: type && (type.toUpperCase() as Uppercase<typeof type>),
              }),
              ...part,
              basis: basis.toUpperCase() as Uppercase<typeof basis>,
            },
            by: wanted.map((name) => name.toUpperCase() as Uppercase<typeof name>),
          })
        const isByTime = wanted[0] === 'day' || wanted[0] === 'month'
        const [part, ...later] = isByTime ? monthsOf(filter.from, filter.to) : [filter]
        // Before the response begins, so that a refusal has its own status.
        const first = await read(part ?? filter)
        async function* pages() {
          yield first.salesReport.rows
          for (const next of later) yield (await read(next)).salesReport.rows
        }
        const shown = wanted.filter((name) => name !== 'partner' || first.asOperator !== undefined)
        const columns: Columns = [
          ...shown.flatMap((name): Columns => dimensions[name]),
          ...sums,
          ...(shown.includes('product') ? productColumns : []),
          ...laterSums,
        ]
        return sendCsv(reply, 'sales.csv', columns, pages())
      },
    )
  }
}

/** The parts of a period by calendar month: in this order their rows by day or month are those of the whole. */
function monthsOf(from: string, to: string): { from: string; to: string }[] {
  const parts = []
  for (let start = from; start <= to;) {
    const next = addDays(`${start.slice(0, 7)}-01`, 31).slice(0, 7)
    const end = addDays(`${next}-01`, -1)
    parts.push({ from: start, to: end < to ? end : to })
    start = `${next}-01`
  }
  return parts
}
