import { closeCodes } from '../../schema/close-codes.ts'
import { isCatalogEventType, type CatalogEventType } from '../../schema/event-types.ts'
import { deliveryBodies, deliveryHeaders, NamedSchemas, pascalCase, plain, type SchemaNode } from '../openapi/index.ts'
import { socketMessages, streamMessages, type Message } from './messages.ts'

type Messages = Readonly<Record<string, Message>>

const description = `Every change of a reservation is an event, and so is a change of availability, products and prices. It \
arrives by GraphQL subscription, over WebSocket or as server-sent events, or by webhook at an address of yours. All read one log, so an event has the same id everywhere.

The document describes the side of the service: it receives what clients send, and sends what clients receive.`

const product = { productType: 'cenote', productId: '84ae4fbe-b67e-8444-88f9-3d405c1730b4' }
const exampleData: Readonly<Record<CatalogEventType, object>> = {
  'availability.updated': { ...product, dateFrom: '2027-01-09', dateTo: '2027-01-10' },
  'product.created': { ...product, changed: [] },
  'product.updated': { ...product, changed: ['name', 'images'] },
  'product.deactivated': { ...product, changed: ['isActive'] },
  'pricing.updated': { productType: null, productId: null },
}
const exampleDelivery = (type: CatalogEventType): object => ({
  type,
  timestamp: '2027-01-02T15:04:05.678Z',
  data: exampleData[type],
  _sandbox: true,
})

const receiver = (): Messages =>
  Object.fromEntries(
    Object.entries(deliveryBodies()).map(([type, payload]) => [
      `delivery${pascalCase(type)}`,
      {
        summary: type === 'webhook.ping' ? 'A ping that was requested.' : `A delivery of ${type}.`,
        payload,
        ...(isCatalogEventType(type) ? { examples: [exampleDelivery(type)] } : {}),
        headers: {
          title: 'DeliveryHeaders',
          type: 'object',
          required: deliveryHeaders.map(({ name }) => name),
          properties: Object.fromEntries(
            deliveryHeaders.map(({ name, description: text, schema }): [string, SchemaNode] => [
              name,
              { ...plain(schema), description: text ?? '' },
            ]),
          ),
        },
      },
    ]),
  )

/** The AsyncAPI 3 document of the messages that are pushed: events by subscription and by webhook. */
export function asyncApiDocument(publicUrl: string): object {
  const { host, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const guide = (page: string): string => `${publicUrl}/docs/${page}`
  const schemas: Record<string, SchemaNode> = {}
  const messages: Record<string, object> = {}
  const names = new NamedSchemas(schemas)
  const add = (added: Messages): Record<string, object> =>
    Object.fromEntries(
      Object.entries(added).map(([name, { summary, payload, headers, examples }]) => {
        messages[name] = {
          name,
          title: payload.title,
          summary,
          contentType: 'application/json',
          payload: names.named(plain(payload), name),
          ...(headers ? { headers: names.named(plain(headers), `${name}Headers`) } : {}),
          ...(examples ? { examples: examples.map((example) => ({ payload: example })) } : {}),
        }
        return [name, { $ref: `#/components/messages/${name}` }]
      }),
    )
  const operation = (action: 'send' | 'receive', channel: string, of: Messages, summary: string): object => ({
    action,
    summary,
    channel: { $ref: `#/channels/${channel}` },
    messages: Object.keys(of).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  })
  const deliveries = receiver()
  const security = ['apiKey', 'bearer'].map((scheme) => ({ $ref: `#/components/securitySchemes/${scheme}` }))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Cenote partner events',
      version: '1.0.0',
      description,
      license: { name: 'Proprietary' },
      externalDocs: { url: guide('frontend/subscriptions'), description: 'Guide: subscriptions' },
      tags: [{ name: 'Events' }, { name: 'Webhooks' }],
    },
    defaultContentType: 'application/json',
    servers: {
      webSocket: {
        host,
        protocol: isSecure ? 'wss' : 'ws',
        description: 'Subprotocol `graphql-transport-ws`.',
        security,
      },
      stream: {
        host,
        protocol: protocol.replace(':', ''),
        description: 'Server-sent events.',
        security,
      },
      receiver: {
        host: '{receiver}',
        protocol: 'https',
        description: 'A receiver that the partner registers with `POST /webhooks`.',
        variables: { receiver: { description: 'Its host.', default: 'partner.example' } },
      },
    },
    channels: {
      socket: {
        address: '/graphql',
        title: 'GraphQL over WebSocket',
        description: 'Many operations on one connection. Reconnect with the cursor of the last event in `after`.',
        servers: [{ $ref: '#/servers/webSocket' }],
        messages: { ...add(socketMessages.client), ...add(socketMessages.server) },
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
        externalDocs: { url: guide('frontend/subscriptions#websocket') },
        'x-close-codes': Object.fromEntries(Object.entries(closeCodes).map(([name, code]) => [code, name])),
      },
      stream: {
        address: '/graphql/stream',
        title: 'GraphQL as server-sent events',
        description: 'One operation for each request, in the distinct connections mode of graphql-sse.',
        servers: [{ $ref: '#/servers/stream' }],
        messages: { ...add(streamMessages.client), ...add(streamMessages.server) },
        externalDocs: { url: guide('frontend/subscriptions#server-sent-events') },
      },
      webhook: {
        address: '/{path}',
        title: 'Webhooks',
        description:
          'Signed by Standard Webhooks. Any 2xx within 15 seconds is a success; anything else is retried for three days.',
        servers: [{ $ref: '#/servers/receiver' }],
        parameters: { path: { description: 'Path of the registered address.' } },
        messages: add(deliveries),
        externalDocs: { url: guide('partner-api/events-and-webhooks') },
      },
    },
    operations: {
      receiveSocketMessages: operation('receive', 'socket', socketMessages.client, 'Messages from a client.'),
      sendSocketMessages: operation('send', 'socket', socketMessages.server, 'Messages to a client.'),
      receiveStreamRequests: operation('receive', 'stream', streamMessages.client, 'Requests of a client.'),
      sendStreamEvents: operation('send', 'stream', streamMessages.server, 'Messages to a client.'),
      sendDeliveries: operation('send', 'webhook', deliveries, 'Deliveries to a registered receiver.'),
    },
    components: {
      schemas,
      messages,
      securitySchemes: {
        apiKey: {
          type: 'httpApiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Over WebSocket also `apiKey` in the payload of `connection_init`.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The same key as `Authorization: Bearer <key>`; over WebSocket also `Authorization` in the payload of `connection_init`. Two different keys are 400, over WebSocket close code 4400.',
        },
      },
    },
  }
}
