import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { mapInTurns } from '../../../platform/process/turn.ts'
import { earliestToday } from '../../../platform/values/clock.ts'
import { readByBody, type Facade } from '../../http/facade.ts'
import {
  CheckOctoCenoteDocument,
  ReadOctoCenoteCalendarDocument,
  type OctoDayPricesFragment,
} from '../../generated/operations.ts'
import { represent } from '../../http/represent.ts'
import { capabilityKey, hasCapability } from '../capabilities.ts'
import { responses } from '../errors.ts'
import { parseAvailabilityId, requireOption } from '../ids.ts'
import { refuseNotOffered } from '../not-offered.ts'
import { requireCurrency } from '../pricing.ts'
import { eitherProduct } from '../product/index.ts'
import { rangesToRead, requestedDays, requireInterval, upcoming, type RequestedDays } from './days.ts'
import { isBookable, partyOf, type Party } from './party.ts'
import { readDays, readSlots, type ReadSlots } from './read.ts'
import { availabilitiesOf, calendarOf, type AvailabilityBody, type Prices, type SlotDay } from './representation.ts'
import { Availability, AvailabilityRequest, CalendarDay, CalendarRequest } from './schema.ts'

/** POST /availability and /availability/calendar. */
export function availabilityRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/availability',
      {
        config: { ...readByBody, operation: CheckOctoCenoteDocument },
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
            'UNPROCESSABLE_ENTITY',
          ),
        },
      },
      (request, reply) => checkAvailability(facade, request, reply, request.body),
    )

    app.post(
      '/availability/calendar',
      {
        config: { ...readByBody, operation: ReadOctoCenoteCalendarDocument },
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
            'UNPROCESSABLE_ENTITY',
          ),
        },
      },
      (request, reply) => readCalendar(facade, request, reply, request.body),
    )
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
  refuseNotOffered(body)
  const days = requestedDays(body)
  const party = partyOf(body)
  const ranges = rangesToRead(days)
  return eitherProduct(productId, async (type, id) => {
    const parts: ReadSlots[] = []
    // One after the other: a request must not keep the service busy with many reads at once.
    for (const range of ranges)
      parts.push(await readSlots(facade, request, reply, { type, id, productId, range, party }))
    const [{ timeZone, durationMinutes, openingHours }] = parts as [ReadSlots]
    const wanted = 'ids' in days ? new Set(days.ids) : null
    for (const availabilityId of wanted ?? []) parseAvailabilityId(availabilityId, timeZone)
    const range = 'range' in days ? days.range : null
    const read = parts.flatMap((part) => part.days)
    const shown = read.filter(({ date }) => !range || (range.start <= date && date <= range.end))
    const representing = () => {
      const prices = pricesIn(
        request,
        parts.flatMap((part) => part.prices),
      )
      const form = { timeZone, durationMinutes, openingHours, isBookable: isBookable(party), prices }
      return (day: SlotDay): AvailabilityBody[] =>
        availabilitiesOf(day, form).filter((availability) => !wanted || wanted.has(availability.id))
    }
    const make = async () => (await mapInTurns(shown, representing())).flat()
    return represent(request, reply, make, variantOf(request, days, party))
  })
}

/** The variant of a cached response: the days, units and capabilities that it was requested with. */
function variantOf(request: FastifyRequest, days: RequestedDays, party: Party | null): string {
  const dayKey = 'ids' in days ? days.ids.join() : `${days.range.start} ${days.range.end}`
  const units = party ? [...party.counts].join() : 'no units'
  return `${dayKey} ${units} ${capabilityKey(request)}`
}

const pricesIn = (request: FastifyRequest, days: readonly OctoDayPricesFragment[]): Prices | null =>
  hasCapability(request, 'pricing') ? new Map(days.map((day) => [day.date, day])) : null

async function readCalendar(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Static<typeof CalendarRequest>,
): Promise<object> {
  const { productId, optionId, localDateStart, localDateEnd } = body
  requireOption(optionId)
  requireCurrency(body.currency)
  refuseNotOffered(body)
  const range = requireInterval({ start: localDateStart, end: localDateEnd })
  const party = partyOf(body)
  return eitherProduct(productId, async (type, id) => {
    const toRead = { type, id, productId, range: upcoming(range, earliestToday()), party }
    const { openingHours, days, prices } = await readDays(facade, request, reply, toRead)
    const make = () =>
      calendarOf(range, days, { openingHours, isBookable: isBookable(party), prices: pricesIn(request, prices) })
    return represent(request, reply, make, variantOf(request, { range }, party))
  })
}
