import { randomUUID } from 'node:crypto'
import { isUuid } from '../../../../../platform/values/uuid.ts'
import { apiError, validationError } from '../../../../../schema/errors.ts'
import { endOfLog } from '../../../../../schema/event-types.ts'
import { positionAt } from '../../event/cursor.ts'
import { retainedSince, retentionDays } from '../../event/prune.ts'
import { type LogPosition } from '../../event/event.ts'
import type { ReplayWebhookInput } from '../../../generated/resolvers.ts'
import { ownWebhook } from '../register/change.ts'
import type { ReplayContext } from '../context.ts'
import { findReplay, insertReplay } from '../store/replay.ts'
import { typesNamed } from '../types.ts'
import type { Replay } from '../webhook.ts'

const beginning: LogPosition = { transaction: 0, sequence: 0 }

/**
 * Begins to deliver past events to a webhook again. Errors: WEBHOOK_NOT_FOUND, INVALID_CURSOR, also for `now`, which is
 * no event's, REPLAY_IN_PROGRESS, ERROR_VALIDACION.
 */
export async function replay({ id, after, since }: ReplayWebhookInput, context: ReplayContext): Promise<Replay> {
  checkBeginning(after, since, context.clock.now())
  const webhook = await ownWebhook(id, context)
  const { database, services } = context
  const types = typesNamed(webhook.events)
  if (after === endOfLog) throw apiError('INVALID_CURSOR', { reason: 'unknown' })
  const position = await positionAt(after, context, types)
  const begun = await insertReplay(database.pool, {
    id: randomUUID(),
    webhookId: webhook.id,
    events: {
      partnerId: webhook.partnerId,
      types,
      after: position ?? beginning,
      end: await services.hubs[database.environment].end(),
      since: since ?? undefined,
    },
    at: context.clock.now(),
  })
  if ('running' in begun) throw apiError('REPLAY_IN_PROGRESS', { replayId: begun.running })
  return begun.replay
}

function checkBeginning(after: string | null | undefined, since: Date | null | undefined, now: Date): void {
  if (after == null && since == null) throw validationError({ after: [{ code: 'REQUIRED_WITHOUT', field: 'since' }] })
  if (since == null) return
  if (after != null) throw validationError({ since: [{ code: 'NOT_WITH_AFTER' }] })
  if (since > now) throw validationError({ since: [{ code: 'IN_THE_FUTURE' }] })
  if (since < retainedSince(now)) throw validationError({ since: [{ code: 'TOO_LONG_AGO', max: retentionDays }] })
}

/** A replay of one of the caller's webhooks. Error: WEBHOOK_NOT_FOUND. */
export async function ownReplay(webhookId: string, id: string, context: ReplayContext): Promise<Replay> {
  const webhook = await ownWebhook(webhookId, context)
  const found = isUuid(id) ? await findReplay(context.database.pool, webhook.id, id) : null
  if (!found) throw apiError('WEBHOOK_NOT_FOUND', { webhookId, replayId: id })
  return found
}
