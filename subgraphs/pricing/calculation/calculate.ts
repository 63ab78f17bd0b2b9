import { apiError, validationError } from '../../../schema/errors.ts'
import { effectiveConfigurations, type Category } from '../age-configuration/index.ts'
import type { Context } from '../context.ts'
import { maxCodeLength, normalCode, requireUsable } from '../coupon/index.ts'
import { convert } from '../currency/index.ts'
import type { DiscountRule } from '../discount/index.ts'
import type { PriceCalculationInput, ResolversTypes } from '../generated/resolvers.ts'
import { chooseServices } from '../service/index.ts'
import { transportPrice, type TransportPrice, type TransportType } from '../transport/index.ts'
import { calculatePrice, type Price } from './price.ts'

/** A cenote or tour as the gateway hands it over, with the fact that `@requires` asks for. */
export interface PricedItem {
  readonly id: string
  readonly pricing?: { readonly adultCents: number }
}

const maxPeople = 1_000
/** GraphQL's integers end here. */
const maxCents = 2_147_483_647

/**
 * Price of a cenote or tour for a party (specification 4.3). Errors: ERROR_VALIDACION, INVALID_AGE_BREAKDOWN,
 * INVALID_COORDINATES, PICKUP_REQUIRED, PICKUP_OUT_OF_ZONE, and the SERVICE_ and COUPON_ codes.
 */
export async function calculate(
  itemType: 'cenote' | 'tour',
  item: PricedItem,
  input: PriceCalculationInput,
  context: Context,
): Promise<ResolversTypes['PriceCalculation'] & object> {
  if (!item.pricing) throw new Error('The adult price of an item was not handed over')
  const { infant, child, teen, adult, senior } = input.ageBreakdown
  const party: Record<Category, number> = { infant, child, teen, adult, senior }
  const people = checkParty(party)
  checkCoordinates(input)
  const { loaders, language, clock } = context
  const now = clock.now()
  const code = input.couponCode == null ? undefined : normalCode(input.couponCode)
  if (code !== undefined && (code === '' || code.length > maxCodeLength))
    throw apiError('COUPON_NOT_FOUND', { code: code.slice(0, 100) })
  const [configurations, offered, rules, rates, taxPercent, coupon] = await Promise.all([
    loaders.ageConfigurations.load(item.id),
    itemType === 'cenote' ? loaders.services.load(item.id) : [],
    loaders.rules(),
    loaders.rates(),
    loaders.taxPercent(),
    code === undefined ? null : loaders.coupons.load(code),
  ])
  const currency = input.currency ?? 'MXN'
  const rate = rates.find((candidate) => candidate.currency === currency)
  if (!rate) throw new Error(`There is no rate for ${currency}`)
  const applicable = rules.filter((rule) => appliesTo(rule, itemType, item.id, now))
  const chosen = chooseServices(offered, input.selectedServices ?? [])
  const price = calculatePrice({
    baseCents: item.pricing.adultCents,
    party,
    configurations: effectiveConfigurations(configurations, item.id),
    services: chosen,
    transport: await transport(item.id, input, people, rate.micros, context),
    rules: applicable,
    coupon:
      code === undefined
        ? null
        : (subtotalCents) =>
            requireUsable(
              coupon,
              code,
              {
                isCounted: input.couponIsCounted ?? false,
                itemId: item.id,
                serviceIds: chosen.map(({ service }) => service.serviceId),
                spend: {
                  subtotalCents,
                  minPurchaseCents:
                    coupon?.minPurchaseCents == null ? null : convert(coupon.minPurchaseCents, rate.micros),
                },
              },
              now,
            ),
    taxPercent,
    feesCents: 0,
    rateMicros: rate.micros,
  })
  if (price.subtotalCents + price.taxesCents > maxCents)
    throw validationError({ ageBreakdown: ['the price is beyond what can be told'] })
  const included = offered.filter(({ inclusionType, isActive }) => inclusionType === 'included' && isActive)
  return {
    basePriceCents: price.baseCents,
    ageAdjustments: price.ages.map(({ category, quantity, multiplier, subtotalCents }) => ({
      category: category.toUpperCase() as Uppercase<Category>,
      quantity,
      multiplier: multiplier / 10_000,
      subtotalCents,
    })),
    ageAdjustmentsTotalCents: price.agesTotalCents,
    transportation: price.transport && transportLine(price.transport),
    includedServices: included.map(({ id, name, category }) => ({
      id,
      name: name[language],
      category,
      quantity: 1,
      costCents: 0,
      reason: language === 'es' ? 'Incluido en la entrada' : 'Included in the entrance',
      isTransport: category === 'transportation',
    })),
    selectedServices: price.services.map(({ service, quantity, costCents }) => ({
      id: service.id,
      name: service.name[language],
      category: service.category,
      quantity,
      costCents,
      reason: null,
      isTransport: service.category === 'transportation',
    })),
    totalServicesCents: price.servicesTotalCents,
    automaticDiscounts: price.automatic.map(({ id, amountCents }) =>
      automaticLine(id, amountCents, applicable, context),
    ),
    couponDiscount: couponLine(price),
    subtotalCents: price.subtotalCents,
    discountsCents: price.discountsCents,
    taxesCents: price.taxesCents,
    feesCents: price.feesCents,
    totalCents: price.totalCents,
    currency,
  }
}

function checkParty(party: Readonly<Record<Category, number>>): number {
  const people = Object.values(party).reduce((sum, count) => sum + count, 0)
  if (people < 1) throw validationError({ ageBreakdown: ['must have at least one person'] })
  if (people > maxPeople) throw validationError({ ageBreakdown: [`must have at most ${maxPeople} people`] })
  if (party.adult + party.senior === 0) throw apiError('INVALID_AGE_BREAKDOWN', { ...party })
  return people
}

function checkCoordinates({ pickupLatitude, pickupLongitude }: PriceCalculationInput): void {
  if (pickupLatitude != null && Math.abs(pickupLatitude) > 90)
    throw apiError('INVALID_COORDINATES', { field: 'pickupLatitude', value: pickupLatitude, min: -90, max: 90 })
  if (pickupLongitude != null && Math.abs(pickupLongitude) > 180)
    throw apiError('INVALID_COORDINATES', { field: 'pickupLongitude', value: pickupLongitude, min: -180, max: 180 })
}

/** Rules for people who must prove something are left out: nothing here proves it. */
function appliesTo(rule: DiscountRule, itemType: string, itemId: string, now: Date): boolean {
  if (rule.userEligibility !== 'all') return false
  if ((rule.startsAt && rule.startsAt > now) || (rule.endsAt && rule.endsAt <= now)) return false
  return (
    rule.appliesTo === 'all' || rule.appliesTo === itemType || (rule.appliesTo === 'specific' && rule.itemId === itemId)
  )
}

async function transport(
  itemId: string,
  input: PriceCalculationInput,
  people: number,
  rateMicros: number,
  { loaders }: Context,
): Promise<TransportPrice | null> {
  if (input.transportationType == null) return null
  const [options, groupDiscounts] = await Promise.all([loaders.transportOptions.load(itemId), loaders.groupDiscounts()])
  const { pickupLatitude, pickupLongitude } = input
  return transportPrice(
    {
      type: input.transportationType.toLowerCase() as TransportType,
      pickup:
        pickupLatitude != null && pickupLongitude != null
          ? { latitude: pickupLatitude, longitude: pickupLongitude }
          : null,
      pickupLocation: input.pickupLocation ?? null,
      people,
      skipValidation: input.skipTransportValidation ?? false,
    },
    options.map((option) => ({
      ...option,
      baseCents: convert(option.baseCents, rateMicros),
      centsPerKm: convert(option.centsPerKm, rateMicros),
    })),
    groupDiscounts,
  )
}

const transportLine = ({
  type,
  strategy,
  baseCents,
  groupDiscountCents,
  totalCents,
  pickupLocation,
}: TransportPrice) => ({
  type: type.toUpperCase() as Uppercase<TransportType>,
  strategy,
  baseCostCents: baseCents,
  groupDiscountCents,
  totalCents,
  pickupLocation,
})

function automaticLine(id: string, amountCents: number, rules: readonly DiscountRule[], { language }: Context) {
  const rule = rules.find((candidate) => candidate.id === id)
  if (!rule) throw new Error('A discount came from no rule')
  return {
    id,
    name: rule.name[language],
    type: rule.discountType.toUpperCase() as Uppercase<DiscountRule['discountType']>,
    amountCents,
  }
}

const couponLine = ({ coupon }: Price) =>
  coupon && { code: coupon.coupon.code, type: coupon.coupon.discountType, amountCents: coupon.amountCents }
