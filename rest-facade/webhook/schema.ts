import { Type } from 'typebox'
import { deliveryStatuses } from '../../schema/delivery-statuses.ts'
import { EventTypeName } from '../event/index.ts'
import { Nullable } from '../schemas/response-schemas.ts'
import { FieldsParameter } from '../schemas/field-selection.ts'
import { commonFilters, pageOrPosition, pageParameters, SortDirection } from '../schemas/pagination.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { Ruled, Timestamp } from '../schemas/validation.ts'

const optional = Type.Optional

// ---- requests

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Public https address; the sandbox also takes http and loopback.',
  examples: ['https://partner.example/cenotes'],
})
const EventTypes = Type.Array(EventTypeName, {
  minItems: 1,
  maxItems: 100,
  description:
    'Types of events, and wildcards for several. Events of availability, products and prices are not of one partner, and need the scope `catalog:read`; `*` needs `reservations:read`, too.',
})
const Description = Type.String({ maxLength: 500 })

/** Body of POST /webhooks. */
export const CreateBody = Closed({ url: Url, events: EventTypes, description: optional(Description) })

/** Body of PATCH /webhooks/{id}: absent members do not change. */
export const UpdateBody = Closed({
  url: optional(Url),
  events: optional(EventTypes),
  description: optional(Type.Union([Description, Type.Null()], { description: 'Null removes it.' })),
  isActive: optional(Type.Boolean({ description: 'Off: nothing is queued, and queued deliveries become dead.' })),
})

/** Body of POST /webhooks/{id}/replay: where to begin, either way. */
export const ReplayBody = Closed({
  after: optional(
    Type.String({ maxLength: 4_000, description: '`cursor` of an event: those after it are delivered.' }),
  ),
  since: optional(Timestamp('Events from then on are delivered; at most 30 days ago.')),
})

// ---- responses

const webhook = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String(),
  events: Type.Array(EventTypeName, { description: 'As it was registered for.' }),
  description: optional(Type.String()),
  format: optional(Type.Enum(['octo'], { description: 'With notifications of OCTO as bodies; absent without.' })),
  headerNames: optional(
    Nullable(
      Type.Array(Type.String(), {
        description:
          'Names of the headers of your own that each delivery carries; absent without any. Null when the platform cannot read the headers any more: deliveries fail until they are set again.',
      }),
    ),
  ),
  isActive: Type.Boolean({ description: 'False once the receiver responded with 410, or when switched off.' }),
  previousSecretExpiresAt: optional(Timestamp('Until when the secret before the present one signs too.')),
  createdAt: Timestamp('When it was registered.'),
  updatedAt: Timestamp('When it was last changed.'),
}

export const Webhook = Type.Object(webhook, { title: 'Webhook' })

/** A webhook with its new secret. */
export const IssuedWebhook = Type.Object(
  { ...webhook, secret: Type.String({ description: '`whsec_...` (Standard Webhooks); shown this once.' }) },
  { title: 'IssuedWebhook' },
)

export const Delivery = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    eventId: Nullable(Type.String({ format: 'uuid', description: 'Null for a ping.' })),
    type: Type.String({ description: 'Such as reservation.confirmed, or webhook.ping.' }),
    status: Type.Enum([...deliveryStatuses], {
      description: 'failed: will be retried at nextAttemptAt; dead: no more retries, can be redelivered.',
    }),
    attempts: Type.Array(
      Type.Object({
        at: Timestamp('When it began.'),
        statusCode: Nullable(Type.Integer()),
        error: Nullable(Type.String()),
        durationMs: Type.Integer(),
      }),
      { description: 'The latest, at most 50, oldest first.' },
    ),
    nextAttemptAt: Nullable(Timestamp('Null once no attempt is left.')),
    createdAt: Timestamp('When it was queued.'),
  },
  { title: 'WebhookDelivery' },
)

export const Replay = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    status: Type.Enum(['running', 'done'], {
      description: 'done: every event was delivered, or has failed for the last time.',
    }),
    total: Type.Integer({ description: 'Events to deliver.' }),
    done: Type.Integer({ description: 'Deliveries that succeeded.' }),
    failed: Type.Integer({ description: 'Deliveries that failed for the last time.' }),
    createdAt: Timestamp('When it was requested.'),
  },
  { title: 'WebhookReplay' },
)

// ---- lists

export const WebhookListQuery = Ruled(
  Closed({
    ...pageParameters,
    ...commonFilters({
      isActive: 'Webhooks that are on when true, off when false.',
      search: 'Text in the address or the description, whatever its case and accents.',
      created: 'Registered',
    }),
    sortBy: optional(Type.Enum(['createdAt'], { default: 'createdAt' })),
    sortDirection: SortDirection('asc'),
    fields: FieldsParameter(Webhook),
  }),
  pageOrPosition('cursor'),
)
export const DeliveryListQuery = Ruled(
  Closed({
    ...pageParameters,
    status: optional(Type.Enum([...deliveryStatuses])),
    ...commonFilters({
      isActive: 'Deliveries that will be retried when true, those that succeeded or will not be retried when false.',
      search: 'Text in the type, such as `confirmed`; or the id of the delivery or of its event.',
      created: 'Queued',
    }),
    sortBy: optional(Type.Enum(['createdAt'], { default: 'createdAt' })),
    sortDirection: SortDirection('desc'),
    fields: FieldsParameter(Delivery),
  }),
  pageOrPosition('cursor'),
)
export const WebhookPath = Type.Object({ id: Type.String() })
export const DeliveryPath = Type.Object({ id: Type.String(), deliveryId: Type.String() })
export const ReplayPath = Type.Object({ id: Type.String(), replayId: Type.String() })
