import type { Clock } from '../../../../../platform/values/clock.ts'
import type { Environment } from '../../../../../platform/trust/identity.ts'
import type { Logger } from '../../../../../platform/process/logger.ts'
import { contextOf, inSpan, SpanKind, traceHeaders } from '../../../../../platform/process/tracing.ts'
import { eventLagSeconds, webhookAttempts } from '../../../metrics.ts'
import { hostOf, type ReceiverRules } from '../address.ts'
import type { Connections } from './connections.ts'
import { openHeaders } from '../headers.ts'
import { bodyOf } from './payload.ts'
import { secondsUntilRetry } from './schedule.ts'
import { signatures, type SecretBox } from '../secret.ts'
import { send } from './send.ts'
import { maxAttemptsShown, pingType, type Attempt } from '../webhook.ts'
import type { DueDelivery } from '../due-delivery.ts'
import type { Verdict } from '../store/delivery.ts'

export interface AttemptOptions {
  readonly environment: Environment
  readonly rules: ReceiverRules
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly timeoutMilliseconds: number
  readonly signal: AbortSignal
  readonly connections: Connections
  readonly logger: Logger
}

/** The same for every failure: partners must not learn from it what else our network reaches. */
const noResponse = 'no answer from the receiver'
const unreadableSecret = 'the secret cannot be read any more: rotate it'
const unreadableHeaders =
  'the headers cannot be read any more: set them again (updateWebhook, or PATCH of the subscription)'

/** Makes one attempt at a delivery: signs the body (Standard Webhooks) and sends one POST. */
export async function attempt(due: DueDelivery, options: AttemptOptions): Promise<Attempt> {
  const at = options.clock.now()
  const begun = performance.now()
  const parent = contextOf(due.event?.traceparent ?? null)
  const outcome = await inSpan(
    `webhook ${due.type}`,
    { 'cenotes.delivery_id': due.id },
    () => deliver(due, at, options),
    {
      kind: SpanKind.CLIENT,
      ...(parent ? { parent } : {}),
    },
  )
  if (due.event && due.attempts.length === 0)
    eventLagSeconds.observe({ to: 'webhooks' }, Math.max(0, at.getTime() - due.event.occurredAt.getTime()) / 1_000)
  const { statusCode, failure, shown } = outcome
  webhookAttempts.inc({ environment: options.environment, result: failure === null ? 'succeeded' : 'failed' })
  if (failure !== null) logFailure(due, failure, options)
  return { at: at.toISOString(), statusCode, error: shown, durationMs: Math.round(performance.now() - begun) }
}

function logFailure(due: DueDelivery, reason: string, { environment, logger }: AttemptOptions): void {
  const { id: deliveryId, webhookId, partnerId } = due
  const host = hostOf(new URL(due.url))
  logger.info(
    { environment, partnerId, webhookId, deliveryId, host, reason },
    'an attempt at a webhook delivery failed',
  )
}

/** The outcome of an attempt: the cause of a failure, for the operator, and the text that its partner sees. */
interface AttemptOutcome {
  readonly statusCode: number | null
  readonly failure: string | null
  readonly shown: string | null
}

const failed = (failure: string, shown: string): AttemptOutcome => ({ statusCode: null, failure, shown })

async function deliver(due: DueDelivery, at: Date, options: AttemptOptions): Promise<AttemptOutcome> {
  const [secret, ...before] = due.secrets.map((sealed) => options.secrets.open(sealed, due.webhookId))
  // SIGNING_SECRET was replaced: only a new secret helps, and the receiver must not be sent what it cannot check.
  if (!secret) return failed(unreadableSecret, unreadableSecret)
  const own = openHeaders(due.sealedHeaders, due.webhookId, options.secrets)
  if (!own) return failed(unreadableHeaders, unreadableHeaders)
  const id = due.event?.id ?? due.id
  const timestamp = Math.floor(at.getTime() / 1_000)
  const body = bodyOf(due, options.environment)
  const headers = {
    ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    'content-type': 'application/json',
    'user-agent': 'cenotes-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...traceHeaders(),
    'webhook-signature': signatures([secret, ...before.filter((one) => one !== null)], id, timestamp, body),
  }
  const outcome = await send(due.url, headers, body, {
    rules: options.rules,
    timeoutMilliseconds: options.timeoutMilliseconds,
    signal: options.signal,
    connections: options.connections,
  })
  if (outcome.failure !== undefined) return failed(outcome.failure, noResponse)
  const problem = problemOf(outcome.statusCode)
  return { statusCode: outcome.statusCode, failure: problem, shown: problem }
}

function problemOf(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode >= 300 && statusCode < 400) return 'redirects are not followed'
  return `the receiver answered ${statusCode}`
}

/** The state of a delivery after an attempt: done, to be retried, or dead. A ping is tried once. */
export function verdict(due: DueDelivery, made: Attempt, schedule: readonly number[]): Verdict {
  const attempts = [...due.attempts, made].slice(-maxAttemptsShown)
  if (made.error === null)
    return { status: 'succeeded', attempts, failures: due.failures, retryInSeconds: null, switchOff: false }
  const failures = due.failures + 1
  const gone = made.statusCode === 410
  const retryInSeconds = gone || due.type === pingType ? null : secondsUntilRetry(schedule, failures)
  return {
    status: retryInSeconds === null ? 'dead' : 'failed',
    attempts,
    failures,
    retryInSeconds,
    switchOff: gone,
  }
}
