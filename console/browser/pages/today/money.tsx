import type { ComponentChildren } from 'preact'
import type { DaySalesFragment, TodayQuery } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { soldOf } from './sold.ts'

interface MoneyProperties {
  /** By state. */
  readonly sales: readonly DaySalesFragment[]
  readonly booked: readonly DaySalesFragment[]
  readonly refunds: TodayQuery['refunds']
}

/** The sales of the day's visits and of the reservations made today, and the refunds to pay. */
export function Money({ sales, booked, refunds }: MoneyProperties) {
  const translate = useText()
  return (
    <section class="figures">
      <Sales title={translate('today.visits')} rows={sales} />
      <Sales title={translate('today.booked')} rows={booked} />
      <Refunds {...refunds} />
    </section>
  )
}

function Sales({ title, rows }: { title: string; rows: readonly DaySalesFragment[] }) {
  const translate = useText()
  const formats = useFormats()
  const { reservations, people, amounts } = soldOf(rows)
  return (
    <Card title={title}>
      {amounts.map(({ currency, totalCents, netPaidCents }) => (
        <div key={currency}>
          <p class="figure">{formats.money(totalCents, currency)}</p>
          <p class="hint">{translate('today.paid', { amount: formats.money(netPaidCents, currency) })}</p>
        </div>
      ))}
      <p>{translate('today.count', { reservations: formats.count(reservations), people: formats.count(people) })}</p>
    </Card>
  )
}

function Refunds({ reservations, amounts }: TodayQuery['refunds']) {
  const translate = useText()
  const formats = useFormats()
  return (
    <Card title={translate('today.refunds')}>
      {amounts.map(({ currency, refundDueCents }) => (
        <p key={currency} class="figure">
          {formats.money(refundDueCents, currency)}
        </p>
      ))}
      {reservations === 0 ? (
        <p>{translate('today.noRefunds')}</p>
      ) : (
        <p>
          <Link to="/reservations?refundDue=true">
            {translate('today.allRefunds', { count: formats.count(reservations) })}
          </Link>
        </p>
      )}
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="card">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
