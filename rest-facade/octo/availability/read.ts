import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { presentFields } from '../../../schema/present-fields.ts'
import { cenoteMinutes } from '../../../schema/visit-terms.ts'
import { ValidationFailure } from '../../errors.ts'
import type { Facade } from '../../facade.ts'
import {
  CheckOctoCenoteDocument,
  CheckOctoTourDocument,
  PriceOctoCenoteCalendarDocument,
  PriceOctoCenoteDocument,
  PriceOctoTourCalendarDocument,
  PriceOctoTourDocument,
  ReadOctoCenoteCalendarDocument,
  ReadOctoTourCalendarDocument,
  type DailyPricesInput,
  type OctoCenoteDaysFragment,
  type OctoCenoteSlotsFragment,
  type OctoDayFragment,
  type OctoDayPricesFragment,
  type OctoTourDaysFragment,
  type OctoTourSlotsFragment,
  type SoldUnitFragment,
} from '../../generated/operations.ts'
import { hasCapability } from '../capabilities.ts'
import { requireActive, unitsOf, type ProductType } from '../product/index.ts'
import { readFromToday, type Days } from './days.ts'
import { pricedParty, requireParty, type Party } from './party.ts'

/** The slots of a product in a range of days. */
export interface ReadSlots {
  readonly timeZone: string
  readonly durationMinutes: number
  readonly days: OctoCenoteSlotsFragment['availability']['days']
  readonly prices: readonly OctoDayPricesFragment[]
}

/** The days of a product's calendar. */
export interface ReadDays {
  readonly days: readonly OctoDayFragment[]
  readonly prices: readonly OctoDayPricesFragment[]
}

/** Which days of a product to read, and for whom. */
export interface DaysToRead {
  readonly type: ProductType
  readonly id: string
  /** As the caller wrote it. */
  readonly productId: string
  /** Null is today. */
  readonly range: Days | null
  readonly party: Party | null
}

/** Reads the slots of a range of days. Throws INVALID_PRODUCT_ID and INVALID_UNIT_ID. */
export async function readSlots(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  toRead: DaysToRead,
): Promise<ReadSlots> {
  if (toRead.type === 'cenote') {
    const cenote = await readPriced(facade, request, reply, toRead, cenoteSlots)
    const { schedule, availability, dailyPrices: prices = [] } = cenote
    return { timeZone: schedule.timezone, durationMinutes: cenoteMinutes, days: availability.days, prices }
  }
  const tour = await readPriced(facade, request, reply, toRead, tourSlots)
  const { timezone: timeZone, durationMinutes, availability, dailyPrices: prices = [] } = tour
  return { timeZone, durationMinutes, days: availability.days, prices }
}

/** Variables of the operations that read days of a product. */
interface DaysVariables extends Record<string, unknown> {
  readonly id: string
  readonly input: { readonly startDate?: string; readonly endDate?: string; readonly visitors?: number }
  readonly units: boolean
}

/** A product, with the prices of its days if they were requested. */
type Priced<T> = T & { readonly dailyPrices?: readonly OctoDayPricesFragment[] }

/** Two operations that read the same days of a product: one without prices, one with them. */
interface Operations<R, P> {
  readonly plain: TypedDocumentNode<R, DaysVariables>
  readonly priced: TypedDocumentNode<R, DaysVariables & { readonly prices: DailyPricesInput }>
  readonly productOf: (data: R) => P | null
}

type OfCenote<T> = Operations<{ readonly cenote: Priced<T> | null }, Priced<T>>
type OfTour<T> = Operations<{ readonly tour: Priced<T> | null }, Priced<T>>

const ofCenote = <T>(plain: OfCenote<T>['plain'], priced: OfCenote<T>['priced']): OfCenote<T> => ({
  plain,
  priced,
  productOf: ({ cenote }) => cenote,
})
const ofTour = <T>(plain: OfTour<T>['plain'], priced: OfTour<T>['priced']): OfTour<T> => ({
  plain,
  priced,
  productOf: ({ tour }) => tour,
})

const cenoteSlots = ofCenote<OctoCenoteSlotsFragment>(CheckOctoCenoteDocument, PriceOctoCenoteDocument)
const tourSlots = ofTour<OctoTourSlotsFragment>(CheckOctoTourDocument, PriceOctoTourDocument)
const cenoteDays = ofCenote<OctoCenoteDaysFragment>(ReadOctoCenoteCalendarDocument, PriceOctoCenoteCalendarDocument)
const tourDays = ofTour<OctoTourDaysFragment>(ReadOctoTourCalendarDocument, PriceOctoTourCalendarDocument)

interface SoldProduct {
  readonly isActive: boolean
  readonly ageConfigurations?: readonly SoldUnitFragment[]
}

/**
 * Reads days of a product from today on, with their prices if they are requested. Throws INVALID_PRODUCT_ID and
 * INVALID_UNIT_ID.
 */
function readPriced<R, P extends SoldProduct>(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, productId, range, party }: Omit<DaysToRead, 'type'>,
  { plain, priced, productOf }: Operations<R, P>,
): Promise<P> {
  const read = async (prices?: DailyPricesInput): Promise<P> => {
    const data = await readFromToday(range, (dates) => {
      const input = party?.visitors === undefined ? dates : { ...dates, visitors: party.visitors }
      const variables = { id, input, units: party !== null }
      return prices
        ? facade.executeOrThrow(request, reply, priced, { ...variables, prices })
        : facade.executeOrThrow(request, reply, plain, variables)
    })
    const product = requireActive(productId, productOf(data))
    if (party) requireParty(party, unitsOf(product.ageConfigurations ?? []))
    return product
  }
  if (!range || !hasCapability(request, 'pricing')) return read()
  const prices = presentFields({ startDate: range.start, endDate: range.end, party: pricedParty(party) })
  return read(prices).catch(async (error: unknown) => {
    // A party with a unit that is not sold has no price: the read without prices reports the unit.
    if (party && error instanceof ValidationFailure) await read()
    throw error
  })
}

/** Reads days of a calendar. Throws INVALID_PRODUCT_ID and INVALID_UNIT_ID. */
export async function readDays(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  toRead: DaysToRead,
): Promise<ReadDays> {
  const { calendar, dailyPrices: prices = [] } =
    toRead.type === 'cenote'
      ? await readPriced(facade, request, reply, toRead, cenoteDays)
      : await readPriced(facade, request, reply, toRead, tourDays)
  return { days: calendar.days, prices }
}
