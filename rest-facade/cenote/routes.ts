import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static } from 'typebox'
import {
  availabilityInput,
  AvailabilityQuery,
  brokenRule,
  malformedRule,
  CalendarQuery,
  validateAvailabilityQuery,
  validateCalendarQuery,
} from '../schemas/availability.ts'
import { failures, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure, ValidationFailure } from '../http/errors.ts'
import { requestContextOf } from '../http/request-context.ts'
import type { Facade } from '../http/facade.ts'
import { fieldSelector, Selectable, selectedFields } from '../schemas/field-selection.ts'
import {
  ListCenotesDocument,
  OverrideAvailabilityDocument,
  ReadAvailabilityDocument,
  ReadCenoteCalendarDocument,
  ReadCenoteDocument,
  SearchNearbyCenotesDocument,
} from '../generated/operations.ts'
import { pageVariables, paginate, Pagination } from '../schemas/pagination.ts'
import { represent } from '../http/represent.ts'
import { ownValidator } from '../schemas/validation.ts'
import { presentFields } from '../../schema/present-fields.ts'
import {
  availabilityRepresentation,
  calendarRepresentation,
  cenoteRepresentation,
  listVariables,
  nearbyRepresentation,
  overrideInput,
  partsOf,
  ratesRepresentation,
} from './representation.ts'
import {
  Availability,
  AvailabilityPath,
  Cenote,
  CenoteCalendar,
  CenoteListQuery,
  CenotePath,
  CenoteQuery,
  NearbyCenote,
  NearbyQuery,
  OverrideBody,
  Rates,
  validateNearbyQuery,
} from './schema.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldErrorText } from '../../schema/field-errors.ts'

const tags = ['Cenotes']

/** Cenotes, their availability and the search around a point (docs/partner-api/cenotes.md), under a partner prefix. */
export function cenoteRoutes(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  async function readAvailability(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    query: Static<typeof AvailabilityQuery>,
  ): Promise<object> {
    const { startDate, endDate } = query
    const rule = brokenRule(startDate, endDate)
    const { cenote } = await facade.executeOrThrow(request, reply, ReadAvailabilityDocument, {
      id,
      input: availabilityInput(query, rule),
    })
    if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId: id })
    if (rule) throw failure('AVAILABILITY_CHECK_FAILED', { rule, startDate, endDate: endDate ?? null })
    return represent(request, reply, () =>
      success(
        request,
        'availability.retrieved_successfully',
        availabilityRepresentation(cenote.id, cenote.availability, cenote.pricing),
      ),
    )
  }

  return async (app, { hide }) => {
    app.get(
      '/cenotes',
      {
        config: { operation: ListCenotesDocument },
        schema: {
          hide,
          tags,
          operationId: 'listCenotes',
          summary: 'List cenotes',
          querystring: CenoteListQuery,
          response: {
            200: Success(Type.Array(Selectable(Cenote)), 'A page of cenotes.', {
              pagination: Pagination,
              currency: Rates,
            }),
            ...failures({ 400: ['INVALID_CURSOR'] }),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        if (query.sortBy === 'location.distance' && query.near === undefined) {
          throw new ValidationFailure({
            near: [fieldErrorText({ code: 'REQUIRED_BY_DISTANCE_SORT' }, requestContextOf(request).language)],
          })
        }
        const { cenotes, exchangeRates } = await facade.executeOrThrow(request, reply, ListCenotesDocument, {
          ...listVariables(query),
          ...pageVariables(query),
          ...partsOf(query, false),
        })
        const select = fieldSelector(selectedFields(query))
        return represent(request, reply, () =>
          success(
            request,
            'cenote.listed_successfully',
            cenotes.nodes.map((cenote) => select(cenoteRepresentation(cenote))),
            {
              pagination: paginate(request, reply, facade.publicUrl, query, cenotes),
              currency: ratesRepresentation(exchangeRates),
            },
          ),
        )
      },
    )

    app.get(
      '/cenotes/search/nearby',
      {
        config: { operation: SearchNearbyCenotesDocument },
        schema: {
          hide,
          tags,
          operationId: 'searchNearbyCenotes',
          summary: 'Search cenotes around a point',
          querystring: NearbyQuery,
          response: {
            200: Success(Type.Array(NearbyCenote), 'Cenotes, nearest first.', {
              searchCriteria: Type.Object({
                center: Type.Object({ latitude: Type.Number(), longitude: Type.Number() }),
                radius: Type.Number(),
                resultsFound: Type.Integer(),
                searchTime: Type.Number({ description: 'Milliseconds.' }),
              }),
            }),
            ...failures({ 400: ['INVALID_COORDINATES'] }),
          },
        },
        validatorCompiler: ownValidator('querystring', validateNearbyQuery),
      },
      async (request, reply) => {
        const { latitude, longitude, radius = 50, limit = 10 } = request.query
        const { nearbyCenotes } = await facade.executeOrThrow(request, reply, SearchNearbyCenotesDocument, {
          latitude,
          longitude,
          radiusKm: radius,
          first: limit,
        })
        const results = nearbyCenotes.results.map(nearbyRepresentation)
        return success(request, 'cenote.listed_successfully', results, {
          searchCriteria: {
            center: { latitude, longitude },
            radius,
            resultsFound: results.length,
            searchTime: nearbyCenotes.searchTimeMs,
          },
        })
      },
    )

    app.get(
      '/cenotes/:id',
      {
        config: { operation: ReadCenoteDocument },
        schema: {
          hide,
          tags,
          operationId: 'readCenote',
          summary: 'Read a cenote',
          params: CenotePath,
          querystring: CenoteQuery,
          response: { 200: Success(Selectable(Cenote), 'The cenote.'), ...failures({ 404: ['CENOTE_NOT_FOUND'] }) },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { cenote } = await facade.executeOrThrow(request, reply, ReadCenoteDocument, {
          id,
          ...partsOf(request.query, true),
        })
        if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId: id })
        const select = fieldSelector(selectedFields(request.query))
        return represent(request, reply, () =>
          success(request, 'cenote.retrieved_successfully', select(cenoteRepresentation(cenote))),
        )
      },
    )

    const availabilityResponses = {
      200: Success(Availability, 'Days and slots with their places.'),
      ...failures({ 404: ['CENOTE_NOT_FOUND'], 422: ['AVAILABILITY_CHECK_FAILED'] }),
    }

    app.get(
      '/cenotes/:id/availability',
      {
        config: { operation: ReadAvailabilityDocument },
        schema: {
          hide,
          tags,
          operationId: 'readCenoteAvailability',
          summary: 'Check availability by date and slot',
          params: CenotePath,
          querystring: AvailabilityQuery,
          response: availabilityResponses,
        },
        validatorCompiler: ownValidator('querystring', validateAvailabilityQuery),
      },
      (request, reply) => readAvailability(request, reply, request.params.id, request.query),
    )

    app.get(
      '/cenotes/:id/calendar',
      {
        config: { operation: ReadCenoteCalendarDocument },
        schema: {
          hide,
          tags,
          operationId: 'readCenoteCalendar',
          summary: 'Read up to a year of a cenote at a glance',
          params: CenotePath,
          querystring: CalendarQuery,
          response: {
            200: Success(CenoteCalendar, 'One entry a day.'),
            ...failures({ 404: ['CENOTE_NOT_FOUND'], 422: ['AVAILABILITY_CHECK_FAILED'] }),
          },
        },
        validatorCompiler: ownValidator('querystring', validateCalendarQuery),
      },
      async (request, reply) => {
        const { id } = request.params
        const { startDate, endDate } = request.query
        const rule = malformedRule(startDate, endDate)
        const { cenote } = await facade.executeOrThrow(request, reply, ReadCenoteCalendarDocument, {
          id,
          input: availabilityInput(request.query, rule),
        })
        if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId: id })
        if (rule) throw failure('AVAILABILITY_CHECK_FAILED', { rule, startDate, endDate: endDate ?? null })
        return represent(request, reply, () =>
          success(request, 'calendar.retrieved_successfully', calendarRepresentation(cenote)),
        )
      },
    )

    app.put(
      '/cenotes/:id/availability',
      {
        config: { operation: OverrideAvailabilityDocument },
        schema: {
          hide,
          tags,
          operationId: 'overrideCenoteAvailability',
          summary: 'Override the slots and events of a date (scope inventory:write)',
          params: CenotePath,
          body: OverrideBody,
          response: {
            ...availabilityResponses,
            ...failures({
              404: ['CENOTE_NOT_FOUND'],
              409: ['EXISTING_RESERVATIONS'],
              422: ['AVAILABILITY_CHECK_FAILED'],
            }),
          },
        },
      },
      async (request, reply) => {
        const input = overrideInput(request.params.id, request.body)
        const { overrideAvailability } = await facade.executeOrThrow(request, reply, OverrideAvailabilityDocument, {
          input,
        })
        const [day] = overrideAvailability.days
        const result = availabilityRepresentation(request.params.id, overrideAvailability, day?.pricing ?? null)
        const { disruption } = overrideAvailability
        return success(request, 'availability.updated_successfully', {
          ...result,
          ...presentFields({ disruption }),
        })
      },
    )

    app.get(
      '/availability/:cenoteId',
      {
        config: { operation: ReadAvailabilityDocument },
        schema: {
          hide,
          tags,
          operationId: 'readAvailability',
          summary: 'Check availability by date and slot (variant path)',
          params: AvailabilityPath,
          querystring: AvailabilityQuery,
          response: availabilityResponses,
        },
        validatorCompiler: ownValidator('querystring', validateAvailabilityQuery),
      },
      (request, reply) => readAvailability(request, reply, request.params.cenoteId, request.query),
    )
  }
}
