import { LoadReceiver } from '../../../bench/chaos/receivers.ts'
import { LoadSubscriber, type ReceivedCatalogEvent } from '../../../bench/chaos/subscribers.ts'
import { Mirror, MirrorFeed, type CatalogChange } from '../../../bench/mirror/mirror.ts'
import { GraphReader } from '../../../bench/mirror/reader.ts'
import { queryAt } from '../../../bench/mirror/query.ts'
import type { CatalogState } from '../../../bench/mirror/state.ts'
import { partner, type Json } from '../../testkit/product.ts'
import { eventually } from '../../testkit/eventually.ts'
import type { Installation } from '../booking-model/installation.ts'
import type { CalendarDays } from './calendar-writes.ts'
import { changeOf, pollAvailability, pollEvents, pollProducts, type Poller } from './polling.ts'

const catalogTypes = 'availability.*,product.*,pricing.*'

/** A copy that one way of following the log keeps up to date. */
export interface Follower {
  readonly name: string
  readonly mirror: Mirror
  /** Once all that has arrived is applied, and all that polling can have is there. */
  idle(): Promise<void>
  findings(): readonly string[]
  /** The events in the order in which they came; undefined where that is not promised. */
  readonly received?: readonly { readonly id: string; readonly cursor: string }[]
  stop(): Promise<void>
}

/** Partners with copies, one for each way of following the log. */
export interface Followers {
  readonly all: readonly Follower[]
  readonly start: CatalogState
  readonly receiver: LoadReceiver
  readonly reader: GraphReader
  stop(): Promise<void>
}

/** The name of a type in REST, such as availability.updated. */
const dotted = (type: string): string => type.toLowerCase().replace('_', '.')

/** Notes where the log ends, reads everything once, and follows from there in every way. */
export async function startFollowers(installation: Installation, days: CalendarDays): Promise<Followers> {
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
  const feed = (): MirrorFeed => new MirrorFeed(new Mirror(start, reader))

  const webhookFeed = feed()
  onDelivery = ({ type, data }) => {
    if (!type.startsWith('reservation.')) webhookFeed.push(changeOf({ type, ...data }))
  }
  for (const body of delivered) onDelivery(body)
  const all: readonly Follower[] = [
    ...(['WebSocket', 'SSE'] as const).map((transport) => subscribed(transport, urls, after, feed())),
    pollingEvents(urls, after, feed()),
    pollingLists(urls, after, feed()),
    {
      name: 'webhook',
      mirror: webhookFeed.mirror,
      idle: () => webhookFeed.idle(),
      findings: () => webhookFeed.findings,
      stop: async () => undefined,
    },
  ]
  return {
    start,
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
  feed: MirrorFeed,
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
    received: subscriber.received,
    idle: () => feed.idle(),
    findings: () => [...wrong, ...feed.findings, ...subscriber.fieldErrors],
    stop: () => subscriber.stop(),
  }
}

function polling(name: string, pollers: readonly Poller[], feed: MirrorFeed, received?: readonly Json[]): Follower {
  return {
    name,
    mirror: feed.mirror,
    ...(received ? { received: received as readonly { id: string; cursor: string }[] } : {}),
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

function pollingEvents(urls: () => readonly string[], after: string, feed: MirrorFeed): Follower {
  const received: Json[] = []
  const poller = pollEvents(urls, { after, types: catalogTypes, received }, (changes) => feed.push(...changes))
  return polling('GET /events', [poller], feed, received)
}

/** With modified-since for availability and lists by updatedAt for products; prices have only events. */
function pollingLists(urls: () => readonly string[], after: string, feed: MirrorFeed): Follower {
  const known = (): ReadonlyMap<string, string> =>
    new Map([...feed.mirror.state.products].map(([id, { members }]) => [id, String(members['updatedAt'])]))
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
