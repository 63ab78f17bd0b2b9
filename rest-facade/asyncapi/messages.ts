import { catalogEventTypes, enumOfCatalogType, enumOfType, eventTypes } from '../../schema/event-types.ts'
import { protocolErrors } from '../../schema/protocol-errors.ts'
import { ErrorCode } from '../schemas/response-schemas.ts'
import type { SchemaNode } from '../openapi/index.ts'

const text: SchemaNode = { type: 'string' }
const openObject = (description: string): SchemaNode => ({ type: 'object', additionalProperties: true, description })

const object = (
  title: string,
  properties: Record<string, SchemaNode>,
  required: readonly string[] = Object.keys(properties),
  description?: string,
): SchemaNode => ({
  title,
  type: 'object',
  required: [...required],
  properties,
  ...(description ? { description } : {}),
})

const constant = (value: string): SchemaNode => ({ type: 'string', enum: [value] })

const graphqlRequest = object(
  'GraphqlRequest',
  {
    query: { ...text, description: 'Document with the operation.' },
    operationName: { type: ['string', 'null'] },
    variables: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: '`after`: the cursor of the last event that was processed; the subscription continues behind it.',
    },
    extensions: { type: ['object', 'null'], additionalProperties: true },
  },
  ['query'],
)

const reservationEvent: SchemaNode = {
  ...object(
    'ReservationEvent',
    {
      id: { ...text, description: 'The same in subscriptions, webhooks and `GET /events`.' },
      cursor: { ...text, description: 'Position in the log, for `after` when connecting again.' },
      type: { type: 'string', enum: eventTypes.map(enumOfType) },
      version: { type: 'integer', description: "Number of the reservation's change, from 1, without gaps." },
      occurredAt: { type: 'string', ...{ format: 'date-time' } },
      reservation: openObject('The reservation as the event left it, with the fields that the operation selects.'),
    },
    [],
    'The fields of an event that the operation selects. An alias has its own name.',
  ),
  additionalProperties: true,
}

const nullable = (type: string, description: string, more: object = {}): SchemaNode => ({
  type: [type, 'null'],
  description,
  ...more,
})

const catalogEvent: SchemaNode = {
  ...object(
    'CatalogEvent',
    {
      id: { ...text, description: 'The same in subscriptions, webhooks and `GET /events`.' },
      cursor: { ...text, description: 'Position in the log, for `after` when connecting again.' },
      type: { type: 'string', enum: catalogEventTypes.map(enumOfCatalogType) },
      occurredAt: { type: 'string', ...{ format: 'date-time' } },
      productType: nullable('string', 'Null when the prices of all products may have changed.', {
        enum: ['CENOTE', 'TOUR', null],
      }),
      productId: nullable('string', 'Id of the cenote or tour; null with `productType`.'),
      dateFrom: nullable('string', 'First day whose availability may have changed; null for other types.', {
        format: 'date',
      }),
      dateTo: nullable('string', 'Last such day.', { format: 'date' }),
      changed: {
        type: ['array', 'null'],
        items: text,
        description: 'Members of the product that changed, as REST names them; null for availability and prices.',
      },
      product: {
        type: ['object', 'null'],
        additionalProperties: true,
        description: 'The cenote or tour as it is now, with the fields that the operation selects.',
      },
    },
    [],
    'The fields of a change of what is sold that the operation selects. An alias has its own name.',
  ),
  additionalProperties: true,
}

const anyCode: SchemaNode = {
  title: 'OperationErrorCode',
  type: 'string',
  enum: [...(ErrorCode.enum as readonly string[]), ...Object.keys(protocolErrors)],
}

const graphqlError: SchemaNode = object(
  'GraphqlError',
  {
    message: { ...text, description: 'In the language of the connection.' },
    path: { type: 'array', items: { type: ['string', 'integer'] } },
    locations: { type: 'array', items: { type: 'object', additionalProperties: true } },
    extensions: {
      ...object('GraphqlErrorExtensions', { code: anyCode, status: { type: 'integer' } }, ['code']),
      additionalProperties: true,
    },
  },
  ['message', 'extensions'],
)

const result = object(
  'SubscriptionResult',
  {
    data: {
      type: ['object', 'null'],
      properties: { reservationEvents: reservationEvent, catalogEvents: catalogEvent },
      additionalProperties: true,
      title: 'SubscriptionFields',
    },
    errors: { type: 'array', items: graphqlError },
    extensions: openObject('`_sandbox: true` in the sandbox.'),
  },
  [],
)

const id: SchemaNode = { ...text, description: 'Chosen by the client, for one operation of the connection.' }
const payload = (description: string): SchemaNode => ({
  type: ['object', 'null'],
  additionalProperties: true,
  description,
})

export interface Message {
  readonly summary: string
  readonly payload: SchemaNode
  readonly headers?: SchemaNode
  readonly examples?: readonly object[]
}

const exampleRequest = {
  query:
    'subscription ($after: String) { reservationEvents(after: $after) { cursor type reservation { bookingReference status } } }',
  variables: { after: null },
}

const exampleResult = {
  data: {
    reservationEvents: {
      cursor: 'eyJwb3NpdGlvbiI6NDJ9',
      type: 'RESERVATION_CONFIRMED',
      reservation: { bookingReference: 'CEN-Y8G1ST', status: 'CONFIRMED' },
    },
  },
  extensions: { _sandbox: true },
}

const catalogRequest = {
  query:
    'subscription ($after: String) { catalogEvents(filter: { types: [AVAILABILITY_UPDATED] }, after: $after) { cursor type productType productId dateFrom dateTo } }',
  variables: { after: null },
}

const catalogResult = {
  data: {
    catalogEvents: {
      cursor: 'eyJwb3NpdGlvbiI6NDN9',
      type: 'AVAILABILITY_UPDATED',
      productType: 'CENOTE',
      productId: '84ae4fbe-b67e-8444-88f9-3d405c1730b4',
      dateFrom: '2027-01-09',
      dateTo: '2027-01-10',
    },
  },
  extensions: { _sandbox: true },
}

const exampleErrors = [
  {
    message: 'The cursor does not belong to this list.',
    path: ['reservationEvents'],
    extensions: { code: 'INVALID_CURSOR', status: 400 },
  },
]

/** Messages of the protocol graphql-transport-ws, by sender. */
export const socketMessages: Readonly<Record<'client' | 'server', Readonly<Record<string, Message>>>> = {
  client: {
    connectionInit: {
      summary: 'The first message, within 10 seconds: who the client is.',
      payload: object(
        'ConnectionInit',
        {
          type: constant('connection_init'),
          payload: {
            title: 'ConnectionParameters',
            type: 'object',
            properties: {
              apiKey: { ...text, description: 'Unless the upgrade request has the key; this one precedes.' },
              Authorization: { ...text, description: '`Bearer <key>`, in place of `apiKey`.' },
              acceptLanguage: { ...text, description: 'Instead of `Accept-Language`.' },
            },
            additionalProperties: true,
          },
        },
        ['type'],
      ),
      examples: [{ type: 'connection_init', payload: { apiKey: 'sk_test_demo_pro' } }],
    },
    subscribe: {
      summary: 'Starts an operation.',
      examples: [
        { type: 'subscribe', id: '1', payload: exampleRequest },
        { type: 'subscribe', id: '2', payload: catalogRequest },
      ],
      payload: object('Subscribe', { type: constant('subscribe'), id, payload: graphqlRequest }),
    },
    clientComplete: {
      summary: 'Ends an operation.',
      payload: object('ClientComplete', { type: constant('complete'), id }),
    },
    clientPing: {
      summary: 'Requests a pong.',
      payload: object('ClientPing', { type: constant('ping'), payload: payload('Sent back.') }, ['type']),
    },
    clientPong: {
      summary: 'Not needed: the server pings by frames of the WebSocket.',
      payload: object('ClientPong', { type: constant('pong'), payload: payload('Ignored.') }, ['type']),
    },
  },
  server: {
    connectionAck: {
      summary: 'The key is accepted.',
      payload: object('ConnectionAck', { type: constant('connection_ack') }),
    },
    next: {
      summary: 'An event, or the result of a query or mutation.',
      examples: [
        { type: 'next', id: '1', payload: exampleResult },
        { type: 'next', id: '2', payload: catalogResult },
      ],
      payload: object('Next', { type: constant('next'), id, payload: result }),
    },
    error: {
      summary: 'An operation was refused or ended by a failure; others continue.',
      examples: [{ type: 'error', id: '1', payload: exampleErrors }],
      payload: object('OperationError', {
        type: constant('error'),
        id,
        payload: { type: 'array', items: graphqlError },
      }),
    },
    serverComplete: {
      summary: 'An operation is over.',
      payload: object('ServerComplete', { type: constant('complete'), id }),
    },
    serverPong: {
      summary: 'The response to a ping.',
      payload: object('ServerPong', { type: constant('pong'), payload: payload('That of the ping.') }, ['type']),
    },
  },
}

/** Messages of a stream of server-sent events. */
export const streamMessages: Readonly<Record<'client' | 'server', Readonly<Record<string, Message>>>> = {
  client: {
    streamRequest: {
      summary: 'The operation, as JSON by POST or as parameters by GET.',
      payload: graphqlRequest,
      examples: [exampleRequest, catalogRequest],
    },
  },
  server: {
    streamNext: {
      summary: 'The data of an event `next`; its id is the cursor, for `Last-Event-ID`.',
      payload: { ...result, title: 'StreamResult' },
      examples: [exampleResult, catalogResult],
    },
    streamComplete: {
      summary: 'The data of an event `complete`: the operation is over.',
      payload: { title: 'StreamComplete', description: 'No data.', type: ['null', 'string'] },
    },
  },
}
