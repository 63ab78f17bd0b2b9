import { eventTypes } from '../../schema/event-types.ts'
import { catalogEventData } from '../event/index.ts'
import { Author, Reservation } from '../reservation/index.ts'
import { Nullable } from '../schemas/response-schemas.ts'
import type { NamedSchemas } from './components.ts'
import { pascalCase, plain, type Operation, type Parameter, type SchemaNode } from './model.ts'

/** Request headers of a delivery (docs/partner-api/events-and-webhooks.md#receiving-deliveries). */
export const deliveryHeaders: readonly Parameter[] = [
  ['webhook-id', 'Id of the event; the same at every attempt.', { type: 'string' }],
  ['webhook-timestamp', 'When this attempt was signed, in Unix seconds.', { type: 'integer' }],
  ['webhook-signature', 'Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64.', { type: 'string' }],
].map(([name, description, schema]) => ({ name, in: 'header', required: true, description, schema }) as Parameter)

const sandboxMark: SchemaNode = { type: 'boolean', enum: [true], description: 'Present in the sandbox only.' }

const body = (type: string, data: SchemaNode, title: string): SchemaNode => ({
  title,
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', enum: [type] },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data,
    _sandbox: sandboxMark,
  },
})

const versioned: SchemaNode = {
  title: 'ReservationSnapshot',
  description: 'The reservation as the event left it.',
  allOf: [
    plain(Reservation),
    {
      type: 'object',
      required: ['version', 'by'],
      properties: {
        version: { type: 'integer', description: "Number of the reservation's change, from 1." },
        by: plain(Nullable(Author)),
      },
    },
  ],
}
const ping: SchemaNode = {
  title: 'WebhookPing',
  type: 'object',
  required: ['webhookId'],
  properties: { webhookId: { type: 'string', format: 'uuid' } },
}

/** The schema of the body of each type of delivery. */
export const deliveryBodies = (): Record<string, SchemaNode> => ({
  ...Object.fromEntries(eventTypes.map((type) => [type, body(type, plain(versioned), `${pascalCase(type)}Delivery`)])),
  ...Object.fromEntries(
    Object.entries(catalogEventData).map(([type, data]) => [
      type,
      body(type, plain(data), `${pascalCase(type)}Delivery`),
    ]),
  ),
  'webhook.ping': body('webhook.ping', plain(ping), 'WebhookPingDelivery'),
})

/** The requests to a registered receiver, by type. */
export const webhookOperations = (names: NamedSchemas): Record<string, Record<string, Operation>> =>
  Object.fromEntries(
    Object.entries(deliveryBodies()).map(([type, schema]) => [
      type,
      deliveryOperation({ type, tag: 'Webhooks', schema: names.named(schema, type) }),
    ]),
  )

/** The request of a delivery to a registered receiver. */
export const deliveryOperation = ({
  type,
  tag,
  schema,
}: {
  readonly type: string
  readonly tag: string
  readonly schema: SchemaNode
}): Record<string, Operation> => ({
  post: {
    operationId: `receive${pascalCase(type)}`,
    summary: `Delivery of ${type}`,
    description:
      'Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.',
    tags: [tag],
    security: [],
    parameters: deliveryHeaders.map((header) => ({ ...header })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '200': { description: 'Received; so is any other 2xx.' },
      '410': { description: 'The receiver is gone: the webhook is switched off.' },
      default: { description: 'Anything else is a failure, and the delivery is retried.' },
    },
  },
})
