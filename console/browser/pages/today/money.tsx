import type { TodayQuery } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'

type Summary = TodayQuery['booked']

/** The value of the day's visits and of the reservations made since midnight. */
export function Money({ visits, booked }: { visits: Summary; booked: Summary }) {
  const translate = useText()
  return (
    <section class="figures">
      <Figures title={translate('today.visits')} summary={visits} />
      <Figures title={translate('today.booked')} summary={booked} />
    </section>
  )
}

function Figures({ title, summary: { reservations, visitors, amounts } }: { title: string; summary: Summary }) {
  const translate = useText()
  const formats = useFormats()
  return (
    <div class="card">
      <h2>{title}</h2>
      {amounts.map(({ currency, totalCents, paidCents, returnedCents }) => (
        <div key={currency}>
          <p class="figure">{formats.money(totalCents, currency)}</p>
          <p class="hint">{translate('today.paid', { amount: formats.money(paidCents - returnedCents, currency) })}</p>
        </div>
      ))}
      <p>{translate('today.count', { reservations: formats.count(reservations), people: formats.count(visitors) })}</p>
    </div>
  )
}
