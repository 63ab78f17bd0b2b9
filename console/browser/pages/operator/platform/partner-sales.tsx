import { useQuery } from '../../../api/use-query.ts'
import { LinesTable } from '../../../components/lines-table.tsx'
import { addDays } from '../../../components/local-date.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useToday } from '../../../components/use-today.ts'
import { ReservationsDocument, SalesReportDocument } from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useSession } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ReservationTable } from '../../reservations/list/reservation-table.tsx'
import { isAmount, sums, totalsOf } from '../../reports/sales.ts'

/** A report has at most 400 days. */
const daysBack = 365
const daysAhead = 30
const shownReservations = 10

/** The sales of a partner by month of the visit, the last year and the next days. */
export function Turnover({ partnerId }: { partnerId: string }) {
  const translate = useText()
  const formats = useFormats()
  const { timeZone } = useSession()
  const today = useToday(timeZone)
  const filter = { from: addDays(today, -daysBack), to: addDays(today, daysAhead), partnerId }
  const query = useQuery(SalesReportDocument, { filter, by: ['MONTH'], isOperator: true })
  return (
    <section class="card">
      <h3>{translate('partner.turnover')}</h3>
      <Loaded query={query}>
        {({ salesReport: { rows } }) =>
          rows.length === 0 ? (
            <p>{translate('partner.noSales')}</p>
          ) : (
            <LinesTable>
              <thead>
                <tr>
                  <th scope="col">{translate('reports.by.MONTH')}</th>
                  {sums.map((name) => (
                    <th key={name} scope="col" class="number">
                      {translate(`reports.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...rows, ...totalsOf(rows)].map((row) => (
                  <tr key={`${row.month} ${row.currency}`}>
                    <th scope="row">
                      {row.month === null ? translate('reports.total') : formats.month(`${row.month}-01`)}
                    </th>
                    {sums.map((name) => (
                      <td key={name} class="number">
                        {isAmount(name) ? formats.money(row[name], row.currency) : formats.count(row[name])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </LinesTable>
          )
        }
      </Loaded>
    </section>
  )
}

/** The reservations of a partner that were made last. */
export function LastReservations({ partnerId }: { partnerId: string }) {
  const translate = useText()
  const query = useQuery(ReservationsDocument, {
    filter: { partnerId },
    sort: { field: 'CREATED_AT', direction: 'DESC' },
    first: shownReservations,
    isOperator: true,
  })
  return (
    <section>
      <h3>{translate('partner.reservations')}</h3>
      <Loaded query={query}>
        {({ reservations: { nodes, totalCount } }) => (
          <>
            <ReservationTable rows={nodes} total={nodes.length} />
            <p>
              <Link to={`/reservations?partnerId=${partnerId}`}>
                {translate('partner.allReservations', { total: totalCount })}
              </Link>
            </p>
          </>
        )}
      </Loaded>
    </section>
  )
}
