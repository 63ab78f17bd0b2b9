import { Type, type Static } from 'typebox'
import type { OctoDayPricesFragment } from '../generated/operations.ts'
import { Nullable } from '../schemas/response-schemas.ts'
import { invalidMember } from './errors.ts'
import { unitIdOf, unitIds } from './ids.ts'

/** The currency of all prices. */
export const currency = 'MXN'
export const currencyPrecision = 2

/** Throws BAD_REQUEST for another currency than the only one, in any case. */
export function requireCurrency(requested: string | null | undefined): void {
  if (requested != null && requested.toUpperCase() !== currency)
    throw invalidMember('currency', { code: 'NOT_ONE_OF', values: currency })
}

export const CurrencyMember = Type.Optional(
  Nullable(Type.String({ maxLength: 200, description: '`MXN`, the currency of all prices, in any case.' })),
)

const pricingMembers = {
  original: Type.Integer({ description: 'Cents that it would cost without any discount, tax included.' }),
  retail: Type.Integer({ description: 'Cents that the guest pays, tax included.' }),
  net: Type.Null(),
  currency: Type.String({ description: 'ISO 4217 currency code.', examples: [currency] }),
  currencyPrecision: Type.Literal(currencyPrecision),
  includedTaxes: Type.Array(
    Type.Object({
      name: Type.String(),
      retail: Type.Integer({ description: 'Its share of `retail`.' }),
      original: Type.Integer({ description: 'Its share of `original`.' }),
      net: Type.Null(),
    }),
    { description: 'Taxes within the amounts.' },
  ),
}

export const Pricing = Type.Object(pricingMembers, { title: 'Pricing', description: 'With `octo/pricing`.' })
export const PricingUnit = Type.Object(
  { unitId: Type.Enum([...unitIds]), ...pricingMembers },
  { title: 'PricingUnit', description: 'The price of one person of a unit.' },
)

/** Amounts that include their taxes, in cents. */
export interface Price {
  readonly originalCents: number
  readonly retailCents: number
  readonly taxes: readonly { readonly name: string; readonly originalCents: number; readonly retailCents: number }[]
}

/** A price as OCTO represents it. */
export const pricingOf = (
  { originalCents, retailCents, taxes }: Price,
  currencyOfPrice: string = currency,
): Static<typeof Pricing> => ({
  original: originalCents,
  retail: retailCents,
  net: null,
  currency: currencyOfPrice,
  currencyPrecision,
  includedTaxes: taxes.map((tax) => ({
    name: tax.name,
    retail: tax.retailCents,
    original: tax.originalCents,
    net: null,
  })),
})

/** The price of the party that a request names, with the fees of its booking; undefined without one. */
export const partyPricing = ({
  party,
  feesCents,
}: Pick<OctoDayPricesFragment, 'party' | 'feesCents'>): Static<typeof Pricing> | undefined =>
  party
    ? pricingOf({
        ...party,
        originalCents: party.originalCents + feesCents,
        retailCents: party.retailCents + feesCents,
      })
    : undefined

/** The prices of one person of each unit. */
export const unitPricing = ({ units }: Pick<OctoDayPricesFragment, 'units'>): Static<typeof PricingUnit>[] =>
  units.map(({ category, price }) => ({ unitId: unitIdOf(category), ...pricingOf(price) }))
