import { turn } from '../../../platform/process/turn.ts'
import { uuidErrors } from '../../../platform/values/uuid.ts'
import { isLocalDate, localDateTime } from '../../../platform/values/clock.ts'
import { byCategory } from '../../../schema/ages.ts'
import { latitude, longitude, requireOnTheGlobe } from '../../shared/coordinates.ts'
import { apiError, requireValid, validationError } from '../../../schema/errors.ts'
import { errorsOfInput, partyErrors, peopleIn, type AgeConfiguration, type Party } from '../age-configuration/index.ts'
import { normalCode, requireUsable, stillUsable, usableElsewhere } from '../coupon/index.ts'
import type { PriceCalculation, PriceCalculationInput } from '../generated/resolvers.ts'
import { adultCents, meetingPointOf, timeZoneOf, type PricedItem } from '../item.ts'
import { convert, maxCents } from '../money.ts'
import { chooseServices, isTransport, type Service } from '../service/index.ts'
import { languageOfAll, nameIn, type CalculationLanguage } from '../text.ts'
import type { ProductType, TransportPrice } from '../transport/index.ts'
import type { CalculationContext } from './context.ts'
import { eligibilitiesOf, visitInstant } from './circumstances.ts'
import { calculatePrice, type Price, type PriceData } from './rules/price.ts'
import type { Quoted } from './quote.ts'

/** A calculation as the contract returns it, with what a quote of it guarantees. */
export interface Calculated extends Omit<PriceCalculation, 'isActive' | 'quoteToken' | 'quoteExpiresAt'> {
  readonly calculatedAt: Date
  /** Null for what cannot be reserved: transport from a place that is unknown or out of reach. */
  readonly quotable: Quoted | null
}

/** A calculation with the item that it is for. */
export interface ItemPrice extends Calculated {
  readonly item: PricedItem
}

/**
 * Price of a cenote or tour for a party (docs/partner-api/pricing.md). Errors: ERROR_VALIDACION, INVALID_AGE_BREAKDOWN,
 * INVALID_COORDINATES, MEETING_POINT_NOT_FOUND, PICKUP_REQUIRED, PICKUP_OUT_OF_ZONE, and the SERVICE_ and COUPON_ codes.
 */
export async function calculate(
  productType: ProductType,
  item: PricedItem,
  input: PriceCalculationInput,
  context: CalculationContext,
): Promise<Calculated> {
  const baseCents = adultCents(item)
  const party = byCategory((category) => input.ageBreakdown[category])
  requireOnTheGlobe(
    latitude('pickupLatitude', input.pickupLatitude),
    longitude('pickupLongitude', input.pickupLongitude),
  )
  if (input.visitDate != null && !isLocalDate(input.visitDate))
    throw validationError({ visitDate: [{ code: 'NOT_A_DATE' }] })
  requireValid(uuidErrors({ meetingPointId: input.meetingPointId }))
  requireMeetingPointType(input)
  const { book, clock } = context
  const now = clock.now()
  const code = input.couponCode == null ? null : normalCode(input.couponCode)
  const currency = input.currency ?? 'MXN'
  const [configurations, offered, rules, rateMicros, charges, transport, coupon] = await Promise.all([
    book.ageConfigurations(item.id),
    productType === 'cenote' ? book.services(item.id) : [],
    book.rules(),
    rateOf(currency, context),
    book.charges(),
    transportFacts(productType, item, input, context),
    code === null ? null : context.loaders.coupon.load(code),
  ])
  // A list has the prices of many products, whose facts are read at once.
  if (turn.isOver) await turn.next()
  checkParty(party, configurations)
  const services = chooseServices(offered, input.selectedServices ?? [])
  const eligibilities = eligibilitiesOf(context, input)
  const visitDate = input.visitDate ?? localDateTime(now, timeZoneOf(item)).date
  const at = visitInstant(visitDate)
  const price = calculatePrice({
    baseCents,
    party,
    configurations,
    services,
    transport,
    rules: rules.of(productType, item.id, { at, eligibilities, people: peopleIn(party) }),
    at,
    eligibilities,
    coupon:
      code === null
        ? null
        : (subtotalCents) => {
            const minimum = coupon?.minPurchaseCents ?? null
            const minPurchaseCents = minimum === null ? null : convert(minimum, rateMicros)
            const serviceIds = services.map(({ service }) => service.serviceId)
            const purchase = { productId: item.id, serviceIds, spend: { subtotalCents, minPurchaseCents } }
            if (!input.couponIsCounted) return requireUsable(coupon, code, purchase, now)
            return (input.couponItemIsNew ? usableElsewhere : stillUsable)(coupon, code, purchase, now)
          },
    ...charges,
    rateMicros,
  })
  if (price.originalCents > maxCents) throw validationError({ ageBreakdown: [{ code: 'PRICE_TOO_LARGE' }] })
  const included = offered.filter(({ inclusionType, isActive }) => inclusionType === 'included' && isActive)
  const language = languageOfAll(
    input.language ?? (context.language === 'es' ? 'ES' : 'EN'),
    [...included, ...services.map(({ service }) => service), ...price.automatic.map(({ rule }) => rule)].map(
      ({ name }) => name,
    ),
  )
  return {
    ...priceLines(price, language),
    includedServices: included.map((service) => includedLine(service, language)),
    currency,
    language,
    calculatedAt: now,
    quotable:
      price.transport?.strategy === 'skipped'
        ? null
        : {
            productId: item.id,
            party,
            services: services.map(({ service: { id, serviceId }, quantity }) => ({ id, serviceId, quantity })),
            couponCode: code,
            visitDate,
            residency: input.residency ?? null,
          },
  }
}

/** Minors alone have their own error; anything else that cannot be booked is a field error. */
function checkParty(party: Party, configurations: readonly AgeConfiguration[]): void {
  const fieldErrors = partyErrors(party, configurations)
  const [first] = fieldErrors
  if (!first) return
  if (first.code === 'ADULT_REQUIRED') throw apiError('INVALID_AGE_BREAKDOWN', { ...party })
  throw validationError(errorsOfInput(fieldErrors, 'ageBreakdown'))
}

/** A meeting point is for the transport of that type alone. */
function requireMeetingPointType({ meetingPointId, transportationType }: PriceCalculationInput): void {
  if (meetingPointId == null || transportationType === 'meeting_point') return
  throw validationError({
    meetingPointId: [
      transportationType == null
        ? { code: 'NAMES_NO', names: 'transportationType' }
        : { code: 'EXCLUDED_BY', field: 'transportationType', value: transportationType },
    ],
  })
}

async function rateOf(currency: string, { book }: CalculationContext): Promise<number> {
  const rate = (await book.rates()).find((candidate) => candidate.currency === currency)
  if (!rate) throw new Error(`There is no rate for ${currency}`)
  return rate.micros
}

async function transportFacts(
  productType: ProductType,
  item: PricedItem,
  input: PriceCalculationInput,
  { book }: CalculationContext,
): Promise<PriceData['transport']> {
  if (input.transportationType == null) return null
  const [options, groupDiscounts] = await Promise.all([book.transport(productType, item.id), book.groupDiscounts()])
  return {
    request: {
      type: input.transportationType,
      meetingPoint: input.meetingPointId == null ? null : meetingPointOf(item, input.meetingPointId),
      pickupLatitude: input.pickupLatitude ?? null,
      pickupLongitude: input.pickupLongitude ?? null,
      pickupLocation: input.pickupLocation ?? null,
      skipValidation: input.skipTransportValidation ?? false,
    },
    offer: { options, groupDiscounts, item: productType === 'cenote' ? (item.position ?? null) : null },
  }
}

const includedReason = { EN: 'Included in the entrance', ES: 'Incluido en la entrada', FR: 'Inclus dans l’entrée' }

type PriceLines = Omit<Calculated, 'includedServices' | 'currency' | 'language' | 'calculatedAt' | 'quotable'>

function priceLines(price: Price, language: CalculationLanguage): PriceLines {
  const { subtotalCents, discountsCents, taxesCents, feesCents, totalCents, originalCents, coupon } = price
  return {
    basePriceCents: price.baseCents,
    ageAdjustments: price.ages.map(({ category, quantity, multiplier, subtotalCents }) => ({
      category,
      quantity,
      multiplier: multiplier / 10_000,
      subtotalCents,
    })),
    ageAdjustmentsTotalCents: price.agesTotalCents,
    transportation: price.transport && transportLine(price.transport),
    selectedServices: price.services.map(({ service, quantity, costCents }) => ({
      cenoteServiceId: service.id,
      name: nameIn(language, service.name),
      names: service.name,
      category: service.category,
      quantity,
      costCents,
      reason: null,
      isTransport: isTransport(service),
    })),
    totalServicesCents: price.servicesTotalCents,
    automaticDiscounts: price.automatic.map(({ rule, amountCents }) => ({
      ruleId: rule.id,
      name: nameIn(language, rule.name),
      names: rule.name,
      type: rule.discountType,
      value: rule.value,
      amountCents,
    })),
    couponDiscount: coupon && {
      code: coupon.coupon.code,
      type: coupon.coupon.discountType,
      value: coupon.coupon.value,
      amountCents: coupon.amountCents,
    },
    notAppliedDiscounts: [...price.notApplied],
    subtotalCents,
    discountsCents,
    taxesCents,
    feesCents,
    totalCents,
    originalCents,
    taxes: [...price.taxes],
  }
}

const transportLine = ({ baseCents, ...line }: TransportPrice) => ({ ...line, baseCostCents: baseCents })

const includedLine = ({ id, name, category }: Service, language: CalculationLanguage) => ({
  cenoteServiceId: id,
  name: nameIn(language, name),
  names: name,
  category,
  quantity: 1,
  costCents: 0,
  reason: includedReason[language],
  isTransport: isTransport({ category }),
})
