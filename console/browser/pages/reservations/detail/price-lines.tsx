import { PriceTable, type PriceSum } from '../../../components/price-table.tsx'
import type { ReservationDetailFragment } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue, type Translate } from '../../../text/text.ts'

/** The lines of the price, and its payments. */
export function PriceLines({ reservation }: { reservation: ReservationDetailFragment }) {
  const translate = useText()
  const formats = useFormats()
  const { pricing, payment, refund } = reservation
  const money = (cents: number): string => formats.money(cents, pricing.currency)
  const optional = (label: 'detail.returned' | 'detail.credit', cents: number) =>
    cents > 0 ? [[translate(label), money(cents)] as const] : []
  const sums: PriceSum[] = [
    [translate('detail.subtotal'), money(pricing.subtotalCents)],
    ...pricing.discounts.map(({ name, amountCents }) => [name, `−${money(amountCents)}`] as const),
    ...(pricing.taxesCents > 0 ? [[translate('detail.taxes'), money(pricing.taxesCents)] as const] : []),
    ...(pricing.feesCents > 0 ? [[translate('detail.fees'), money(pricing.feesCents)] as const] : []),
    [translate('reservations.total'), money(pricing.totalCents), true],
    [translate('detail.paid'), money(reservation.amountPaidCents)],
    [translate('detail.due'), money(reservation.balanceDueCents)],
    ...optional('detail.returned', reservation.amountReturnedCents),
    ...optional('detail.credit', reservation.creditDueCents),
  ]
  if (refund)
    sums.push([
      translate('detail.refund'),
      translate('detail.refundState', { settled: money(refund.settledCents), amount: money(refund.amountCents) }),
    ])
  const payments = payment ? [{ ...payment, amountCents: null }, ...payment.additional] : []
  return (
    <section class="card">
      <h3>{translate('detail.price')}</h3>
      <PriceTable
        lines={pricing.breakdown.map(({ type, name, ...line }) => ({
          ...line,
          label: name ?? translateValue(translate, 'detail.line', type.toLowerCase()),
        }))}
        sums={sums}
        currency={pricing.currency}
      />
      {pricing.notAppliedDiscounts.map(({ code, reason }) => (
        <p key={code} class="hint">
          <bdi>{code}</bdi>: {translateValue(translate, 'detail.notApplied', reason)}
        </p>
      ))}
      {payments.length > 0 && (
        <>
          <h4>{translate('detail.payments')}</h4>
          <ul class="plain">
            {payments.map(({ paymentId, method, provider, paidAt, amountCents }) => (
              <li key={paymentId}>
                <code>{paymentId}</code> {method !== null && <bdi>{methodText(method, translate)}</bdi>}{' '}
                {provider !== null && <bdi>{provider}</bdi>} {formats.instant(paidAt)}{' '}
                {amountCents !== null && money(amountCents)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** A method that has words, such as credit_card, in them; another one as it was sent. */
function methodText(method: string, translate: Translate): string {
  const value = method.toUpperCase()
  const text = translateValue(translate, 'payment.method', value)
  return text === value ? method : text
}
