import { setTimeout } from 'node:timers/promises'
import { inTransaction, type Pool, type Statements } from '../../../../platform/postgres/database.ts'
import { everything, readProductChanges, type ProductChange } from '../../../shared/store/product-changes.ts'
import { announceJob, runOnce, type JobObserver } from '../../../../platform/process/job.ts'
import type { Logger } from '../../../../platform/process/logger.ts'
import type { NotificationChannel } from '../../../../platform/redis/notifications.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'
import { addDays, localDateTime, type Clock } from '../../../../platform/values/clock.ts'
import { productEventDelaySeconds, productEvents } from '../../metrics.ts'
import type { ChangeSource } from '../../upstream/index.ts'
import { coalesce, idsOfFacts, isOfEveryAvailability, isOfEveryProduct, ofEachProduct } from './coalesce.ts'
import { cenotesOfPlaces, changesOfTours } from './dependent-tours.ts'
import type { FactsById, ProductEvent, ProductFacts, SaleDays } from './product-event.ts'
import { insertEvents, lockFeed, readPlaceChanges, savePositions, type Feed, type FeedPositions } from './repository.ts'
import { cachesFollowMilliseconds, pauseMilliseconds, publishedIn } from './when-to-publish.ts'

export interface PublisherOptions {
  readonly pool: Pool
  readonly environment: Environment
  readonly source: ChangeSource
  /** Decides which days are on sale. */
  readonly clock: Clock
  readonly horizonDays: number
  /** Notifies of changes of places, and readers of the log of new events. */
  readonly notifications: NotificationChannel
  readonly logger: Logger
  readonly observer?: JobObserver | undefined
}

/** When to look for changes again. */
interface Rest {
  readonly milliseconds: number
  /** Whether a notification ends it. */
  readonly mayEnd: boolean
}

/** Changes since the positions of the feed, and where to continue. */
interface ReadChanges {
  readonly changes: readonly ProductChange[]
  readonly positions: FeedPositions
  /** Why prices could not be read; their position is as it was. */
  readonly failure?: Error | undefined
}

const jobName = 'publishing changes'
/** How often changes are looked for without a notification: the catalog and pricing send none. */
const pollMilliseconds = 500
/** Reservations also notify of changes that move no places: at most ten looks a second follow from them. */
const minRestMilliseconds = 100
const retryMilliseconds = 1_000
/** Positions without events are written this often, so that old notes can be removed. */
const saveMilliseconds = 600_000

export const announcePublishing = (observer?: JobObserver): void => announceJob(jobName, pollMilliseconds, observer)

/**
 * Publishes one environment's changes of what is sold as events of the log. One process at a time does, by a lock of the
 * database. The positions up to which changes were read are written in the transaction of their events, so that each
 * change is published exactly once, whenever a process dies. That transaction gets its id after it has read the changes,
 * and therefore follows, in the log, the events of the reservations that caused them.
 */
export class ChangePublisher {
  readonly #options: PublisherOptions
  readonly #stopListening: () => void
  #onWake: (() => void) | undefined
  #woken = false
  #stopped = false
  readonly #loop: Promise<void>
  /** Settled when changes were looked for once: from then on every change is published. */
  readonly begun: Promise<void>

  constructor(options: PublisherOptions) {
    this.#options = options
    this.#stopListening = options.notifications.listen(() => {
      this.#woken = true
      this.#onWake?.()
    })
    const first = this.#run()
    this.begun = first.then(() => undefined)
    this.#loop = first.then((rest) => this.#continue(rest))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopListening()
    this.#onWake?.()
    await this.#loop
  }

  async #continue(first: Rest): Promise<void> {
    for (let rest = first; !this.#stopped; rest = await this.#run()) {
      await this.#rest(rest)
      if (this.#stopped) return
    }
  }

  async #run(): Promise<Rest> {
    this.#woken = false
    const { environment, logger, observer } = this.#options
    let rest: Rest = { milliseconds: retryMilliseconds, mayEnd: false }
    await runOnce({ name: jobName, environment, logger, observer }, async () => {
      const published = await publishChanges(this.#options)
      if (published.events.length > 0) this.#options.notifications.send()
      if (published.failure !== undefined) throw published.failure
      rest = published.rest
    })
    return rest
  }

  async #rest({ milliseconds, mayEnd }: Rest): Promise<void> {
    if (mayEnd && !this.#stopped) await this.#pause({ milliseconds: minRestMilliseconds, mayEnd: false })
    if (mayEnd && this.#woken) return
    await this.#pause({ milliseconds, mayEnd })
  }

  #pause({ milliseconds, mayEnd }: Rest): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#onWake = undefined
        resolve()
      }
      const timer = globalThis.setTimeout(end, milliseconds)
      this.#onWake = () => (mayEnd || this.#stopped) && end()
    })
  }
}

interface Published {
  readonly events: readonly ProductEvent[]
  readonly rest: Rest
  readonly failure?: Error | undefined
}

/** Publishes what has changed since the last time, unless another process does, or it is too early. */
export async function publishChanges(options: Omit<PublisherOptions, 'notifications' | 'logger'>): Promise<Published> {
  const { pool, environment, clock } = options
  const nothing = (milliseconds: number, mayEnd = false): Published => ({ events: [], rest: { milliseconds, mayEnd } })
  const published = await inTransaction(pool, async (client): Promise<Published & { readonly at?: Date }> => {
    const feed = await lockFeed(client)
    if (!feed) return nothing(pollMilliseconds)
    const { publishedMillisecondsAgo: age } = feed
    if (age !== null && age < pauseMilliseconds) return nothing(pauseMilliseconds - age)
    const { changes, positions, failure } = await readChanges(client, feed, options)
    const wait = publishedIn(changes, clock.now().getTime())
    if (wait > 0) return nothing(Math.min(wait, pollMilliseconds))
    const events = await eventsOf(changes, options)
    // Nothing was written yet: the transaction has no id, and delays no reader of the log.
    if (events.length > 0) await setTimeout(cachesFollowMilliseconds)
    if (changes.length > 0 || !isBegun(feed) || feed.readMillisecondsAgo > saveMilliseconds)
      await savePositions(client, positions)
    if (events.length === 0) return { ...nothing(pollMilliseconds, true), failure }
    const at = await insertEvents(client, events)
    return { events, at, rest: { milliseconds: pauseMilliseconds, mayEnd: false }, failure }
  })
  for (const { type, changedAt } of published.events) {
    productEvents.inc({ environment, type })
    productEventDelaySeconds.observe({}, Math.max(0, (published.at as Date).getTime() - changedAt) / 1_000)
  }
  return published
}

const isBegun = ({ booking, catalog, pricing, isOfThisServer }: Feed): boolean =>
  isOfThisServer && booking !== null && catalog !== null && pricing !== null

async function readChanges(
  client: Statements,
  feed: Feed,
  { source, environment }: Pick<PublisherOptions, 'source' | 'environment'>,
): Promise<ReadChanges> {
  // Positions of another server name transactions that this one does not know: anything may have changed since.
  const since: FeedPositions = feed.isOfThisServer
    ? feed
    : { places: feed.places, booking: null, catalog: null, pricing: null }
  const prices = source.pricingChanges(since.pricing, environment).then(
    (read) => ({ ...read, failure: undefined }),
    // Whatever else changed does not wait for prices.
    (failure: Error) => ({ changes: [], position: since.pricing, failure }),
  )
  const catalog = await source.catalogChanges(since.catalog, environment)
  const { failure, ...pricing } = await prices
  const booking = await readProductChanges(client, since.booking)
  const places = await readPlaceChanges(client, since.places)
  return {
    changes: [
      ...(feed.isOfThisServer ? [] : everything(Date.now())),
      ...[catalog, pricing, booking, places].flatMap(({ changes }) => changes),
    ],
    positions: {
      places: places.position,
      booking: booking.position,
      catalog: catalog.position,
      pricing: pricing.position,
    },
    failure,
  }
}

/** The events of changes, of the tours that depend on them, too. */
async function eventsOf(
  changes: readonly ProductChange[],
  { source, environment, clock, horizonDays }: Omit<PublisherOptions, 'notifications' | 'logger'>,
): Promise<ProductEvent[]> {
  if (changes.length === 0) return []
  const saleDays: SaleDays = (timezone) => {
    const { date: start } = localDateTime(clock.now(), timezone)
    return { start, end: addDays(start, horizonDays) }
  }
  const isOfEvery = changes.some(isOfEveryProduct)
  const ids = isOfEvery ? null : idsOfFacts(changes)
  const facts = byId(ids?.length === 0 ? [] : await source.productFacts(ids, environment))
  const named = isOfEvery ? ofEachProduct(changes, facts) : changes
  const cenoteIds = changes.some(isOfEveryAvailability) ? [] : cenotesOfPlaces(named, facts)
  if (cenoteIds.length === 0) return coalesce(named, facts, saleDays)
  const tours = await source.tourStops(cenoteIds, environment)
  const ofTours = changesOfTours(named, tours, facts, saleDays)
  const known = byId([
    ...facts.values(),
    ...tours.map(({ tourId: id, timezone }) => ({ id, productType: 'tour' as const, timezone })),
  ])
  return coalesce([...named, ...ofTours], known, saleDays)
}

const byId = (facts: readonly ProductFacts[]): FactsById => new Map(facts.map((one) => [one.id, one]))
