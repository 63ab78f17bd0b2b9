import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  allEventTypes,
  endOfLog,
  enumOfCatalogType,
  enumOfType,
  isCatalogEventType,
  typePatterns,
  typesMatching,
} from '../../schema/event-types.ts'
import { mapInTurns } from '../../platform/process/turn.ts'
import { failures, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { ValidationFailure } from '../http/errors.ts'
import type { Facade } from '../http/facade.ts'
import { fieldSelector, FieldsParameter, Selectable } from '../schemas/field-selection.ts'
import { ListEventsDocument, ListReservationEventsDocument } from '../generated/operations.ts'
import {
  commonFilters,
  CurrentPage,
  filterVariables,
  guaranteedPagination,
  pageOrPosition,
  pageParameters,
  pageVariables,
} from '../schemas/pagination.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { NameList, namesIn, Ruled, Uuid } from '../schemas/validation.ts'
import { eventRepresentation, reservationEventRepresentation } from './representation.ts'
import { Event } from './schema.ts'

const Position = (description: string) => Type.Optional(Type.String({ maxLength: 4_000, description }))

const EventQuery = Ruled(
  Closed({
    after: Position(
      '`cursor` of the last event seen, or `now` for the end of the log; from the beginning when absent.',
    ),
    cursor: Position('Alias of `after`, as in other lists.'),
    types: Type.Optional(
      NameList(
        [...allEventTypes, ...typePatterns],
        `Types, and wildcards for several; all events of reservations when absent. \`reservation.*\` and its types need the scope \`reservations:read\`, the others \`catalog:read\`, \`*\` both.`,
      ),
    ),
    reservationId: Type.Optional(Uuid('Only events of this reservation, and no changes of what is sold.')),
    productId: Type.Optional(
      Uuid(
        'Only events of this cenote or tour, and of its reservations. A change of all products matches, too, and a move to another product is of both.',
      ),
    ),
    cenoteId: Type.Optional(Uuid('The same for a cenote.')),
    tourId: Type.Optional(Uuid('The same for a tour.')),
    productType: Type.Optional(
      Type.Enum(['cenote', 'tour'], {
        description:
          'Only events of cenotes or of tours. One that moved a reservation from a cenote to a tour, or back, is of both, and so is a change of all products.',
      }),
    ),
    partnerId: Type.Optional(
      Uuid(
        "Only events of this partner's reservations. Operators may name any partner; for another partner's id a partner gets no events.",
      ),
    ),
    ...commonFilters({
      isActive:
        'Only events that left the reservation pending, confirmed or in progress when true, those that ended it when false.',
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

/** The types of `types`, of each kind. */
function typesNamed(list: string | undefined) {
  const types = [...new Set(namesIn(list).flatMap(typesMatching))]
  return {
    types: types.flatMap((type) => (isCatalogEventType(type) ? [] : [enumOfType(type)])),
    catalogTypes: types.filter(isCatalogEventType).map(enumOfCatalogType),
  }
}

/** The query of a request that may be invalid. */
interface RawQuery {
  readonly types?: unknown
  readonly productId?: unknown
}

/** Whether a request is for more than events of reservations, or filters them as only the whole log can. */
const isOfWholeLog = ({ types, productId }: RawQuery): boolean =>
  productId !== undefined || (typeof types === 'string' && typesNamed(types).catalogTypes.length > 0)

/** The event log, for polling (docs/partner-api/events-and-webhooks.md#polling). */
export function eventRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/events',
      {
        config: {
          operation: (query) => (isOfWholeLog(query as RawQuery) ? ListEventsDocument : ListReservationEventsDocument),
        },
        schema: {
          tags: ['Events'],
          operationId: 'listEvents',
          summary: 'List events',
          description:
            "Events of the last 30 days, oldest first: those of reservations, and, where `types` names them, changes of availability, products and prices. The same log feeds subscriptions and webhooks. Keys of the operator's staff read the events of all partners, each with its `partner`; cursors of operators and of partners are not interchangeable.",
          querystring: EventQuery,
          response: {
            200: Success(Type.Array(Selectable(Event)), 'A page of events.', { pagination: EventPagination }),
            ...failures({ 400: ['INVALID_CURSOR'] }),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        const { after, cursor, reservationId, productId, cenoteId, tourId, productType, partnerId } = query
        if (after !== undefined && cursor !== undefined)
          throw new ValidationFailure({ cursor: ['is another name of after: give one of them'] })
        const position = presentFields({ cursor: after ?? cursor })
        const { types, catalogTypes } = typesNamed(query.types)
        const { createdAfter: occurredAfter, createdBefore: occurredBefore, ...common } = filterVariables(query)
        const filter = presentFields({
          types: types.length > 0 ? types : undefined,
          reservationId,
          cenoteId,
          tourId,
          productType: productType && (productType.toUpperCase() as Uppercase<typeof productType>),
          partnerId,
          occurredAfter,
          occurredBefore,
          ...common,
        })
        const page = pageVariables({ ...query, ...position })
        const listReservationEvents = async () => {
          const variables = { filter, ...page }
          const data = await facade.executeOrThrow(request, reply, ListReservationEventsDocument, variables)
          const { nodes, ...rest } = data.reservationEvents
          return { ...rest, items: await mapInTurns(nodes, reservationEventRepresentation) }
        }
        const listEvents = async () => {
          const whole = {
            ...filter,
            ...presentFields({ productId }),
            ...(catalogTypes.length > 0 ? { catalogTypes } : {}),
          }
          const variables = { filter: whole, ...page }
          const { nodes, ...rest } = (await facade.executeOrThrow(request, reply, ListEventsDocument, variables)).events
          return { ...rest, items: await mapInTurns(nodes, eventRepresentation) }
        }
        const { items, pageInfo, totalCount } = await (isOfWholeLog(query) ? listEvents() : listReservationEvents())
        const select = fieldSelector(namesIn(query.fields))
        return success(request, 'event.listed_successfully', items.map(select), {
          pagination: {
            ...guaranteedPagination({ ...query, ...position }, totalCount),
            nextCursor: pageInfo.hasNextPage || position.cursor === endOfLog ? pageInfo.endCursor : null,
          },
        })
      },
    )
  }
}
