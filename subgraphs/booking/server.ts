import type { Clock } from '../../platform/values/clock.ts'
import { CursorCodec } from '../../platform/trust/cursor.ts'
import type { PerEnvironment } from '../../platform/postgres/database.ts'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { startJob, type JobRun } from '../../platform/process/job.ts'
import type { DatabaseTimeouts } from '../../platform/postgres/database-settings.ts'
import { environments } from '../../platform/trust/identity.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { selectScalars } from '../../platform/graphql/scalars.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import { openNotifications } from '../../platform/redis/notifications.ts'
import { availabilityResolvers } from './availability/resolvers.ts'
import { createMailers, type Mailer } from './communication/index.ts'
import { createContext, type Context } from './context.ts'
import { returnCoupons } from './coupon-use/index.ts'
import { openDatabases, type Database } from './database.ts'
import { seedDemoInventory } from './demo/demo.ts'
import { EventHub, openLog, startPruning } from './event/index.ts'
import { eventResolvers } from './event/resolvers.ts'
import { endHolds, markMissed } from './reservation/commands/jobs.ts'
import { pruneCompleted } from './idempotency/index.ts'
import { checkLifecycle } from './reservation/rules/lifecycle.ts'
import { remind } from './reservation/notifications/reminders.ts'
import type { HoldLimits } from './reservation/index.ts'
import { reservationResolvers } from './reservation/resolvers.ts'
import { createUpstream, type Upstream } from './upstream/terms.ts'
import { startWebhooks, type PrivateReach, type Webhooks } from './webhook/index.ts'
import { webhookResolvers } from './webhook/resolvers.ts'

export interface BookingOptions {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly timeouts?: DatabaseTimeouts
  readonly demoData: boolean
  readonly signingSecret: Secrets
  /** Address that partners and guests reach us at, without a slash at the end. */
  readonly publicUrl: string
  /** Address of payment pages; under the public one when absent. */
  readonly checkoutUrl?: string | undefined
  /** Address of review pages; under the public one when absent. */
  readonly reviewsUrl?: string | undefined
  /** Ways to the subgraphs that booking asks. */
  readonly catalog: GraphQLExecutor
  readonly pricing: GraphQLExecutor
  readonly holdMinutes: number
  readonly holdLimits: HoldLimits
  /** How many days from today visits can be booked. */
  readonly horizonDays: number
  readonly mail: {
    readonly smtpUrl?: string | undefined
    readonly from: string
    readonly folder: string
    readonly deliverSandbox: boolean
  }
  /** Redis server that replicas wake one another through; without it they look for themselves. */
  readonly redisUrl?: string | undefined
  /** Seconds before each retry of a webhook delivery. */
  readonly webhookRetrySeconds: readonly number[]
  /** Which private addresses webhooks of the sandbox may reach; none when absent. */
  readonly webhookPrivateReach?: PrivateReach
  /** The database's own when absent. */
  readonly clock?: Clock
  readonly logger: Logger
}

const pruneMilliseconds = 3_600_000

/** What every request of this subgraph can use. */
export interface Services {
  readonly databases: PerEnvironment<Database>
  /** Ids of the event logs. */
  readonly logs: PerEnvironment<string>
  readonly hubs: PerEnvironment<EventHub>
  readonly webhooks: Webhooks
  readonly upstream: Upstream
  readonly cursors: CursorCodec
  readonly mailers: PerEnvironment<Mailer>
  readonly clock: Clock
  readonly signingSecret: Secrets
  readonly publicUrl: string
  readonly checkoutUrl: string
  readonly reviewsUrl: string
  readonly holdMinutes: number
  readonly holdLimits: HoldLimits
  readonly horizonDays: number
  readonly logger: Logger
}

const jobMilliseconds = 1_000
const reminderMilliseconds = 5_000

/** The booking subgraph: availability, reservations and their events. */
export async function createBookingSubgraph(options: BookingOptions): Promise<Subgraph> {
  checkLifecycle()
  const { logger } = options
  const databaseName = options.databaseName ?? 'booking'
  const { databases, watch, close } = await openDatabases(options.serverUrl, databaseName, options)
  const { clock = watch.clock } = options
  if (options.demoData) await seedDemoInventory(databases, clock)
  const logs = { live: await openLog(databases.live.pool), sandbox: await openLog(databases.sandbox.pool) }
  const notifications = openNotifications(environments, {
    redisUrl: options.redisUrl,
    topic: `${databaseName}-events`,
    logger,
  })
  const hubs = {
    live: new EventHub(databases.live.pool, logger, notifications.channels.live),
    sandbox: new EventHub(databases.sandbox.pool, logger, notifications.channels.sandbox),
  }
  const webhooks = await startWebhooks({
    databases,
    notifications: notifications.channels,
    signingSecret: options.signingSecret,
    retrySeconds: options.webhookRetrySeconds,
    privateReach: options.webhookPrivateReach ?? 'none',
    clock,
    logger,
  })
  const mailers = createMailers({ ...options.mail, clock, logger })
  const services: Services = {
    databases,
    logs,
    hubs,
    webhooks,
    upstream: createUpstream(options.catalog, options.pricing),
    cursors: new CursorCodec(options.signingSecret),
    mailers,
    clock,
    signingSecret: options.signingSecret,
    publicUrl: options.publicUrl,
    checkoutUrl: options.checkoutUrl ?? `${options.publicUrl}/checkout`,
    reviewsUrl: options.reviewsUrl ?? `${options.publicUrl}/reviews`,
    holdMinutes: options.holdMinutes,
    holdLimits: options.holdLimits,
    horizonDays: options.horizonDays,
    logger,
  }
  const during = (run: JobRun): Services => ({ ...services, logger: run.logger })
  const jobs = [
    startJob('ending holds', jobMilliseconds, (run) => endHolds(services, run.environment), logger),
    startJob('marking no-shows', jobMilliseconds, (run) => markMissed(services, run.environment), logger),
    startJob('reminding guests', reminderMilliseconds, (run) => remind(during(run), run), logger),
    startJob('giving coupons back', jobMilliseconds, (run) => returnCoupons(during(run), run), logger),
    startJob(
      'forgetting operations',
      pruneMilliseconds,
      (run) => pruneCompleted(databases[run.environment].pool),
      logger,
    ),
    startPruning(databases, clock, logger),
  ]
  const check = (): Promise<void> => watch.check()
  return {
    name: 'booking',
    check,
    schema: subgraphSchema(
      new URL('../../schema/booking.graphql', import.meta.url),
      {
        ...selectScalars(
          'UUID',
          'DateTime',
          'LocalDate',
          'LocalTime',
          'TimeZone',
          'NonNegativeInt',
          'Currency',
          'CountryCode',
          'EmailAddress',
          'JSON',
          'URL',
          'Byte',
          'JSON',
        ),
        ...availabilityResolvers,
        ...reservationResolvers,
        ...eventResolvers,
        ...webhookResolvers,
        Query: { ...reservationResolvers.Query, ...eventResolvers.Query, ...webhookResolvers.Query },
        Mutation: { ...availabilityResolvers.Mutation, ...reservationResolvers.Mutation, ...webhookResolvers.Mutation },
      },
      check,
    ),
    createContext: (identity): Context => createContext(identity, services),
    async close() {
      await Promise.all([hubs.live.close(), hubs.sandbox.close(), webhooks.stop()])
      await Promise.all(jobs.map((job) => job.stop()))
      await notifications.close()
      await Promise.all([mailers.live.close(), mailers.sandbox.close()])
      await close()
    },
  }
}
