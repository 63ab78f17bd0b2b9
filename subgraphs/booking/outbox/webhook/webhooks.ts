import type { Secrets } from '../../../../platform/trust/secret.ts'
import type { Clock } from '../../../../platform/values/clock.ts'
import type { PerEnvironment } from '../../../../platform/postgres/database.ts'
import { environments, type Environment } from '../../../../platform/trust/identity.ts'
import { startJob, type JobObserver, type JobRun } from '../../../../platform/process/job.ts'
import type { Logger } from '../../../../platform/process/logger.ts'
import type { NotificationChannel } from '../../../../platform/redis/notifications.ts'
import type { Database } from '../../database.ts'
import { retainedSince } from '../event/prune.ts'
import { advanceReplays } from './replay/advance-replays.ts'
import { removeLeftovers } from './store/delivery.ts'
import { removeReplays } from './store/replay.ts'
import { resealSecrets } from './register/reseal.ts'
import { SecretBox } from './secret.ts'
import type { Resolve } from './deliver/connections.ts'
import { showBacklog } from './figures.ts'
import { receiverRules, type PrivateReach, type ReceiverRules } from './address.ts'
import { DeliveryWorker } from './deliver/worker.ts'

export interface WebhooksOptions {
  readonly databases: PerEnvironment<Database>
  readonly notifications: PerEnvironment<NotificationChannel>
  readonly signingSecret: Secrets
  readonly retrySeconds: readonly number[]
  readonly privateReach: PrivateReach
  readonly clock: Clock
  readonly logger: Logger
  /** Follows its jobs. */
  readonly observer?: JobObserver | undefined
  /** How names of receivers become addresses; the name servers when absent. */
  readonly resolve?: Resolve | undefined
  readonly deliverAfter?: Promise<void> | undefined
}

/** The background work of webhooks, and what commands need of it. */
export interface Webhooks {
  readonly secrets: SecretBox
  readonly rules: PerEnvironment<ReceiverRules>
  /** Notifies the worker that something may be due. */
  wake(environment: Environment): void
  stop(): Promise<void>
}

const pruneBatch = 1_000
const pruneEveryMilliseconds = 60_000
const replayEveryMilliseconds = 500
/** Replicas that do not know the new SIGNING_SECRET yet still seal with the old one for a while. */
const sealEveryMilliseconds = 300_000

export async function startWebhooks(options: WebhooksOptions): Promise<Webhooks> {
  const { databases, notifications, clock, logger, observer } = options
  const secrets = new SecretBox(options.signingSecret)
  const reseal = async (run: Omit<JobRun, 'requestId'>): Promise<boolean> => {
    const count = await resealSecrets(databases[run.environment].pool, secrets)
    if (count > 0) run.logger.info({ count }, 'secrets of webhooks were sealed with the new SIGNING_SECRET')
    return false
  }
  if (secrets.isChanging)
    await Promise.all(environments.map((environment) => reseal({ environment, logger: logger.child({ environment }) })))
  const sealing = secrets.isChanging
    ? startJob('sealing secrets of webhooks', sealEveryMilliseconds, reseal, logger, observer)
    : undefined
  const rules = {
    live: receiverRules('live', options.privateReach),
    sandbox: receiverRules('sandbox', options.privateReach),
  }
  const workerOf = (environment: Environment): DeliveryWorker =>
    new DeliveryWorker({
      ...options,
      pool: databases[environment].pool,
      notifications: notifications[environment],
      environment,
      rules: rules[environment],
      secrets,
    })
  const figures = showBacklog(databases)
  const workers = { live: workerOf('live'), sandbox: workerOf('sandbox') }
  const pruning = startJob(
    'removing old deliveries',
    pruneEveryMilliseconds,
    async ({ environment }) => {
      const { pool } = databases[environment]
      const before = retainedSince(clock.now())
      await removeReplays(pool, before)
      return removeLeftovers(pool, before, pruneBatch)
    },
    logger,
    observer,
  )
  const replaying = startJob(
    'replaying events to webhooks',
    replayEveryMilliseconds,
    ({ environment }) => advanceReplays(databases[environment].pool, () => workers[environment].wake()),
    logger,
    observer,
  )
  return {
    secrets,
    rules,
    wake: (environment) => workers[environment].wake(),
    async stop() {
      figures.stop()
      await Promise.all([
        workers.live.stop(),
        workers.sandbox.stop(),
        pruning.stop(),
        replaying.stop(),
        sealing?.stop(),
      ])
    },
  }
}
