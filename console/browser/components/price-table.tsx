import { useFormats } from '../text/format.ts'
import { useText } from '../text/language.tsx'

export interface PriceLine {
  readonly label: string
  readonly quantity: number
  /** Null where the line has no price of one. */
  readonly unitPriceCents: number | null
  readonly totalCents: number
}

export type PriceSum = readonly [label: string, amount: string, isTotal?: boolean]

interface PriceTableProperties {
  readonly lines: readonly PriceLine[]
  /** Below the lines, as they are written. */
  readonly sums: readonly PriceSum[]
  readonly currency: string
}

/** The lines of a price, and their sums. */
export function PriceTable({ lines, sums, currency }: PriceTableProperties) {
  const translate = useText()
  const formats = useFormats()
  return (
    <div class="scroll" tabIndex={0}>
      <table class="lines">
        <thead>
          <tr>
            <th scope="col">{translate('detail.item')}</th>
            <th scope="col" class="number">
              {translate('detail.quantity')}
            </th>
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
                {unitPriceCents !== null && quantity !== 1 && (
                  <small>{translate('detail.each', { amount: formats.money(unitPriceCents, currency) })}</small>
                )}
              </th>
              <td class="number">{quantity}</td>
              <td class="number">{formats.money(totalCents, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([label, amount, isTotal]) => (
            <tr key={label} class={isTotal ? 'total' : undefined}>
              <th scope="row" colSpan={2}>
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
