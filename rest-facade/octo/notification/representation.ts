import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { fieldErrorText } from '../../../schema/field-errors.ts'
import { ValidationFailure } from '../../http/errors.ts'
import type { NotificationSubscriptionFragment } from '../../generated/operations.ts'
import { requestContextOf } from '../../http/request-context.ts'
import { notificationTypes, type Subscription, type UpdateBody } from './schema.ts'

type NotificationType = (typeof notificationTypes)[number]

/** The types of events that a notification is sent for. */
const eventTypes: Readonly<Record<NotificationType, readonly string[]>> = {
  BOOKING_UPDATE: ['reservation.*'],
  PRODUCT_UPDATE: ['product.*', 'pricing.*'],
  AVAILABILITY_UPDATE: ['availability.*'],
}

const isNotificationType = (name: string): name is NotificationType =>
  (notificationTypes as readonly string[]).includes(name)

/** Whether a type of events, or a wildcard of them, is one that a notification is sent for. */
const isSentFor = (type: NotificationType, events: string): boolean =>
  events === '*' || eventTypes[type].some((wildcard) => events.startsWith(wildcard.slice(0, -1)))

/** The types of events for the notifications of a request; throws BAD_REQUEST for unknown ones. */
function eventTypesFor(names: readonly string[], request: FastifyRequest): string[] {
  const upper = names.map((name) => name.toUpperCase())
  const unknown = names.filter((_, index) => !isNotificationType(upper[index] ?? ''))
  if (unknown.length > 0) {
    const { language } = requestContextOf(request)
    const text = fieldErrorText({ code: 'UNKNOWN_NAMES', names: unknown.join(', ') }, language)
    throw new ValidationFailure({ notificationTypes: [text] })
  }
  return [...new Set(upper)].filter(isNotificationType).flatMap((type) => eventTypes[type])
}

/** The members of a mutation's input that a request gives. */
export const subscriptionInput = (
  { url, notificationTypes: names, headers }: Static<typeof UpdateBody>,
  request: FastifyRequest,
) => ({
  ...(url === undefined ? {} : { url }),
  ...(names === undefined ? {} : { types: eventTypesFor(names, request) }),
  ...(headers === undefined ? {} : { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) }),
})

/** Field errors that number headers, by the headers' names, as requests have them. */
export function withHeaderNames(error: unknown, headers: Readonly<Record<string, string>> = {}): unknown {
  if (!(error instanceof ValidationFailure)) return error
  const names = Object.keys(headers)
  const fields: Record<string, string[]> = {}
  for (const [numbered, texts] of Object.entries(error.fields)) {
    const [, index] = /^headers\.(\d+)\.(?:name|value)$/.exec(numbered) ?? []
    const field = index === undefined ? numbered : `headers.${names[Number(index)]}`
    // The name and the value of one header may both have an error.
    fields[field] = [...(fields[field] ?? []), ...texts]
  }
  return new ValidationFailure(fields, error.general)
}

export const subscriptionRepresentation = ({
  id,
  url,
  types,
  headers,
}: NotificationSubscriptionFragment): Static<typeof Subscription> => ({
  id,
  url,
  notificationTypes: [
    ...new Set(types.flatMap((events) => notificationTypes.filter((type) => isSentFor(type, events)))),
  ],
  headers: headers && Object.fromEntries(headers.map(({ name, value }) => [name, value])),
})
