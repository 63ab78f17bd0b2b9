import { randomUUID } from 'node:crypto'
import { apiError, requireValid } from '../../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../../schema/field-errors.ts'
import { typeOfEnum } from '../../../../../schema/event-types.ts'
import { partnerOf } from '../../../caller.ts'
import type { WebhookContext } from '../context.ts'
import type { CatalogEventType, CreateWebhookInput, ReservationEventType } from '../../../generated/resolvers.ts'
import { readAddress } from '../address.ts'
import { headerErrors, sealHeaders, type WebhookHeader } from '../headers.ts'
import { insertWebhook } from '../store/registration.ts'
import { newSecret, writtenSecret } from '../secret.ts'
import { namesOf, requireReadable, unknownNames } from '../types.ts'
import { maxWebhooks, webhooksOfPartner, type Webhook } from '../webhook.ts'

const maxDescriptionLength = 500
const maxNames = 100

/**
 * Registers a webhook and hands out its secret, this once. Errors: WEBHOOK_ALREADY_EXISTS, WEBHOOK_LIMIT_REACHED,
 * INSUFFICIENT_PERMISSIONS, ERROR_VALIDACION.
 */
export async function register(
  input: CreateWebhookInput,
  context: WebhookContext,
): Promise<{ webhook: Webhook; secret: string }> {
  const { url, events, description, headers } = checked(withNames(input), [], context)
  const id = randomUUID()
  const secret = newSecret()
  const { secrets } = context.services.webhooks
  const written = await insertWebhook(
    context.database.pool,
    {
      id,
      partnerId: partnerOf(context),
      url: url ?? '',
      events: events ?? [],
      description: description ?? null,
      format: input.format,
      sealedHeaders: sealHeaders(headers ?? [], id, secrets),
      secret: secrets.seal(secret, id),
      at: context.clock.now(),
    },
    maxWebhooks,
  )
  if (written === 'full') {
    webhooksOfPartner.reached(context.identity)
    throw apiError('WEBHOOK_LIMIT_REACHED', { limit: maxWebhooks })
  }
  if ('exists' in written) throw alreadyExists(written.exists, url)
  return { webhook: written.webhook, secret: writtenSecret(secret) }
}

/** A webhook is registered for something: an input that names nothing is one with an empty list. */
const withNames = (input: CreateWebhookInput): WebhookInput =>
  (input.events ?? input.catalogEvents ?? input.types) == null ? { ...input, events: [] } : input

export const alreadyExists = (webhookId: string | null, url: string | undefined): Error =>
  apiError('WEBHOOK_ALREADY_EXISTS', { webhookId, url })

export interface WebhookInput {
  readonly url?: string | null | undefined
  readonly events?: readonly ReservationEventType[] | null | undefined
  readonly catalogEvents?: readonly CatalogEventType[] | null | undefined
  readonly types?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
  readonly headers?: readonly WebhookHeader[] | null | undefined
}

/**
 * The normalized input for a webhook that was registered for `registered` until now; all field errors are reported at
 * once. Errors: ERROR_VALIDACION, INSUFFICIENT_PERMISSIONS.
 */
export function checked(
  { url, description, headers, ...input }: WebhookInput,
  registered: readonly string[],
  context: WebhookContext,
): {
  url?: string
  events?: readonly string[]
  description?: string | null
  headers?: readonly WebhookHeader[]
} {
  const { database, services } = context
  const fieldErrors: FieldErrors = {}
  const address = url == null ? undefined : readAddress(url, services.webhooks.rules[database.environment])
  if (address?.problem !== undefined) fieldErrors['url'] = [address.problem]
  const names = namesIn(input, registered, fieldErrors)
  if (description != null && description.length > maxDescriptionLength)
    fieldErrors['description'] = [{ code: 'TOO_LONG', max: maxDescriptionLength }]
  if (description?.includes('\0')) fieldErrors['description'] = [{ code: 'HAS_NUL' }]
  Object.assign(fieldErrors, headerErrors(headers ?? []))
  requireValid(fieldErrors)
  requireReadable(names?.given ?? [], context)
  return {
    ...(address?.url === undefined ? {} : { url: address.url }),
    ...(names ? { events: names.all } : {}),
    ...(description === undefined ? {} : { description }),
    ...(headers == null ? {} : { headers }),
  }
}

interface Names {
  readonly given: readonly string[]
  /** With those of the subject that the input leaves as it is. */
  readonly all: readonly string[]
}

/** The names of events that an input gives, which must leave at least one; undefined when it gives none. */
function namesIn(
  { events, catalogEvents, types }: Pick<WebhookInput, 'events' | 'catalogEvents' | 'types'>,
  registered: readonly string[],
  fieldErrors: FieldErrors,
): Names | undefined {
  if (types != null) {
    if (events != null) fieldErrors['events'] = [{ code: 'NOT_WITH', field: 'types' }]
    if (catalogEvents != null) fieldErrors['catalogEvents'] = [{ code: 'NOT_WITH', field: 'types' }]
    const unknown = unknownNames(types)
    if (types.length === 0) fieldErrors['types'] = [{ code: 'NO_TYPES' }]
    else if (types.length > maxNames) fieldErrors['types'] = [{ code: 'TOO_MANY_ITEMS', max: maxNames }]
    else if (unknown.length > 0) fieldErrors['types'] = [{ code: 'UNKNOWN_NAMES', names: unknown.join(', ') }]
    const given = [...new Set(types)]
    return { given, all: given }
  }
  if (events == null && catalogEvents == null) return undefined
  const given = [...(events ?? []).map(typeOfEnum), ...(catalogEvents ?? []).map(typeOfEnum)]
  const all = [
    ...(events ? events.map(typeOfEnum) : namesOf('reservations', registered)),
    ...(catalogEvents ? catalogEvents.map(typeOfEnum) : namesOf('catalog', registered)),
  ]
  if (all.length === 0) fieldErrors[events ? 'events' : 'catalogEvents'] = [{ code: 'NO_TYPES' }]
  return { given, all: [...new Set(all)] }
}
