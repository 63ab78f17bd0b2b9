import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CsvFile, moneyCell, sendCsv, type Column } from '../http/csv.ts'
import type { Facade } from '../http/facade.ts'
import {
  ExportReservationsDocument,
  ExportSalesDocument,
  type ExportReservationsQuery,
  type ExportedReservationFragment,
} from '../generated/operations.ts'
import { failures } from '../schemas/response-schemas.ts'
import { lowerName } from '../../schema/present-fields.ts'
import { productType } from '../schemas/product-type.ts'
import { filterOf } from './input.ts'
import { ReservationExportQuery } from './query-schema.ts'

type Columns = readonly Column<ExportedReservationFragment>[]

const columns: Columns = [
  ['id', ({ id }) => id],
  ['bookingReference', ({ bookingReference }) => bookingReference],
  ['confirmationCode', ({ confirmationCode }) => confirmationCode],
  ['status', ({ status }) => lowerName(status)],
  ['productId', ({ product }) => product.id],
  ['product', ({ productName }) => productName],
  ['visitDate', ({ visitDate }) => visitDate],
  ['visitTime', ({ visitTime }) => visitTime],
  ['visitors', ({ visitors }) => visitors.total],
  ['adults', ({ visitors }) => visitors.adults],
  ['children', ({ visitors }) => visitors.children],
  ['seniors', ({ visitors }) => visitors.seniors],
  ['guestName', ({ guest }) => guest.name],
  ['guestEmail', ({ guest }) => guest.email],
  ['guestPhone', ({ guest }) => guest.phone],
  ['guestNationality', ({ guest }) => guest.nationality],
  ['currency', ({ pricing }) => pricing.currency],
  ['gross', ({ pricing }) => moneyCell(pricing.subtotalCents)],
  ['discount', ({ pricing }) => moneyCell(pricing.discountsCents)],
  ['tax', ({ pricing }) => moneyCell(pricing.taxesCents)],
  ['fee', ({ pricing }) => moneyCell(pricing.feesCents)],
  ['total', ({ pricing }) => moneyCell(pricing.totalCents)],
  ['paid', ({ amountPaidCents }) => moneyCell(amountPaidCents)],
  ['refunded', ({ amountReturnedCents }) => moneyCell(amountReturnedCents)],
  ['balance', (reservation) => moneyCell(balanceCentsOf(reservation))],
  ['source', ({ metadata }) => metadata.source],
  ['affiliateId', ({ metadata }) => metadata.affiliateId],
  ['specialRequests', ({ specialRequests }) => specialRequests],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
]
const partnerColumns: Columns = [
  ['partnerId', ({ partner }) => partner?.id],
  ['partner', ({ partner }) => partner?.name],
]
/** Added later, and so after all others: clients may read columns by their position. */
const laterColumns: Columns = [
  ['infants', ({ visitors }) => visitors.infants],
  ['teens', ({ visitors }) => visitors.teens],
  ['resellerReference', ({ resellerReference }) => resellerReference],
  ['externalId', ({ externalId }) => externalId],
  ['productType', ({ product }) => productType(product)],
  ['transport', ({ transport }) => transport && lowerName(transport.option)],
  ['pickupDate', ({ transport }) => transport?.pickup.date],
  ['pickupTime', ({ transport }) => transport?.pickup.time],
  ['pickupPlace', ({ transport }) => transport?.pickup.place],
  ['pickupAddress', ({ transport }) => transport?.pickup.address ?? transport?.meetingPoint?.address],
  ['pickupRoom', ({ transport }) => transport?.pickup.room],
  ['pickupNotes', ({ transport }) => transport?.pickup.notes],
]

/** As in a report of sales. */
const balanceCentsOf = ({
  status,
  pricing,
  amountPaidCents,
  amountReturnedCents,
}: ExportedReservationFragment): number =>
  status === 'CANCELLED' || status === 'REFUNDED' ? 0 : pricing.totalCents - amountPaidCents + amountReturnedCents

/** The reservations as a file. */
export function exportRoute(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.get(
      '/reservations.csv',
      {
        // It needs `reservations:read`, as the file does: gate keys read today's list, but do not carry it away.
        config: { operation: ExportSalesDocument },
        schema: {
          hide,
          tags: ['Reservations'],
          operationId: 'exportReservations',
          summary: 'Download reservations as CSV',
          description:
            'All reservations that meet the filters of the list, oldest first, without those made after the download began. Amounts have two decimals. Line breaks and tabs in a text are spaces; an apostrophe stands before each `=`, `+`, `-` or `@` with which a spreadsheet would begin a formula.',
          querystring: ReservationExportQuery,
          response: {
            200: CsvFile('The file; `partnerId` and `partner` are for keys of the operator only.', [
              ...columns,
              ...partnerColumns,
              ...laterColumns,
            ]),
            ...failures({}),
          },
        },
      },
      async (request, reply) => {
        await facade.identify(request, reply)
        const filter = filterOf(request.query)
        const start = new Date().toISOString()
        if (!filter.createdBefore || filter.createdBefore > start) filter.createdBefore = start
        const read = (after: string | null): Promise<ExportReservationsQuery> =>
          facade.executeOrThrow(request, reply, ExportReservationsDocument, { filter, ...(after ? { after } : {}) })
        // Before the response begins, so that a refusal has its own status.
        const first = await read(null)
        async function* pages() {
          for (let page = first; ; page = await read(page.reservations.pageInfo.endCursor)) {
            yield page.reservations.nodes
            if (!page.reservations.pageInfo.hasNextPage) return
          }
        }
        const shown = [...columns, ...(first.asOperator === undefined ? [] : partnerColumns), ...laterColumns]
        return sendCsv(reply, 'reservations.csv', shown, pages())
      },
    )
  }
}
