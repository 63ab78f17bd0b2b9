import type { Static } from 'typebox'
import type {
  CreateWebhookInput,
  DeliveryFieldsFragment,
  ReplayFieldsFragment,
  UpdateWebhookInput,
  WebhookFieldsFragment,
} from '../generated/operations.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'
import type { CreateBody, Delivery, IssuedWebhook, Replay, UpdateBody, Webhook } from './schema.ts'

export const createInput = ({ url, events, description }: Static<typeof CreateBody>): CreateWebhookInput => ({
  ...presentFields({ description }),
  url,
  types: events,
})

/** The mutation's input. A null description removes it, so null is passed on. */
export const updateInput = (
  id: string,
  { url, events, description, isActive }: Static<typeof UpdateBody>,
): UpdateWebhookInput => ({
  ...presentFields({ url, types: events, isActive }),
  ...(description === undefined ? {} : { description }),
  id,
})

export const webhookRepresentation = ({
  id,
  url,
  types,
  description,
  format,
  headers,
  ...webhook
}: WebhookFieldsFragment): Static<typeof Webhook> => ({
  id,
  url,
  // As given: GraphQL has the types as text.
  events: types as Static<typeof Webhook>['events'],
  ...presentFields({ description }),
  ...(format === 'STANDARD' ? {} : { format: lowerName(format) }),
  ...(headers?.length === 0 ? {} : { headerNames: headers?.map(({ name }) => name) ?? null }),
  ...presentFields(webhook),
})

export const issuedRepresentation = (issued: {
  webhook: WebhookFieldsFragment
  secret: string
}): Static<typeof IssuedWebhook> => ({ ...webhookRepresentation(issued.webhook), secret: issued.secret })

export const deliveryRepresentation = ({ status, ...delivery }: DeliveryFieldsFragment): Static<typeof Delivery> => ({
  id: delivery.id,
  eventId: delivery.eventId,
  type: delivery.type,
  status: lowerName(status),
  attempts: delivery.attempts,
  nextAttemptAt: delivery.nextAttemptAt,
  createdAt: delivery.createdAt,
})

export const replayRepresentation = ({ status, ...replay }: ReplayFieldsFragment): Static<typeof Replay> => ({
  id: replay.id,
  status: lowerName(status),
  total: replay.total,
  done: replay.done,
  failed: replay.failed,
  createdAt: replay.createdAt,
})
