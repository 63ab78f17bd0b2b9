import { apiError } from '../../../../../schema/errors.ts'
import { partnerOf } from '../../../caller.ts'
import type { WebhookContext } from '../context.ts'
import type { UpdateWebhookInput } from '../../../generated/resolvers.ts'
import { isUuid } from '../../../../../platform/values/uuid.ts'
import { sealHeaders } from '../headers.ts'
import { alreadyExists, checked } from './register.ts'
import {
  changeWebhook,
  deleteWebhook,
  findByAddress,
  findWebhook,
  isSameAddress,
  replaceSecret,
  type WebhookChanges,
} from '../store/registration.ts'
import { requeue, queuePing } from '../store/delivery.ts'
import { newSecret, writtenSecret } from '../secret.ts'
import { secretOverlapHours, type Delivery, type Webhook } from '../webhook.ts'

const notFound = (webhookId: string): Error => apiError('WEBHOOK_NOT_FOUND', { webhookId })

/** A webhook of the caller. Error: WEBHOOK_NOT_FOUND, also for another partner's. */
export async function ownWebhook(id: string, context: WebhookContext): Promise<Webhook> {
  const webhook = isUuid(id) ? await findWebhook(context.database.pool, partnerOf(context), id) : null
  if (!webhook) throw notFound(id)
  return webhook
}

/** Changes a webhook. What waits for one that is switched off is dead-lettered. */
export async function change(
  { id, isActive, ...input }: UpdateWebhookInput,
  context: WebhookContext,
): Promise<Webhook> {
  const partnerId = partnerOf(context)
  const { pool } = context.database
  let changes: WebhookChanges = {}
  const changesTo = (registered: readonly string[]): WebhookChanges => {
    const { headers, ...rest } = checked(input, registered, context)
    const sealedHeaders = headers && sealHeaders(headers, id.toLowerCase(), context.services.webhooks.secrets)
    return (changes = { ...rest, sealedHeaders, isActive: isActive ?? undefined })
  }
  if (!isUuid(id)) {
    changesTo([])
    throw notFound(id)
  }
  try {
    const changed = await changeWebhook(pool, partnerId, id, changesTo, context.clock.now())
    if (!changed) throw notFound(id)
    return changed
  } catch (error) {
    if (!isSameAddress(error) || changes.url === undefined) throw error
    throw alreadyExists(await findByAddress(pool, partnerId, changes.url), changes.url)
  }
}

export async function remove(id: string, context: WebhookContext): Promise<string> {
  if (!isUuid(id) || !(await deleteWebhook(context.database.pool, partnerOf(context), id))) throw notFound(id)
  return id
}

/** Issues a new secret; deliveries are signed with both until the overlap ends. */
export async function rotateSecret(id: string, context: WebhookContext): Promise<{ webhook: Webhook; secret: string }> {
  const { id: owner } = await ownWebhook(id, context)
  const secret = newSecret()
  const webhook = await replaceSecret(
    context.database.pool,
    partnerOf(context),
    id,
    context.services.webhooks.secrets.seal(secret, owner),
    secretOverlapHours,
  )
  if (!webhook) throw notFound(id)
  return { webhook, secret: writtenSecret(secret) }
}

export async function ping(id: string, context: WebhookContext): Promise<Delivery> {
  const webhook = await ownWebhook(id, context)
  const delivery = await queuePing(context.database.pool, webhook.id, context.clock.now())
  context.services.webhooks.wake(context.database.environment)
  return delivery
}

export async function redeliver(webhookId: string, deliveryId: string, context: WebhookContext): Promise<Delivery> {
  const webhook = await ownWebhook(webhookId, context)
  const delivery = isUuid(deliveryId) ? await requeue(context.database.pool, webhook.id, deliveryId) : null
  if (!delivery) throw apiError('WEBHOOK_NOT_FOUND', { webhookId, deliveryId })
  context.services.webhooks.wake(context.database.environment)
  return delivery
}
