import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { reservationStatuses } from '../../schema/reservation-statuses.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'
import { CsvFile, moneyCell, sendCsv, type Column } from '../csv.ts'
import type { Facade } from '../facade.ts'
import { ExportSalesDocument, type ExportedSalesFragment, type SalesDimension } from '../generated/operations.ts'
import { failures } from '../response-schemas.ts'
import { Closed } from '../schema-shape.ts'
import { LocalDate, NameList, namesIn, Uuid } from '../validation.ts'

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
    ['productId', ({ cenote }) => cenote?.id],
    ['product', ({ cenote }) => cenote?.name],
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

const dimensionNames = Object.keys(dimensions) as Dimension[]

const SalesQuery = Closed({
  from: LocalDate('First day, in the time zone of each product.'),
  to: LocalDate('Last day; at most 400 days.'),
  basis: Type.Optional(
    Type.Enum(['visit', 'creation'], {
      default: 'visit',
      description: 'Whether a reservation counts on the day of its visit or on the day on which it was made.',
    }),
  ),
  partnerId: Type.Optional(Uuid("Of this partner. Others than one's own are for keys of the operator's staff.")),
  productId: Type.Optional(Uuid('Of this cenote.')),
  status: Type.Optional(Type.Enum([...reservationStatuses])),
  by: Type.Optional(
    NameList(
      dimensionNames,
      `Comma-separated, in any case: ${dimensionNames.join(', ')}. One row in all when absent.`,
      {
        anyCase: true,
      },
    ),
  ),
})

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
            'Sums of the reservations in every state, one row for each currency and combination of the dimensions in `by`, sorted by them in that order. Amounts have two decimals; gross - discount + tax + fee = total; `balance` is total - paid + refunded, 0 for cancelled and refunded reservations. At most 10,000 rows.',
          querystring: SalesQuery,
          response: {
            200: CsvFile(
              'The file: the columns of the requested dimensions, those of the partner for keys of the operator only, and then the sums.',
              [...Object.values(dimensions).flat(), ...sums] as Columns,
            ),
            ...failures({}),
          },
        },
      },
      async (request, reply) => {
        const { by, basis = 'visit', status, ...filter } = request.query
        const wanted = [...new Set(namesIn(by?.toLowerCase()))] as Dimension[]
        const { salesReport, asOperator } = await facade.executeOrThrow(request, reply, ExportSalesDocument, {
          filter: {
            ...presentFields({ ...filter, status: status && (status.toUpperCase() as Uppercase<typeof status>) }),
            basis: basis.toUpperCase() as Uppercase<typeof basis>,
          },
          by: wanted.map((name) => name.toUpperCase() as Uppercase<typeof name>),
        })
        const shown = wanted.filter((name) => name !== 'partner' || asOperator !== undefined)
        const columns: Columns = [...shown.flatMap((name): Columns => dimensions[name]), ...sums]
        return sendCsv(reply, 'sales.csv', columns, pagesOf(salesReport.rows))
      },
    )
  }
}

const pageSize = 500
async function* pagesOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let index = 0; index < rows.length; index += pageSize) yield rows.slice(index, index + pageSize)
}
