import { changeSource } from '../../platform/graphql/change-connection.ts'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { resolveJobs } from '../../platform/graphql/job-list.ts'
import { mergeResolvers } from '../../platform/graphql/merge-resolvers.ts'
import { selectScalars } from '../../platform/graphql/scalars.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import { createOwnPictures } from '../../platform/pictures/own-pictures.ts'
import type { PictureStore } from '../../platform/pictures/picture-store.ts'
import type { PerEnvironment } from '../../platform/postgres/database.ts'
import type { DatabaseConnections } from '../../platform/postgres/database-settings.ts'
import { readFactChanges, startRemovingFactChanges } from '../../platform/postgres/fact-changes.ts'
import { createJobRuns, type JobRuns } from '../../platform/postgres/job-runs.ts'
import { startRemovingProductChanges } from '../shared/store/product-changes.ts'
import { startJobs, type JobDefinition } from '../../platform/process/job.ts'
import type { Logger } from '../../platform/process/logger.ts'
import {
  openNotifications,
  redisNotifications,
  type NotificationTransport,
} from '../../platform/redis/notifications.ts'
import { CursorCodec } from '../../platform/trust/cursor.ts'
import { environments } from '../../platform/trust/identity.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { availability } from './availability/index.ts'
import { background } from './background/index.ts'
import { calendars } from './calendar/index.ts'
import {
  readPlacesPosition,
  startChangeFeed,
  EventHub,
  events,
  openLog,
  startWebhooks,
  webhooks,
  type PrivateReach,
  type ReplayContext,
} from './outbox/index.ts'
import { createMailers } from './messages/index.ts'
import { createContext, type Context } from './context.ts'
import { couponUses } from './coupon-use/index.ts'
import { openDatabases } from './database.ts'
import { disruptions } from './disruption/index.ts'
import { seedDemoInventory, seedDemoReservations } from './demo/index.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { idempotency } from './idempotency/index.ts'
import { manifests } from './manifest/index.ts'
import { partitions, prepareMonths } from './partition/index.ts'
import { partnerSettings, SettingsReader, type SettingsContext } from './partner-settings/index.ts'
import {
  checkLifecycle,
  Mails,
  reservations,
  showHolds,
  type HoldLimits,
  type ReservationContext,
} from './reservation/index.ts'
import { createChangeSource, createUpstream } from './upstream/index.ts'
import { withWriteTurns } from './write-turns.ts'

export interface BookingOptions extends DatabaseConnections {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly signingSecret: Secrets
  /** Address that partners and guests reach us at, without a slash at the end. */
  readonly publicUrl: string
  /** Payment pages other than ours. */
  readonly checkoutUrls?: PerEnvironment<string | undefined>
  /** Review pages other than ours. */
  readonly reviewsUrl?: string | undefined
  /** Executors of the subgraphs that booking calls. */
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
  /** Uploaded pictures, which documents show. */
  readonly pictures: PictureStore
  /** Redis server that replicas notify one another through. */
  readonly redisUrl?: string | undefined
  /** The channel by which processes without Redis notify one another; without either they poll. */
  readonly notifications?: NotificationTransport | undefined
  /** Seconds before each retry of a webhook delivery. */
  readonly webhookRetrySeconds: readonly number[]
  /** Which private addresses webhooks of the sandbox may reach; none when absent. */
  readonly webhookPrivateReach?: PrivateReach
  /** Resolves when this process serves requests: many deliveries that are due do not delay its start. */
  readonly deliverAfter?: Promise<void> | undefined
  readonly demoData: boolean
  /** In the sandbox; only together with the other demo data. */
  readonly demoReservations?: boolean
  /** The database's own when absent. */
  readonly clock?: Clock
  readonly logger: Logger
}

const loadersOf = (request: Context) => ({
  ...availability.loaders(request),
  ...calendars.loaders(request),
  ...disruptions.loaders(request),
  ...reservations.loaders(request),
  ...webhooks.loaders(request),
})

/** The parts of the context that the features declare; a resolver that reads another part does not compile. */
type RequestContext = ReservationContext &
  ReplayContext &
  SettingsContext &
  ReturnType<typeof loadersOf> & { readonly cursors: CursorCodec; readonly jobRuns: JobRuns }

const scalars = selectScalars(
  'DateTime',
  'LocalDate',
  'LocalTime',
  'TimeZone',
  'NonNegativeInt',
  'NonNegativeFloat',
  'Currency',
  'CountryCode',
  'EmailAddress',
  'JSON',
  'URL',
  'Byte',
)
const source = changeSource('booking')
const changes = { __resolveReference: source.reference, bookingChanges: source.rows, bookingChangeCount: source.count }
const merged = mergeResolvers<Resolvers<RequestContext>, RequestContext>(
  availability.resolvers,
  background.resolvers,
  calendars.resolvers,
  disruptions.resolvers,
  reservations.resolvers,
  partnerSettings.resolvers,
  manifests.resolvers,
  events.resolvers,
  webhooks.resolvers,
  {
    BookingChangeConnection: changes,
    EnvironmentChangeConnection: changes,
    BackgroundWork: { bookingJobs: resolveJobs },
  },
)
const resolvers = { ...merged, Mutation: withWriteTurns(merged.Mutation ?? {}, ['createReservations']) }
const jobs: readonly JobDefinition<RequestContext['services']>[] = [
  ...reservations.jobs,
  ...disruptions.jobs,
  ...couponUses.jobs,
  ...idempotency.jobs,
  ...events.jobs,
  ...partitions.jobs,
]

export interface BookingSubgraph extends Subgraph {
  /** Resolves when the demo data are complete. No request is served before, so that every subscription is newer. */
  readonly seeded: Promise<void>
}

/** The booking subgraph: availability, reservations and their events. */
export async function createBookingSubgraph(options: BookingOptions): Promise<BookingSubgraph> {
  checkLifecycle()
  const { databaseName = 'booking', signingSecret, publicUrl, holdMinutes, holdLimits, horizonDays, logger } = options
  const { databases, readDatabases, watch, close } = await openDatabases(options.serverUrl, databaseName, options)
  const { clock = watch.clock } = options
  await prepareMonths({ databases }, logger)
  if (options.demoData) await seedDemoInventory(databases, clock)
  const logs = { live: await openLog(databases.live.pool), sandbox: await openLog(databases.sandbox.pool) }
  const topic = `${databaseName}-events`
  const { channels, close: closeNotifications } = openNotifications(environments, {
    transport: options.redisUrl ? await redisNotifications(options.redisUrl, topic, logger) : options.notifications,
    topic,
  })
  const hubs = {
    live: new EventHub(databases.live.pool, logger, channels.live),
    sandbox: new EventHub(databases.sandbox.pool, logger, channels.sandbox),
  }
  const jobRuns = createJobRuns(databases)
  const common = { databases, notifications: channels, clock, logger, observer: jobRuns }
  const deliveries = await startWebhooks({
    ...common,
    signingSecret,
    retrySeconds: options.webhookRetrySeconds,
    privateReach: options.webhookPrivateReach ?? 'none',
    deliverAfter: options.deliverAfter,
  })
  const changeFeed = await startChangeFeed({
    ...common,
    source: createChangeSource(options.catalog, options.pricing),
    horizonDays,
  })
  const holds = showHolds(databases)
  const shared = {
    databases,
    upstream: createUpstream(options.catalog, options.pricing),
    pictures: createOwnPictures({ publicUrl, store: options.pictures }),
    settings: { live: new SettingsReader(databases.live.pool), sandbox: new SettingsReader(databases.sandbox.pool) },
    publicUrl,
    checkoutUrls: options.checkoutUrls ?? { live: undefined, sandbox: undefined },
    signingSecret,
    clock,
    logger,
  }
  const mails = new Mails({ ...shared, mailers: createMailers({ ...options.mail, clock, logger }) })
  const cursors = new CursorCodec(signingSecret)
  const services: RequestContext['services'] = {
    ...shared,
    logs,
    hubs,
    webhooks: deliveries,
    cursors,
    mails,
    reviewsUrl: options.reviewsUrl,
    holdMinutes,
    holdLimits,
    horizonDays,
  }
  const ending = new AbortController()
  // Meanwhile the caller prepares the rest of the process.
  const seeded =
    options.demoData && options.demoReservations ? seedDemoReservations(services, ending.signal) : Promise.resolve()
  const running = startJobs(jobs, services, logger, jobRuns)
  const removals = [
    startRemovingFactChanges(databases, logger, jobRuns, readPlacesPosition),
    startRemovingProductChanges(databases, logger, jobRuns),
  ]
  const check = (): Promise<void> => watch.check()
  return {
    name: 'booking',
    seeded,
    check,
    schema: subgraphSchema(
      new URL('../../schema/booking.graphql', import.meta.url),
      { ...scalars, ...resolvers },
      { check, clock, changesSince: (environment, since) => readFactChanges(databases[environment].pool, since) },
    ),
    createContext(identity, { isRead = false, signal } = {}): RequestContext {
      const own = createContext(identity, { clock, databases: isRead ? readDatabases : databases, signal })
      return { ...own, services, cursors, jobRuns, ...loadersOf(own) }
    },
    async close() {
      ending.abort()
      await seeded
      holds.stop()
      await changeFeed.stop()
      // What reads the log: subscriptions and deliveries.
      await Promise.all([hubs.live.close(), hubs.sandbox.close(), deliveries.stop()])
      await running.stop()
      await Promise.all(removals.map((removal) => removal.stop()))
      closeNotifications()
      await mails.stop()
      await close()
    },
  }
}
