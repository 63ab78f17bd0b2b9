import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { cenoteMinutes, refundTiers } from '../../../schema/visit-terms.ts'
import { earliestToday, fullHours } from '../../../platform/values/clock.ts'
import type { Language, Locale } from '../../../platform/values/i18n.ts'
import type {
  OctoCenoteFragment,
  OctoDayPricesFragment,
  OctoTourFragment,
  OctoUnitFragment,
  SoldUnitFragment,
} from '../../generated/operations.ts'
import { requestContextOf } from '../../http/request-context.ts'
import { hasCapability } from '../capabilities.ts'
import { defaultOption, unitIdOf, type UnitId } from '../ids.ts'
import { currency, pricingOf } from '../pricing.ts'
import { cenoteContent, optionContent, tourContent, type Content } from './content.ts'
import type { Product, Unit } from './schema.ts'

/** The form of a response: its language, and the members that it has beside the core. */
export interface ResponseForm {
  readonly locale: Locale
  readonly language: Language
  readonly content: boolean
  readonly pricing: boolean
}

/** The form that a request asks for by its capabilities and language. */
export const formOf = (request: FastifyRequest): ResponseForm => {
  const { locale, language } = requestContextOf(request)
  return { locale, language, content: hasCapability(request, 'content'), pricing: hasCapability(request, 'pricing') }
}

export type ProductBody = Static<typeof Product>
export type UnitBody = Static<typeof Unit>

/** Later a confirmed booking cannot be cancelled. */
const cutoffHours = Math.min(...refundTiers.map(({ hoursBefore }) => hoursBefore))

/** A cenote as a product. */
export const cenoteProduct = (cenote: OctoCenoteFragment, form: ResponseForm): ProductBody =>
  product(
    {
      ...cenote,
      timeZone: cenote.schedule.timezone,
      startTimes: fullHours(cenote.schedule.openTime, cenote.schedule.closeTime),
      durationMinutes: cenoteMinutes,
    },
    form,
    form.content ? cenoteContent(cenote, form.language) : null,
  )

/** A tour as a product. */
export const tourProduct = (tour: OctoTourFragment, form: ResponseForm): ProductBody =>
  product(
    { ...tour, timeZone: tour.timezone, startTimes: departureTimes(tour) },
    form,
    form.content ? tourContent(tour, form.language) : null,
  )

/** The usual departure times of a tour and those of its coming extra departures, sorted. */
function departureTimes({ startTimes, departures: { exceptions } }: OctoTourFragment): readonly string[] {
  const today = earliestToday()
  const extra = exceptions.filter(({ date, cancelled }) => !cancelled && today <= date)
  return [...new Set([...startTimes, ...extra.map(({ startTime }) => startTime)])].sort()
}

interface Sold {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly timeZone: string
  readonly startTimes: readonly string[]
  readonly durationMinutes: number
  readonly ageConfigurations: readonly OctoUnitFragment[]
  /** Of one day. */
  readonly dailyPrices?: readonly OctoDayPricesFragment[] | undefined
}

function product(sold: Sold, form: ResponseForm, content: Content | null): ProductBody {
  const { id, name, slug, timeZone, startTimes, durationMinutes, ageConfigurations, dailyPrices } = sold
  const units = unitBodies({ ageConfigurations, dailyPrices }, form)
  return {
    id,
    internalName: name,
    reference: slug,
    locale: form.locale,
    timeZone,
    allowFreesale: false,
    instantConfirmation: true,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: 'START_TIME',
    deliveryFormats: ['QRCODE', 'PDF_URL'],
    deliveryMethods: ['VOUCHER'],
    redemptionMethod: 'DIGITAL',
    options: [
      {
        id: defaultOption,
        default: true,
        internalName: 'Default',
        reference: null,
        availabilityLocalStartTimes: [...startTimes],
        cancellationCutoff: `${cutoffHours} hours`,
        cancellationCutoffAmount: cutoffHours,
        cancellationCutoffUnit: 'hour',
        requiredContactFields: ['firstName'],
        restrictions: { minUnits: 1, maxUnits: null },
        units: unitsOf(ageConfigurations).flatMap((unitId) => units.get(unitId) ?? []),
        ...(content ? optionContent(name, durationMinutes) : {}),
      },
    ],
    ...(content ? { title: name, ...content, durationMinutesFrom: durationMinutes, durationMinutesTo: null } : {}),
    ...(form.pricing
      ? { defaultCurrency: currency, availableCurrencies: [currency], pricingPer: 'UNIT' as const }
      : {}),
  }
}

/** The units of active age configurations. */
export const unitsOf = (configurations: readonly SoldUnitFragment[]): UnitId[] =>
  configurations.filter(({ isActive }) => isActive).map(({ category }) => unitIdOf(category))

/** The unit of each age, also of those that the product does not sell any more. */
export function unitBodies(
  { ageConfigurations, dailyPrices }: Pick<Sold, 'ageConfigurations' | 'dailyPrices'>,
  form: ResponseForm,
): ReadonlyMap<UnitId, UnitBody> {
  const prices = dailyPrices?.[0]?.units
  const sold = unitsOf(ageConfigurations)
  return new Map(
    ageConfigurations.map((unit) => [
      unitIdOf(unit.category),
      { ...unitBody(unit, sold, form), ...(prices ? { pricingFrom: pricesFrom(prices, unit) } : {}) },
    ]),
  )
}

const pricesFrom = (prices: OctoDayPricesFragment['units'], { category }: OctoUnitFragment) =>
  prices.filter((unit) => unit.category === category).map(({ price }) => pricingOf(price))

const companions: readonly UnitId[] = ['ADULT', 'SENIOR']

function unitBody(
  { category, minAge, maxAge, displayNames, descriptions }: OctoUnitFragment,
  sold: readonly UnitId[],
  { language }: ResponseForm,
): UnitBody {
  const id = unitIdOf(category)
  return {
    id,
    internalName: displayNames[language],
    reference: null,
    type: id,
    restrictions: {
      minAge,
      maxAge: maxAge ?? 120,
      idRequired: false,
      minQuantity: null,
      maxQuantity: null,
      paxCount: 1,
      // Minors do not come alone.
      accompaniedBy: companions.includes(id) ? [] : companions.filter((companion) => sold.includes(companion)),
    },
    requiredContactFields: [],
    ...(descriptions ? { title: displayNames[language], shortDescription: descriptions[language], features: [] } : {}),
  }
}
