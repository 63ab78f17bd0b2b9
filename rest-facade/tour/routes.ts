import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  availabilityInput,
  brokenRule,
  malformedRule,
  TourAvailabilityQuery,
  TourCalendarQuery,
  validateTourAvailabilityQuery,
  validateTourCalendarQuery,
} from '../schemas/availability.ts'
import { failures, keyOptional, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import { sharedWithoutKey, type Facade } from '../http/facade.ts'
import { fieldSelector, Selectable } from '../schemas/field-selection.ts'
import {
  ListCenoteMeetingPointsDocument,
  ListToursDocument,
  ListTourMeetingPointsDocument,
  ReadTourAvailabilityDocument,
  ReadTourCalendarDocument,
  ReadTourDocument,
} from '../generated/operations.ts'
import { guaranteedPagination, pageVariables } from '../schemas/pagination.ts'
import { represent } from '../http/represent.ts'
import { namesIn, ownValidator } from '../schemas/validation.ts'
import {
  meetingPointRepresentation,
  tourAvailabilityRepresentation,
  tourCalendarRepresentation,
  tourListVariables,
  tourRepresentation,
} from './representation.ts'
import {
  CenotePointsPath,
  MeetingPoint,
  Tour,
  TourAvailability,
  TourCalendar,
  TourListQuery,
  TourPagination,
  TourPath,
  TourPointsPath,
  TourQuery,
} from './schema.ts'

const tags = ['Tours']

/**
 * Tours with their availability (docs/partner-api/availability.md#tours), and the meeting points of tours and cenotes
 * (docs/partner-api/cenotes.md#tours-and-meeting-points). None of them needs a key.
 */
export function tourRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/booking/tours',
      {
        config: { ...sharedWithoutKey, operation: ListToursDocument },
        schema: {
          tags,
          security: keyOptional,
          operationId: 'listTours',
          summary: 'List tours',
          querystring: TourListQuery,
          response: {
            200: Success(Type.Array(Selectable(Tour)), 'A page of tours.', { pagination: TourPagination }),
            ...failures(),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        const { tours } = await facade.executeOrThrow(request, reply, ListToursDocument, {
          ...tourListVariables(query),
          ...pageVariables(query),
        })
        const select = fieldSelector(namesIn(query.fields))
        return represent(request, reply, () =>
          success(
            request,
            'tour.listed_successfully',
            tours.nodes.map((tour) => select(tourRepresentation(tour))),
            { pagination: guaranteedPagination(query, tours.totalCount) },
          ),
        )
      },
    )

    app.get(
      '/booking/tours/:id',
      {
        config: { ...sharedWithoutKey, operation: ReadTourDocument },
        schema: {
          tags,
          security: keyOptional,
          operationId: 'readTour',
          summary: 'Read a tour',
          params: TourPath,
          querystring: TourQuery,
          response: { 200: Success(Selectable(Tour), 'The tour.'), ...failures({ 404: ['TOUR_NOT_FOUND'] }) },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { tour } = await facade.executeOrThrow(request, reply, ReadTourDocument, { id })
        if (!tour) throw failure('TOUR_NOT_FOUND', { tourId: id })
        const select = fieldSelector(namesIn(request.query.fields))
        return represent(request, reply, () =>
          success(request, 'tour.retrieved_successfully', select(tourRepresentation(tour))),
        )
      },
    )

    const daysFailures = failures({ 404: ['TOUR_NOT_FOUND'], 422: ['AVAILABILITY_CHECK_FAILED'] })

    app.get(
      '/booking/tours/:id/availability',
      {
        config: { operation: ReadTourAvailabilityDocument },
        schema: {
          tags,
          security: keyOptional,
          operationId: 'readTourAvailability',
          summary: 'Check availability of a tour by date and departure',
          params: TourPath,
          querystring: TourAvailabilityQuery,
          response: { 200: Success(TourAvailability, 'Days and departures with their places.'), ...daysFailures },
        },
        validatorCompiler: ownValidator('querystring', validateTourAvailabilityQuery),
      },
      async (request, reply) => {
        const { id } = request.params
        const { startDate, endDate } = request.query
        const rule = brokenRule(startDate, endDate)
        const { tour } = await facade.executeOrThrow(request, reply, ReadTourAvailabilityDocument, {
          id,
          input: availabilityInput(request.query, rule),
        })
        if (!tour) throw failure('TOUR_NOT_FOUND', { tourId: id })
        if (rule) throw failure('AVAILABILITY_CHECK_FAILED', { rule, startDate, endDate: endDate ?? null })
        return represent(request, reply, () =>
          success(request, 'availability.retrieved_successfully', tourAvailabilityRepresentation(tour)),
        )
      },
    )

    app.get(
      '/booking/tours/:id/calendar',
      {
        config: { operation: ReadTourCalendarDocument },
        schema: {
          tags,
          security: keyOptional,
          operationId: 'readTourCalendar',
          summary: 'Read up to a year of a tour at a glance',
          params: TourPath,
          querystring: TourCalendarQuery,
          response: { 200: Success(TourCalendar, 'One entry a day.'), ...daysFailures },
        },
        validatorCompiler: ownValidator('querystring', validateTourCalendarQuery),
      },
      async (request, reply) => {
        const { id } = request.params
        const { startDate, endDate } = request.query
        const rule = malformedRule(startDate, endDate)
        const { tour } = await facade.executeOrThrow(request, reply, ReadTourCalendarDocument, {
          id,
          input: availabilityInput(request.query, rule),
        })
        if (!tour) throw failure('TOUR_NOT_FOUND', { tourId: id })
        if (rule) throw failure('AVAILABILITY_CHECK_FAILED', { rule, startDate, endDate: endDate ?? null })
        return represent(request, reply, () =>
          success(request, 'calendar.retrieved_successfully', tourCalendarRepresentation(tour)),
        )
      },
    )

    app.get(
      '/booking/tours/:tourId/meeting-points',
      {
        config: { ...sharedWithoutKey, operation: ListTourMeetingPointsDocument },
        schema: {
          tags,
          security: keyOptional,
          operationId: 'listTourMeetingPoints',
          summary: 'List meeting points and pickup zones of a tour',
          params: TourPointsPath,
          response: {
            200: Success(Type.Array(MeetingPoint), 'In display order; may be empty.'),
            ...failures({ 404: ['TOUR_NOT_FOUND'] }),
          },
        },
      },
      async (request, reply) => {
        const { tourId: id } = request.params
        const { tour } = await facade.executeOrThrow(request, reply, ListTourMeetingPointsDocument, { id })
        if (!tour) throw failure('TOUR_NOT_FOUND', { tourId: id })
        return success(request, 'meeting_point.listed_successfully', tour.meetingPoints.map(meetingPointRepresentation))
      },
    )

    app.get(
      '/cenotes/:cenoteId/meeting-points',
      {
        config: { ...sharedWithoutKey, operation: ListCenoteMeetingPointsDocument },
        schema: {
          tags: ['Cenotes'],
          security: keyOptional,
          operationId: 'listCenoteMeetingPoints',
          summary: 'List meeting points of a cenote',
          params: CenotePointsPath,
          response: {
            200: Success(Type.Array(MeetingPoint), 'In display order; may be empty.'),
            ...failures({ 404: ['CENOTE_NOT_FOUND'] }),
          },
        },
      },
      async (request, reply) => {
        const { cenoteId: id } = request.params
        const { cenote } = await facade.executeOrThrow(request, reply, ListCenoteMeetingPointsDocument, { id })
        if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId: id })
        const points = cenote.meetingPoints.map(meetingPointRepresentation)
        return success(request, 'meeting_point.listed_successfully', points)
      },
    )
  }
}
