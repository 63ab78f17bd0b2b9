import type { ReservationDetailFragment } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'

/** The lines of the price, and its payments. */
export function PriceLines({ reservation }: { reservation: ReservationDetailFragment }) {
  const translate = useText()
  const formats = useFormats()
  const { pricing, payment, refund } = reservation
  const money = (cents: number): string => formats.money(cents, pricing.currency)
  const optional = (label: 'detail.returned' | 'detail.credit', cents: number) =>
    cents > 0 ? [[translate(label), money(cents)] as const] : []
  const sums: (readonly [string, string])[] = [
    [translate('detail.subtotal'), money(pricing.subtotalCents)],
    ...pricing.discounts.map(({ name, amountCents }) => [name, `−${money(amountCents)}`] as const),
    ...(pricing.taxesCents > 0 ? [[translate('detail.taxes'), money(pricing.taxesCents)] as const] : []),
    ...(pricing.feesCents > 0 ? [[translate('detail.fees'), money(pricing.feesCents)] as const] : []),
    [translate('reservations.total'), money(pricing.totalCents)],
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
      <div class="scroll" tabIndex={0}>
        <table class="lines">
          <thead>
            <tr>
              <th scope="col">{translate('detail.item')}</th>
              <th scope="col" class="number">
                {translate('detail.quantity')}
              </th>
              <th scope="col" class="number">
                {translate('detail.each')}
              </th>
              <th scope="col" class="number">
                {translate('reservations.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {pricing.breakdown.map(({ type, name, quantity, unitPriceCents, totalCents }, index) => (
              <tr key={index}>
                <th scope="row">
                  <bdi>{name ?? translateValue(translate, 'detail.line', type)}</bdi>
                </th>
                <td class="number">{quantity}</td>
                <td class="number">{money(unitPriceCents)}</td>
                <td class="number">{money(totalCents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sums.map(([label, amount]) => (
              <tr key={label}>
                <th scope="row" colSpan={3}>
                  <bdi>{label}</bdi>
                </th>
                <td class="number">{amount}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
      {pricing.notAppliedDiscounts.map(({ code, reason }) => (
        <p key={code} class="hint">
          <bdi>{code}</bdi>: {translateValue(translate, 'detail.notApplied', reason)}
        </p>
      ))}
      {payments.length > 0 && (
        <>
          <h4>{translate('detail.payments')}</h4>
          <ul class="plain">
            {payments.map(({ id, method, provider, paidAt, amountCents }) => (
              <li key={id}>
                <code>{id}</code> {method !== null && <bdi>{method}</bdi>} {provider !== null && <bdi>{provider}</bdi>}{' '}
                {formats.instant(paidAt)} {amountCents !== null && money(amountCents)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
