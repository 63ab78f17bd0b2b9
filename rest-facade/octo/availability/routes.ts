import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static, type TObject } from 'typebox'
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
import { represent } from '../../represent.ts'
import { capabilityKey, hasCapability } from '../capabilities.ts'
import { responses } from '../errors.ts'
import { parseAvailabilityId, requireOption, startOfAvailability } from '../ids.ts'
import { requireCurrency } from '../pricing.ts'
import { eitherProduct, requireActive, unitsOf, type ProductType } from '../product/index.ts'
import {
  earliestToday,
  rangesToRead,
  readFromToday,
  requestedDays,
  requireInterval,
  upcoming,
  type Days,
} from './days.ts'
import { isBookable, partyOf, pricedParty, requireParty, type Party } from './party.ts'
import { availabilitiesOf, calendarOf, type Prices } from './representation.ts'
import { Availability, AvailabilityRequest, CalendarDay, CalendarRequest } from './schema.ts'

/** Slots of a product in a range of days. */
interface ReadSlots {
  readonly timeZone: string
  readonly durationMinutes: number
  readonly days: OctoCenoteSlotsFragment['availability']['days']
  readonly prices: readonly OctoDayPricesFragment[]
}

/** Days of a product's calendar. */
interface ReadDays {
  readonly days: readonly OctoDayFragment[]
  readonly prices: readonly OctoDayPricesFragment[]
}

/** POST /availability and /availability/calendar. */
export function availabilityRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/availability',
      {
        config: { operation: CheckOctoCenoteDocument, admittedByOperation: true },
        preHandler: dropUnknownMembers(AvailabilityRequest),
        schema: {
          tags: ['Availability'],
          operationId: 'checkAvailability',
          summary: 'Check the availability of a product',
          description: 'The slots of a cenote or the departures of a tour. Days on which it is closed have none.',
          body: AvailabilityRequest,
          response: responses(
            Type.Array(Availability, { description: 'In order of their start.' }),
            'INVALID_PRODUCT_ID',
            'INVALID_OPTION_ID',
            'INVALID_UNIT_ID',
            'INVALID_AVAILABILITY_ID',
          ),
        },
      },
      (request, reply) => checkAvailability(facade, request, reply, request.body),
    )

    app.post(
      '/availability/calendar',
      {
        config: { operation: ReadOctoCenoteCalendarDocument, admittedByOperation: true },
        preHandler: dropUnknownMembers(CalendarRequest),
        schema: {
          tags: ['Availability'],
          operationId: 'readAvailabilityCalendar',
          summary: 'Read up to a year of a product at a glance',
          body: CalendarRequest,
          response: responses(
            Type.Array(CalendarDay, { description: 'One entry for each day.' }),
            'INVALID_PRODUCT_ID',
            'INVALID_OPTION_ID',
            'INVALID_UNIT_ID',
          ),
        },
      },
      (request, reply) => readCalendar(facade, request, reply, request.body),
    )
  }
}

/** Leaves the documented members in a body, so that the cached responses of others do not grow with it. */
function dropUnknownMembers({ properties }: TObject) {
  const names = Object.keys(properties)
  return (request: { body: unknown }, _reply: unknown, done: () => void): void => {
    const sent = request.body as Record<string, unknown> & Pick<Static<typeof AvailabilityRequest>, 'units'>
    const body: Record<string, unknown> = {}
    for (const name of names) if (sent[name] !== undefined) body[name] = sent[name]
    if (sent.units) body['units'] = sent.units.map(({ id, quantity }) => ({ id, quantity }))
    request.body = body
    done()
  }
}

async function checkAvailability(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Static<typeof AvailabilityRequest>,
): Promise<object> {
  const { productId, optionId } = body
  requireOption(optionId)
  requireCurrency(body.currency)
  const days = requestedDays(body)
  if ('ids' in days) days.ids.forEach(startOfAvailability)
  const party = partyOf(body)
  const ranges = rangesToRead(days)
  return eitherProduct(productId, async (type, id) => {
    const parts: ReadSlots[] = []
    // One after the other: a request must not keep the service busy with many reads at once.
    for (const range of ranges)
      parts.push(await readSlots(facade, request, reply, { type, id, productId, range, party }))
    const [{ timeZone, durationMinutes }] = parts as [ReadSlots]
    const wanted = 'ids' in days ? new Set(days.ids) : null
    for (const availabilityId of wanted ?? []) parseAvailabilityId(availabilityId, timeZone)
    const range = 'range' in days ? days.range : null
    const prices = pricesIn(
      request,
      parts.flatMap((part) => part.prices),
      party,
    )
    const form = { timeZone, durationMinutes, isBookable: isBookable(party), prices }
    const make = () =>
      parts
        .flatMap((part) => part.days)
        .filter(({ date }) => !range || (range.start <= date && date <= range.end))
        .flatMap((day) => availabilitiesOf(day, form))
        .filter((availability) => !wanted || wanted.has(availability.id))
    return represent(request, reply, make, capabilityKey(request))
  })
}

interface ReadOf {
  readonly type: ProductType
  readonly id: string
  /** As the caller wrote it. */
  readonly productId: string
  readonly range: Days | null
  readonly party: Party | null
}

const readSlots = (
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, id, productId, range, party }: ReadOf,
): Promise<ReadSlots> =>
  readPriced(request, { id, range, party }, async (variables) => {
    if (type === 'cenote') {
      const { cenote } = await executePriced<{ cenote: Priced<OctoCenoteSlotsFragment> | null }>(
        facade,
        request,
        reply,
        { plain: CheckOctoCenoteDocument, priced: PriceOctoCenoteDocument },
        variables,
      )
      const { schedule, ageConfigurations, availability, dailyPrices = [] } = requireActive(productId, cenote)
      requireSold(party, ageConfigurations)
      const { days } = availability
      return { timeZone: schedule.timezone, durationMinutes: cenoteMinutes, days, prices: dailyPrices }
    }
    const { tour } = await executePriced<{ tour: Priced<OctoTourSlotsFragment> | null }>(
      facade,
      request,
      reply,
      { plain: CheckOctoTourDocument, priced: PriceOctoTourDocument },
      variables,
    )
    const {
      timezone,
      durationMinutes,
      ageConfigurations,
      availability,
      dailyPrices = [],
    } = requireActive(productId, tour)
    requireSold(party, ageConfigurations)
    return { timeZone: timezone, durationMinutes, days: availability.days, prices: dailyPrices }
  })

/** Variables of the operations that read days of a product. */
interface DaysVariables extends Record<string, unknown> {
  readonly id: string
  readonly input: { readonly startDate?: string; readonly endDate?: string; readonly visitors?: number }
  readonly units: boolean
}
/** With `prices`, those of the operations that read prices, too. */
type MaybePriced = DaysVariables & { readonly prices?: DailyPricesInput }

/** A product that was read with its prices or without. */
type Priced<T> = T & { readonly dailyPrices?: readonly OctoDayPricesFragment[] }

/** An operation that reads days of a product, and the one that reads their prices, too. */
interface Operations<R> {
  readonly plain: TypedDocumentNode<R, DaysVariables>
  readonly priced: TypedDocumentNode<R, Required<MaybePriced>>
}

const executePriced = <R>(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, priced }: Operations<R>,
  { prices, ...variables }: MaybePriced,
): Promise<R> =>
  prices
    ? facade.executeOrThrow(request, reply, priced, { ...variables, prices })
    : facade.executeOrThrow(request, reply, plain, variables)

/** Reads days from today on, with their prices if they are requested. */
function readPriced<T>(
  request: FastifyRequest,
  { id, range, party }: Pick<ReadOf, 'id' | 'range' | 'party'>,
  read: (variables: MaybePriced) => Promise<T>,
): Promise<T> {
  const readWith = (prices?: DailyPricesInput): Promise<T> =>
    readFromToday(range, (dates) =>
      read({
        id,
        input: presentFields({ ...dates, visitors: party?.visitors }),
        units: party !== null,
        ...(prices ? { prices } : {}),
      }),
    )
  if (!range || !hasCapability(request, 'pricing')) return readWith()
  const prices = presentFields({ startDate: range.start, endDate: range.end, party: pricedParty(party) })
  return readWith(prices).catch(async (error: unknown) => {
    // A party with a unit that is not sold has no price; without prices the unit is reported.
    if (party && error instanceof ValidationFailure) await readWith()
    throw error
  })
}

const pricesIn = (
  request: FastifyRequest,
  days: readonly OctoDayPricesFragment[],
  party: Party | null,
): Prices | null =>
  hasCapability(request, 'pricing') ? { byDate: new Map(days.map((day) => [day.date, day])), party } : null

const requireSold = (party: Party | null, configurations: readonly SoldUnitFragment[] | undefined): void =>
  requireParty(party, unitsOf(configurations ?? []))

async function readCalendar(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Static<typeof CalendarRequest>,
): Promise<object> {
  const { productId, optionId, localDateStart, localDateEnd } = body
  requireOption(optionId)
  requireCurrency(body.currency)
  const range = requireInterval({ start: localDateStart, end: localDateEnd })
  const party = partyOf(body)
  return eitherProduct(productId, async (type, id) => {
    const { days, prices } = await readDays(facade, request, reply, {
      type,
      id,
      productId,
      range: upcoming(range, earliestToday()),
      party,
    })
    const form = { isBookable: isBookable(party), prices: pricesIn(request, prices, party) }
    return represent(request, reply, () => calendarOf(range, days, form), capabilityKey(request))
  })
}

const readDays = (
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, id, productId, range, party }: ReadOf,
): Promise<ReadDays> =>
  readPriced(request, { id, range, party }, async (variables) => {
    const read = <R>(operations: Operations<R>): Promise<R> =>
      executePriced(facade, request, reply, operations, variables)
    const product =
      type === 'cenote'
        ? await read<{ cenote: Priced<OctoCenoteDaysFragment> | null }>({
            plain: ReadOctoCenoteCalendarDocument,
            priced: PriceOctoCenoteCalendarDocument,
          }).then(({ cenote }) => cenote)
        : await read<{ tour: Priced<OctoTourDaysFragment> | null }>({
            plain: ReadOctoTourCalendarDocument,
            priced: PriceOctoTourCalendarDocument,
          }).then(({ tour }) => tour)
    const { ageConfigurations, calendar, dailyPrices = [] } = requireActive(productId, product)
    requireSold(party, ageConfigurations)
    return { days: calendar.days, prices: dailyPrices }
  })
