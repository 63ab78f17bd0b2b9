import { useFormats } from '../text/format.ts'
import { useText } from '../text/language.tsx'

export interface PriceLine {
  readonly label: string
  readonly quantity: number
  /** Null where the line has no price of one. */
  readonly unitPriceCents: number | null
  readonly totalCents: number
}

interface PriceTableProperties {
  readonly lines: readonly PriceLine[]
  /** Below the lines, as they are written. */
  readonly sums: readonly (readonly [label: string, amount: string])[]
  readonly currency: string
}

/** The lines of a price, and their sums. */
export function PriceTable({ lines, sums, currency }: PriceTableProperties) {
  const translate = useText()
  const formats = useFormats()
  const hasUnits = lines.some(({ unitPriceCents }) => unitPriceCents !== null)
  return (
    <div class="scroll" tabIndex={0}>
      <table class="lines">
        <thead>
          <tr>
            <th scope="col">{translate('detail.item')}</th>
            <th scope="col" class="number">
              {translate('detail.quantity')}
            </th>
            {hasUnits && (
              <th scope="col" class="number">
                {translate('detail.each')}
              </th>
            )}
            <th scope="col" class="number">
              {translate('reservations.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, quantity, unitPriceCents, totalCents }, index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              <td class="number">{quantity}</td>
              {hasUnits && <td class="number">{unitPriceCents !== null && formats.money(unitPriceCents, currency)}</td>}
              <td class="number">{formats.money(totalCents, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([label, amount]) => (
            <tr key={label}>
              <th scope="row" colSpan={hasUnits ? 3 : 2}>
                <bdi>{label}</bdi>
              </th>
              <td class="number">{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}
