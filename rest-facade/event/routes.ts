import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { endOfLog, enumOfType, eventTypes, typeOfEnum, type EventType } from '../../schema/event-types.ts'
import { failures, Success } from '../response-schemas.ts'
import { success } from '../envelope.ts'
import { ValidationFailure } from '../errors.ts'
import type { Facade } from '../facade.ts'
import { fieldSelector, FieldsParameter, Selectable } from '../field-selection.ts'
import { ListReservationEventsDocument } from '../generated/operations.ts'
import {
  commonFilters,
  CurrentPage,
  filterVariables,
  guaranteedPagination,
  pageOrPosition,
  pageParameters,
  pageVariables,
} from '../pagination.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { authorRepresentation, reservationRepresentation } from '../reservation/index.ts'
import { Closed } from '../schema-shape.ts'
import { NameList, namesIn, Ruled, Uuid } from '../validation.ts'
import { Event } from './schema.ts'

const Position = (description: string) => Type.Optional(Type.String({ maxLength: 4_000, description }))

const EventQuery = Ruled(
  Closed({
    after: Position(
      '`cursor` of the last event seen, or `now` for the end of the log; from the beginning when absent.',
    ),
    cursor: Position('Alias of `after`, as in other lists.'),
    types: Type.Optional(NameList(eventTypes, `Comma-separated: ${eventTypes.join(', ')}.`)),
    reservationId: Type.Optional(Uuid('Only events of this reservation.')),
    cenoteId: Type.Optional(Uuid('Only events of reservations at this cenote.')),
    tourId: Type.Optional(Uuid('Only events of reservations of this tour.')),
    productType: Type.Optional(
      Type.Enum(['cenote', 'tour'], {
        description:
          'Only events of cenotes or of tours. One that moved a reservation from a cenote to a tour, or back, is of both.',
      }),
    ),
    partnerId: Type.Optional(
      Uuid(
        "Only events of this partner. Operators may name any partner; for another partner's id a partner gets no events.",
      ),
    ),
    ...commonFilters({
      isActive:
        'Events that left the reservation pending, confirmed or in progress when true, those that ended it when false.',
      search:
        "Of reservations with this text in the booking reference, or in the guest's name or e-mail address, whatever its case and accents.",
      created: 'Happened',
    }),
    page: pageParameters.page,
    perPage: pageParameters.perPage,
    fields: FieldsParameter(Event),
  }),
  pageOrPosition('after', 'cursor'),
)

const EventPagination = Type.Object(
  {
    total: Type.Integer({ description: 'Stored events that match, on all pages.' }),
    perPage: Type.Integer(),
    currentPage: CurrentPage,
    lastPage: Type.Integer(),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description:
        'The `after` of the next page; null at the end, where the `cursor` of the last event continues later. With `after=now` the end itself.',
    }),
  },
  { title: 'EventPagination' },
)

/** The event log, for polling (docs/partner-api/events-and-webhooks.md#polling). */
export function eventRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/events',
      {
        config: { operation: ListReservationEventsDocument },
        schema: {
          tags: ['Events'],
          operationId: 'listEvents',
          summary: 'List events',
          description:
            "Events of the last 30 days, oldest first. The same log feeds subscriptions and webhooks. Keys of the operator's staff read the events of all partners, each with its `partner`; cursors of operators and of partners are not interchangeable.",
          querystring: EventQuery,
          response: {
            200: Success(Type.Array(Selectable(Event)), 'A page of events.', { pagination: EventPagination }),
            ...failures({ 400: ['INVALID_CURSOR'] }),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        const { after, cursor, reservationId, cenoteId, tourId, productType, partnerId } = query
        if (after !== undefined && cursor !== undefined)
          throw new ValidationFailure({ cursor: ['is another name of after: give one of them'] })
        const position = presentFields({ cursor: after ?? cursor })
        const types = namesIn(query.types) as EventType[]
        const { createdAfter: occurredAfter, createdBefore: occurredBefore, ...filter } = filterVariables(query)
        const { reservationEvents } = await facade.executeOrThrow(request, reply, ListReservationEventsDocument, {
          filter: presentFields({
            types: types.length > 0 ? types.map(enumOfType) : undefined,
            reservationId,
            cenoteId,
            tourId,
            productType: productType && (productType.toUpperCase() as Uppercase<typeof productType>),
            partnerId,
            occurredAfter,
            occurredBefore,
            ...filter,
          }),
          ...pageVariables({ ...query, ...position }),
          cenote: false,
          reviews: false,
          detail: false,
        })
        const { nodes, pageInfo, totalCount } = reservationEvents
        const select = fieldSelector(namesIn(query.fields))
        return success(
          request,
          'event.listed_successfully',
          nodes.map(({ type, reservation, ...event }) =>
            select({
              id: event.id,
              cursor: event.cursor,
              type: typeOfEnum(type),
              version: event.version,
              occurredAt: event.occurredAt,
              by: authorRepresentation(event.by),
              ...presentFields({ partner: event.partner }),
              reservation: reservationRepresentation(reservation, { cenote: false }),
            }),
          ),
          {
            pagination: {
              ...guaranteedPagination({ ...query, ...position }, totalCount),
              nextCursor: pageInfo.hasNextPage || position.cursor === endOfLog ? pageInfo.endCursor : null,
            },
          },
        )
      },
    )
  }
}
