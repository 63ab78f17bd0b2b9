import { nextSaturday } from '../testkit/product.ts'

const startDate = nextSaturday()
const ofProduct = {
  availability: `(input: { startDate: "${startDate}", days: 1 })`,
  calendar: `(input: { startDate: "${startDate}", endDate: "${startDate}" })`,
  priceCalculation: '(input: { ageBreakdown: { adult: 2, child: 1 } })',
  dailyPrices: `(input: { startDate: "${startDate}", endDate: "${startDate}", party: { adult: 2 } })`,
}

/** Arguments of fields below the roots, as GraphQL text, by coordinate. */
export const nestedArguments: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['Cenote', 'Tour'].flatMap((type) =>
      Object.entries(ofProduct).map(([field, text]): [string, string] => [`${type}.${field}`, text]),
    ),
  ),
  'Cenote.automaticDiscounts': `(input: { date: "${startDate}", totalPeople: 8 })`,
  'Cenote.couponDiscount': '(code: "CENOTE10", subtotalCents: 100000)',
}
