import type { Static } from 'typebox'
import { enumOfType, typeOfEnum } from '../../schema/event-types.ts'
import type {
  CreateWebhookInput,
  DeliveryFieldsFragment,
  UpdateWebhookInput,
  WebhookFieldsFragment,
} from '../generated/operations.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'
import type { CreateBody, Delivery, IssuedWebhook, UpdateBody, Webhook } from './schema.ts'

export const createInput = ({ url, events, description }: Static<typeof CreateBody>): CreateWebhookInput => ({
  ...presentFields({ description }),
  url,
  events: events.map(enumOfType),
})

/** The mutation's input. A null description removes it, so null is passed on. */
export const updateInput = (
  id: string,
  { url, events, description, isActive }: Static<typeof UpdateBody>,
): UpdateWebhookInput => ({
  ...presentFields({ url, events: events?.map(enumOfType), isActive }),
  ...(description === undefined ? {} : { description }),
  id,
})

export const webhookRepresentation = ({
  id,
  url,
  events,
  ...webhook
}: WebhookFieldsFragment): Static<typeof Webhook> => ({
  id,
  url,
  events: events.map(typeOfEnum),
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
