import { LoadReceiver } from '../../../bench/chaos/receivers.ts'
import { LoadSubscriber, type ReceivedCatalogEvent } from '../../../bench/chaos/subscribers.ts'
import { Mirror, MirrorFeed, type CatalogChange } from '../../../bench/mirror/mirror.ts'
import { GraphReader } from '../../../bench/mirror/reader.ts'
import { queryAt } from '../../../bench/mirror/query.ts'
import type { CatalogState } from '../../../bench/mirror/state.ts'
import { isLong } from '../../testkit/long-form.ts'
import { partner, type Json } from '../../testkit/product.ts'
import { eventually } from '../../testkit/eventually.ts'
import type { Installation } from '../booking-model/installation.ts'
import type { CalendarDays } from './calendar-writes.ts'
import { changeOf, pollAvailability, pollEvents, pollProducts, type Poller } from './polling.ts'

const catalogTypes = 'availability.*,product.*,pricing.*'

/** A partner that reads the event log over one transport. */
export interface Follower {
  readonly name: string
  /** Its copy; undefined if it only has to receive what another follower receives, which has a copy. */
  readonly mirror: Mirror | undefined
  /** The different contents of its events; undefined if it also reads lists. */
  readonly contents?: ReadonlySet<string>
  /** Once all that has arrived is applied, and all that polling can have is there. */
  idle(): Promise<void>
  findings(): readonly string[]
  /** The events in the order in which they came; undefined where that is not promised. */
  readonly received?: readonly { readonly id: string; readonly cursor: string }[]
  stop(): Promise<void>
}

/** One partner for each transport of events. */
export interface Followers {
  readonly all: readonly Follower[]
  readonly start: CatalogState
  /** The part of a state that copies have. */
  copied(state: CatalogState): CatalogState
  readonly receiver: LoadReceiver
  readonly reader: GraphReader
  stop(): Promise<void>
}

/** The name of a type in REST, such as availability.updated. */
const dotted = (type: string): string => type.toLowerCase().replace('_', '.')

/** Applies the events that one follower receives to its copy. */
class Feed {
  readonly mirror: Mirror | undefined
  readonly contents = new Set<string>()
  readonly #feed: MirrorFeed | undefined

  constructor(
    mirror: Mirror | undefined,
    readonly leftOut: ReadonlySet<string>,
  ) {
    this.mirror = mirror
    this.#feed = mirror && new MirrorFeed(mirror)
  }

  get findings(): readonly string[] {
    return this.#feed?.findings ?? []
  }

  push(...changes: readonly CatalogChange[]): void {
    // No members mean any, as null does.
    for (const change of changes) this.contents.add(JSON.stringify({ ...change, changed: change.changed ?? [] }))
    this.#feed?.push(...changes.filter(({ productId }) => productId === null || !this.leftOut.has(productId)))
  }

  async idle(): Promise<void> {
    await this.#feed?.idle()
  }
}

/**
 * Notes where the log ends, reads everything once, and follows from there in every way. In CI only a WebSocket and lists
 * feed copies, of the written products and those that are created: every copy reads all of its products again after a
 * change of prices.
 */
export async function startFollowers(
  installation: Installation,
  days: CalendarDays,
  written: readonly string[],
): Promise<Followers> {
  const urls = (): readonly string[] => installation.urls
  const reader = new GraphReader(queryAt(urls), days)
  const receiver = await new LoadReceiver(0).start()
  receiver.recover()
  const rest = partner(urls()[0] ?? '')
  const registered = await rest.post('/webhooks', { url: receiver.url, events: ['*'] })
  if (registered.status !== 201) throw new Error(JSON.stringify(registered.body))
  receiver.secret = registered.body.data.secret
  const delivered: Json[] = []
  let onDelivery: (body: Json) => void = (body) => delivered.push(body)
  receiver.onTaken = (text) => onDelivery(JSON.parse(text) as Json)
  const end = await rest.get('/events?after=now')
  const after: string = end.body.pagination.nextCursor
  const start = await reader.everything()
  const leftOut = new Set(isLong ? [] : [...start.products.keys()].filter((id) => !written.includes(id)))
  const copied = ({ products, sharedPrices }: CatalogState): CatalogState => ({
    products: new Map([...products].filter(([id]) => !leftOut.has(id))),
    sharedPrices,
  })
  const feed = (): Feed => new Feed(new Mirror(copied(start), reader), leftOut)
  const eventsOnly = (): Feed => (isLong ? feed() : new Feed(undefined, leftOut))

  const webhookFeed = eventsOnly()
  onDelivery = ({ type, data }) => {
    if (!type.startsWith('reservation.')) webhookFeed.push(changeOf({ type, ...data }))
  }
  for (const body of delivered) onDelivery(body)
  const all: readonly Follower[] = [
    subscribed('WebSocket', urls, after, feed()),
    subscribed('SSE', urls, after, eventsOnly()),
    pollingEvents(urls, after, eventsOnly()),
    pollingLists(urls, after, feed()),
    {
      name: 'webhook',
      mirror: webhookFeed.mirror,
      contents: webhookFeed.contents,
      idle: () => webhookFeed.idle(),
      findings: () => webhookFeed.findings,
      stop: async () => undefined,
    },
  ]
  return {
    start,
    copied,
    receiver,
    reader,
    all,
    async stop() {
      await Promise.all(all.map((one) => one.stop()))
      await receiver.stop()
    },
  }
}

function subscribed(
  transport: 'WebSocket' | 'SSE',
  urls: () => readonly string[],
  after: string,
  feed: Feed,
): Follower {
  const wrong: string[] = []
  const subscriber = new LoadSubscriber(transport, urls, after, undefined, 0, {
    field: 'catalogEvents',
    onEvent(event) {
      const { type, productType, productId, product, ...rest } = event as ReceivedCatalogEvent
      feed.push(changeOf({ ...rest, type: dotted(type), productType, productId }))
      if ((product?.id ?? null) !== productId)
        wrong.push(`${event.id} has the product ${product?.id}, not ${productId}`)
    },
  })
  // It leaves only when it is cut off.
  subscriber.settle()
  return {
    name: `subscription (${transport})`,
    mirror: feed.mirror,
    contents: feed.contents,
    received: subscriber.received,
    idle: () => feed.idle(),
    findings: () => [...wrong, ...feed.findings, ...subscriber.fieldErrors],
    stop: () => subscriber.stop(),
  }
}

function polling(name: string, pollers: readonly Poller[], feed: Feed, received?: readonly Json[]): Follower {
  return {
    name,
    mirror: feed.mirror,
    ...(received ? { contents: feed.contents, received: received as readonly { id: string; cursor: string }[] } : {}),
    async idle() {
      await Promise.all(pollers.map((poller) => poller.polled()))
      await feed.idle()
    },
    findings: () => [...feed.findings, ...pollers.flatMap(({ findings }) => findings)],
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}

function pollingEvents(urls: () => readonly string[], after: string, feed: Feed): Follower {
  const received: Json[] = []
  const poller = pollEvents(urls, { after, types: catalogTypes, received }, (changes) => feed.push(...changes))
  return polling('GET /events', [poller], feed, received)
}

/** With modified-since for availability and lists by updatedAt for products; prices have only events. */
function pollingLists(urls: () => readonly string[], after: string, feed: Feed): Follower {
  const known = (): ReadonlyMap<string, string> =>
    new Map(
      [...(feed.mirror?.state.products ?? [])].flatMap(
        ([
          id,
          {
            members: { updatedAt },
          },
        ]) => (typeof updatedAt === 'string' ? [[id, updatedAt]] : []),
      ),
    )
  const push = (changes: readonly CatalogChange[]): void => feed.push(...changes)
  return polling(
    'modified-since and updatedAfter',
    [
      pollAvailability(urls, after, push),
      pollProducts(urls, known, push),
      pollEvents(urls, { after, types: 'pricing.*' }, push),
    ],
    feed,
  )
}

/** Waits until nothing is left that changes places in the background. */
export const backgroundWorkIsDone = (installation: Installation): Promise<unknown> =>
  eventually(
    () =>
      installation.query(
        `SELECT 'hold' AS of FROM sandbox.reservation WHERE status = 'pending' AND payment_deadline <= now()
         UNION SELECT 'disruption' FROM sandbox.disruption_reservation WHERE state = 'waiting'
         UNION SELECT 'closure' FROM sandbox.disruption WHERE choice = 'cancel' AND look_at IS NOT NULL`,
      ),
    [],
    { milliseconds: 60_000 },
  )
