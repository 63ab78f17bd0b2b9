import { lowerName } from '../../schema/present-fields.ts'
import { html, type Html } from '../../platform/http/pages.ts'
import { moneyText } from '../../platform/values/display.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { Age } from '../../schema/ages.ts'
import { partyText } from '../../schema/party-text.ts'
import type { Visit } from './visit-facts.ts'

const texts = {
  en: {
    price: 'Price',
    each: 'each',
    taxes: 'Taxes',
    fees: 'Fees',
    total: 'Total',
    paid: 'Paid',
    returned: 'Paid back',
    due: 'Still to pay',
    credit: 'To be paid back',
  },
  es: {
    price: 'Precio',
    each: 'c/u',
    taxes: 'Impuestos',
    fees: 'Cargos',
    total: 'Total',
    paid: 'Pagado',
    returned: 'Devuelto',
    due: 'Por pagar',
    credit: 'Por devolver',
  },
} as const

type Line = Visit['pricing']['breakdown'][number]

const ageOf: Readonly<Record<string, Age>> = {
  ADULT: 'adults',
  CHILD: 'children',
  SENIOR: 'seniors',
  INFANT: 'infants',
  TEEN: 'teens',
}

function nameOf({ type, name, quantity }: Line, language: Language): string {
  const age = ageOf[type]
  if (age) return partyText({ [age]: quantity }, language)
  const words = name ?? lowerName(type)
  return quantity > 1 ? `${words} × ${quantity}` : words
}

/** The price line by line, and the payments. */
export function priceTable(visit: Visit, language: Language): Html {
  const text = texts[language]
  const { pricing, currency } = visit
  const money = (cents: number): string => moneyText(cents, currency)
  const row = (name: Html | string, cents: number, kind?: string) =>
    html`<tr class="${kind}">
      <th scope="row">${name}</th>
      <td>${money(cents)}</td>
    </tr>`
  return html`<table class="price">
    <caption class="visually-hidden">
      ${text.price}
    </caption>
    <tbody>
      ${pricing.breakdown.map((line) =>
        row(
          html`${nameOf(line, language)}${line.quantity > 1 && html` <small>${money(line.unitPriceCents)} ${text.each}</small>`}`,
          line.totalCents,
        ),
      )}
      ${pricing.discounts.map(({ name, amountCents }) => row(name, -amountCents, 'discount'))}
      ${pricing.taxesCents > 0 && row(text.taxes, pricing.taxesCents)}
      ${pricing.feesCents > 0 && row(text.fees, pricing.feesCents)}
    </tbody>
    <tbody class="sums">
      ${row(text.total, visit.totalCents, 'total')} ${visit.paidCents > 0 && row(text.paid, visit.paidCents)}
      ${visit.returnedCents > 0 && row(text.returned, visit.returnedCents)}
      ${visit.paidCents > 0 && visit.dueCents > 0 && row(text.due, visit.dueCents)}
      ${visit.creditCents > 0 && row(text.credit, visit.creditCents)}
    </tbody>
  </table>`
}
