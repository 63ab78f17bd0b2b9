import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { PerEnvironment } from '../../platform/postgres/database.ts'
import { createOwnPictures, type OwnPictures } from '../../platform/pictures/own-pictures.ts'
import type { PictureStore } from '../../platform/pictures/picture-store.ts'
import { createJobRuns, type JobRuns } from '../../platform/postgres/job-runs.ts'
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
import { startChangeFeed } from './change-feed/index.ts'
import { createMailers } from './communication/index.ts'
import type { Database } from './database.ts'
import { EventHub, openLog } from './event/index.ts'
import { SettingsReader } from './partner-settings/index.ts'
import { Mails, showHolds, type HoldLimits } from './reservation/index.ts'
import { createChangeSource, createUpstream, type Upstream } from './upstream/index.ts'
import { startWebhooks, type PrivateReach, type Webhooks } from './webhook/index.ts'

export interface ServiceOptions {
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
  readonly logger: Logger
}

/** All that the features share. Each declares the part it needs, so that none of them imports this. */
export interface Services {
  readonly databases: PerEnvironment<Database>
  /** Ids of the event logs. */
  readonly logs: PerEnvironment<string>
  readonly hubs: PerEnvironment<EventHub>
  readonly webhooks: Webhooks
  readonly jobRuns: JobRuns
  readonly upstream: Upstream
  readonly settings: PerEnvironment<SettingsReader>
  readonly cursors: CursorCodec
  readonly mails: Mails
  readonly pictures: OwnPictures
  readonly clock: Clock
  readonly signingSecret: Secrets
  readonly publicUrl: string
  /** Payment pages other than ours. */
  readonly checkoutUrls: PerEnvironment<string | undefined>
  /** Review pages other than ours. */
  readonly reviewsUrl: string | undefined
  readonly holdMinutes: number
  readonly holdLimits: HoldLimits
  readonly horizonDays: number
  readonly logger: Logger
}

export interface OpenServices {
  readonly services: Services
  /** Ends what reads the log: subscriptions and deliveries. */
  stopReading(): Promise<void>
  close(): Promise<void>
}

export async function openServices(
  options: ServiceOptions,
  {
    databases,
    databaseName,
    clock,
  }: { readonly databases: PerEnvironment<Database>; readonly databaseName: string; readonly clock: Clock },
): Promise<OpenServices> {
  const { signingSecret, publicUrl, holdMinutes, holdLimits, horizonDays, logger } = options
  const logs = { live: await openLog(databases.live.pool), sandbox: await openLog(databases.sandbox.pool) }
  const topic = `${databaseName}-events`
  const notifications = openNotifications(environments, {
    transport: options.redisUrl ? await redisNotifications(options.redisUrl, topic, logger) : options.notifications,
    topic,
  })
  const hubs = {
    live: new EventHub(databases.live.pool, logger, notifications.channels.live),
    sandbox: new EventHub(databases.sandbox.pool, logger, notifications.channels.sandbox),
  }
  const jobRuns = createJobRuns(databases)
  const upstream = createUpstream(options.catalog, options.pricing)
  const webhooks = await startWebhooks({
    databases,
    notifications: notifications.channels,
    signingSecret,
    retrySeconds: options.webhookRetrySeconds,
    privateReach: options.webhookPrivateReach ?? 'none',
    deliverAfter: options.deliverAfter,
    clock,
    logger,
    observer: jobRuns,
  })
  const changeFeed = await startChangeFeed({
    databases,
    notifications: notifications.channels,
    source: createChangeSource(options.catalog, options.pricing),
    clock,
    horizonDays,
    logger,
    observer: jobRuns,
  })
  const holds = showHolds(databases)
  const mailers = createMailers({ ...options.mail, clock, logger })
  const settings = {
    live: new SettingsReader(databases.live.pool),
    sandbox: new SettingsReader(databases.sandbox.pool),
  }
  const pictures = createOwnPictures({ publicUrl, store: options.pictures })
  const checkoutUrls = options.checkoutUrls ?? { live: undefined, sandbox: undefined }
  const mails = new Mails({
    databases,
    mailers,
    upstream,
    pictures,
    settings,
    publicUrl,
    checkoutUrls,
    signingSecret,
    clock,
    logger,
  })
  return {
    services: {
      databases,
      logs,
      hubs,
      webhooks,
      jobRuns,
      upstream,
      settings,
      cursors: new CursorCodec(signingSecret),
      mails,
      pictures,
      clock,
      signingSecret,
      publicUrl,
      checkoutUrls,
      reviewsUrl: options.reviewsUrl,
      holdMinutes,
      holdLimits,
      horizonDays,
      logger,
    },
    async stopReading() {
      holds.stop()
      await changeFeed.stop()
      await Promise.all([hubs.live.close(), hubs.sandbox.close(), webhooks.stop()])
    },
    async close() {
      notifications.close()
      await mails.stop()
      await Promise.all([mailers.live.close(), mailers.sandbox.close()])
    },
  }
}
