import { ages, categoryOfAge } from '../../../../../schema/ages.ts'
import { PriceTable, type PriceLine } from '../../../components/price-table.tsx'
import type { CalculatedPriceFragment } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'

/** The lines of a price that is charged once the visit is reserved. */
export function CalculatedPrice({ price }: { price: CalculatedPriceFragment }) {
  const translate = useText()
  const formats = useFormats()
  const { transportation, couponDiscount, currency } = price
  const money = (cents: number): string => formats.money(cents, currency)
  const ofAges = ages.flatMap((age): PriceLine[] => {
    const line = price.ageAdjustments.find(({ category }) => category.toLowerCase() === categoryOfAge[age])
    if (!line || line.quantity === 0) return []
    const label = translateValue(translate, 'detail.line', categoryOfAge[age])
    return [{ label, quantity: line.quantity, unitPriceCents: null, totalCents: line.subtotalCents }]
  })
  const ofServices = price.selectedServices.map(({ name, quantity, costCents }) => ({
    label: name,
    quantity,
    unitPriceCents: null,
    totalCents: costCents,
  }))
  const ofTransport = transportation
    ? [
        {
          label: translate('detail.line.transport'),
          quantity: 1,
          unitPriceCents: null,
          totalCents: transportation.totalCents,
        },
      ]
    : []
  return (
    <>
      <PriceTable
        lines={[...ofAges, ...ofServices, ...ofTransport]}
        sums={[
          [translate('detail.subtotal'), money(price.subtotalCents)],
          ...price.automaticDiscounts.map(({ name, amountCents }) => [name, `−${money(amountCents)}`] as const),
          ...(couponDiscount ? [[couponDiscount.code, `−${money(couponDiscount.amountCents)}`] as const] : []),
          ...(price.taxesCents > 0 ? [[translate('detail.taxes'), money(price.taxesCents)] as const] : []),
          ...(price.feesCents > 0 ? [[translate('detail.fees'), money(price.feesCents)] as const] : []),
          [translate('reservations.total'), money(price.totalCents), true],
        ]}
        currency={currency}
      />
      {price.notAppliedDiscounts.map(({ code, reason }) => (
        <p key={code} class="hint">
          <bdi>{code}</bdi>: {translateValue(translate, 'detail.notApplied', reason)}
        </p>
      ))}
    </>
  )
}
