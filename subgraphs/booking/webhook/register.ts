import { randomUUID } from 'node:crypto'
import { apiError, validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { typeOfEnum, type EventType } from '../../../schema/event-types.ts'
import { partnerOf } from '../caller.ts'
import type { WebhookContext } from './context.ts'
import type { CreateWebhookInput, ReservationEventType } from '../generated/resolvers.ts'
import { readAddress } from './address.ts'
import { insertWebhook } from './store/registration.ts'
import { newSecret, writtenSecret } from './secret.ts'
import { maxWebhooks, type Webhook } from './webhook.ts'

const maxDescriptionLength = 500

/**
 * Registers a webhook and hands out its secret, this once. Errors: WEBHOOK_ALREADY_EXISTS, WEBHOOK_LIMIT_REACHED,
 * ERROR_VALIDACION.
 */
export async function register(
  input: CreateWebhookInput,
  context: WebhookContext,
): Promise<{ webhook: Webhook; secret: string }> {
  const { url, events, description } = checked(input, context)
  const id = randomUUID()
  const secret = newSecret()
  const written = await insertWebhook(
    context.database.pool,
    {
      id,
      partnerId: partnerOf(context),
      url: url ?? '',
      events: events ?? [],
      description: description ?? null,
      secret: context.services.webhooks.secrets.seal(secret, id),
      at: context.clock.now(),
    },
    maxWebhooks,
  )
  if (written === 'full') throw apiError('WEBHOOK_LIMIT_REACHED', { limit: maxWebhooks })
  if ('exists' in written) throw alreadyExists(written.exists, url)
  return { webhook: written.webhook, secret: writtenSecret(secret) }
}

export const alreadyExists = (webhookId: string | null, url: string | undefined): Error =>
  apiError('WEBHOOK_ALREADY_EXISTS', { webhookId, url })

export interface WebhookInput {
  readonly url?: string | null | undefined
  readonly events?: readonly ReservationEventType[] | null | undefined
  readonly description?: string | null | undefined
}

/** The normalized input; all field errors are reported at once. */
export function checked(
  { url, events, description }: WebhookInput,
  { database, services }: WebhookContext,
): { url?: string; events?: readonly EventType[]; description?: string | null } {
  const fieldErrors: FieldErrors = {}
  const address = url == null ? undefined : readAddress(url, services.webhooks.rules[database.environment])
  if (address?.problem !== undefined) fieldErrors['url'] = [address.problem]
  const types = events == null ? undefined : [...new Set(events.map(typeOfEnum))]
  if (types?.length === 0) fieldErrors['events'] = [{ code: 'NO_TYPES' }]
  if (description != null && description.length > maxDescriptionLength)
    fieldErrors['description'] = [{ code: 'TOO_LONG', max: maxDescriptionLength }]
  if (description?.includes('\0')) fieldErrors['description'] = [{ code: 'HAS_NUL' }]
  if (Object.keys(fieldErrors).length > 0) throw validationError(fieldErrors)
  return {
    ...(address?.url === undefined ? {} : { url: address.url }),
    ...(types ? { events: types } : {}),
    ...(description === undefined ? {} : { description }),
  }
}
