import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { presentFields } from '../../../schema/present-fields.ts'
import { cenoteMinutes } from '../../../schema/visit-terms.ts'
import { ValidationFailure } from '../../http/errors.ts'
import type { Facade } from '../../http/facade.ts'
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
  type OctoCenoteSlotsFragment,
  type OctoDayFragment,
  type OctoDayPricesFragment,
  type SoldUnitFragment,
} from '../../generated/operations.ts'
import { hasCapability } from '../capabilities.ts'
import { requireActive, unitsOf, type ProductType } from '../product/index.ts'
import { openingHoursOf, type OpeningHours } from '../opening-hours.ts'
import { readFromToday, type Days } from './days.ts'
import { pricedParty, requireParty, type Party } from './party.ts'

/** The slots of a product in a range of days. */
export interface ReadSlots {
  readonly timeZone: string
  readonly durationMinutes: number
  readonly openingHours: readonly OpeningHours[]
  readonly days: OctoCenoteSlotsFragment['availability']['days']
  readonly prices: readonly OctoDayPricesFragment[]
}

/** The days of a product's calendar. */
interface ReadDays {
  readonly openingHours: readonly OpeningHours[]
  readonly days: readonly OctoDayFragment[]
  readonly prices: readonly OctoDayPricesFragment[]
}

/** Which days of a product to read, and for whom. */
interface DaysToRead {
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
    return {
      timeZone: schedule.timezone,
      durationMinutes: cenoteMinutes,
      openingHours: openingHoursOf(schedule),
      days: availability.days,
      prices,
    }
  }
  const tour = await readPriced(facade, request, reply, toRead, tourSlots)
  const { timezone: timeZone, durationMinutes, availability, dailyPrices: prices = [] } = tour
  return { timeZone, durationMinutes, openingHours: [], days: availability.days, prices }
}

/** Variables of the operations that read days of a product. */
interface DaysVariables extends Record<string, unknown> {
  readonly id: string
  readonly input: { readonly startDate?: string; readonly endDate?: string; readonly visitors?: number }
  readonly units: boolean
}

/** Two operations that read the same days of a product: one without prices, one with them. */
interface Operations<P> {
  readonly plain: TypedDocumentNode<{ readonly product: P | null }, DaysVariables>
  readonly priced: TypedDocumentNode<
    { readonly product: (P & { readonly dailyPrices: readonly OctoDayPricesFragment[] }) | null },
    DaysVariables & { readonly prices: DailyPricesInput }
  >
}

const cenoteSlots = { plain: CheckOctoCenoteDocument, priced: PriceOctoCenoteDocument }
const tourSlots = { plain: CheckOctoTourDocument, priced: PriceOctoTourDocument }
const cenoteDays = { plain: ReadOctoCenoteCalendarDocument, priced: PriceOctoCenoteCalendarDocument }
const tourDays = { plain: ReadOctoTourCalendarDocument, priced: PriceOctoTourCalendarDocument }

interface ProductWithUnits {
  readonly isActive: boolean
  readonly ageConfigurations?: readonly SoldUnitFragment[]
}

/**
 * Reads days of a product from today on, with their prices if they are requested. Throws INVALID_PRODUCT_ID and
 * INVALID_UNIT_ID.
 */
function readPriced<P extends ProductWithUnits>(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, productId, range, party }: Omit<DaysToRead, 'type'>,
  { plain, priced }: Operations<P>,
): Promise<P & { readonly dailyPrices?: readonly OctoDayPricesFragment[] }> {
  const read = async (prices?: DailyPricesInput) => {
    const data = await readFromToday(range, (dates) => {
      const input = party?.visitors === undefined ? dates : { ...dates, visitors: party.visitors }
      const variables = { id, input, units: party !== null }
      return prices
        ? facade.executeOrThrow(request, reply, priced, { ...variables, prices })
        : facade.executeOrThrow(request, reply, plain, variables)
    })
    const product = requireActive(productId, data.product)
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
  if (toRead.type === 'cenote') {
    const cenote = await readPriced(facade, request, reply, toRead, cenoteDays)
    const { schedule, calendar, dailyPrices: prices = [] } = cenote
    return { openingHours: openingHoursOf(schedule), days: calendar.days, prices }
  }
  const { calendar, dailyPrices: prices = [] } = await readPriced(facade, request, reply, toRead, tourDays)
  return { openingHours: [], days: calendar.days, prices }
}
