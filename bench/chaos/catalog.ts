import { randomUUID } from 'node:crypto'
import { demoId } from '../../platform/values/demo-id.ts'
import { MirrorFeed, Mirror, type CatalogChange } from '../mirror/mirror.ts'
import { queryAt } from '../mirror/query.ts'
import { GraphReader } from '../mirror/reader.ts'
import type { ProductType } from '../mirror/selections.ts'
import { differencesBetween } from '../mirror/state.ts'
import { partnerAt, type Send } from './client.ts'
import { receiverDifferences, subscriberDifferences, untilDelivered, type Query } from './comparison.ts'
import { between, chance, oneOf, pause, until } from './random.ts'
import { LoadReceiver } from './receivers.ts'
import { LoadSubscriber, type ReceivedCatalogEvent } from './subscribers.ts'

/** An event of the log of the sandbox, of a reservation or of what is sold. */
interface AnyLoggedEvent {
  readonly id: string
  readonly type: string
  readonly isOfCatalog: boolean
}

const operatorKey = 'sk_test_demo_operator'
const operatorPauseMilliseconds = 1_000
/** Changes are published within 2 seconds, unless a subgraph does not respond. */
const quietMilliseconds = 4_000
const maxMilliseconds = 90_000

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Those for which the load books. */
const days = { from: dayIn(3), to: dayIn(33) }
/** Changed by the operator; the load of bookings does not name the last one, so that closing it refuses none of them. */
const changedCenotes = ['dos-ojos', 'zaci', 'ik-kil', 'azul'] as const
const closedCenote = demoId('cenote', 'azul')

/** Both kinds in the one order of the log. */
const readWholeLog = (query: Query): Promise<AnyLoggedEvent[]> =>
  query(
    'booking',
    `SELECT id, type, "isOfCatalog" FROM (
       SELECT transaction_id, sequence, id, type, true AS "isOfCatalog" FROM sandbox.product_event
       UNION ALL SELECT transaction_id, sequence, id, type, false FROM sandbox.reservation_event
     ) AS log ORDER BY transaction_id, sequence`,
  )

/** The log once nothing more is published. */
export async function readQuietLog(query: Query): Promise<AnyLoggedEvent[]> {
  let log = await readWholeLog(query)
  let quietSince = performance.now()
  await until(async () => {
    await pause(500)
    const now = await readWholeLog(query)
    if (now.length > log.length) quietSince = performance.now()
    log = now
    return performance.now() - quietSince > quietMilliseconds
  }, maxMilliseconds)
  return log
}

interface Copy {
  readonly name: string
  readonly feed: MirrorFeed
}

/**
 * Two copies of all that is sold, one kept by a subscriber of catalogEvents and one by a webhook for `*`, while the
 * operator changes products and bookings change places.
 */
export class CatalogLoad {
  changes = 0
  #stopped = false
  readonly #loop: Promise<void>

  private constructor(
    readonly reader: GraphReader,
    readonly copies: readonly [Copy, Copy],
    readonly subscriber: LoadSubscriber,
    readonly receiver: LoadReceiver,
    readonly logBefore: number,
    readonly operator: Send,
  ) {
    this.#loop = this.#run()
  }

  /** Begins after everything before is published; the caller has begun no load yet. */
  static async start(
    url: string,
    send: Send,
    query: Query,
    atEnd: (end: () => Promise<void>) => void,
  ): Promise<CatalogLoad> {
    const logBefore = (await readQuietLog(query)).length
    const receiver = await new LoadReceiver(0.1).start()
    atEnd(() => receiver.stop())
    const { body: webhook } = await send('POST', '/webhooks', { url: receiver.url, events: ['*'] })
    receiver.secret = webhook.data?.secret ?? ''
    const { body } = await send('POST', '/graphql', { query: '{ reservationEventsCursor }' })
    const reader = new GraphReader(
      queryAt(() => [url]),
      days,
    )
    const start = await reader.everything()
    const feed = (): MirrorFeed => new MirrorFeed(new Mirror(start, reader))
    const copies = [
      { name: 'the copy of the subscriber', feed: feed() },
      { name: 'the copy of the receiver', feed: feed() },
    ] as const
    const subscriber = new LoadSubscriber(
      'WebSocket',
      () => [url],
      body.data?.reservationEventsCursor ?? '',
      undefined,
      0,
      {
        field: 'catalogEvents',
        onEvent: (event) => copies[0].feed.push(changeOfSubscriber(event as ReceivedCatalogEvent)),
      },
    )
    atEnd(() => subscriber.stop())
    receiver.onTaken = (text) => {
      const { type, data } = JSON.parse(text) as { readonly type: string; readonly data: Partial<CatalogChange> }
      if (!type.startsWith('reservation.')) copies[1].feed.push(changeOfReceiver(type, data))
    }
    return new CatalogLoad(reader, copies, subscriber, receiver, logBefore, partnerAt(url, operatorKey))
  }

  /** No more changes and failures of its own. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#loop
    this.subscriber.settle()
    this.receiver.recover()
  }

  /** The events that a copy lost, received twice or does not know, once nothing changes any more; with the counts, to print. */
  async findings(
    query: Query,
    stallMilliseconds: number,
  ): Promise<{ readonly found: readonly string[]; readonly counts: Readonly<Record<string, number>> }> {
    const { subscriber, receiver } = this
    const log = (await readQuietLog(query)).slice(this.logBefore)
    const ofCatalog = log.filter(({ isOfCatalog }) => isOfCatalog)
    await untilDelivered(ofCatalog, { subscribers: [subscriber], receivers: [] }, stallMilliseconds)
    await untilDelivered(log, { subscribers: [], receivers: [receiver] }, stallMilliseconds)
    for (const { feed } of this.copies) await feed.idle()
    const original = await this.reader.everything()
    return {
      found: [
        ...(ofCatalog.length === 0 ? ['no change of what is sold was published'] : []),
        ...(this.changes === 0 ? ['the operator changed nothing'] : []),
        ...subscriber.fieldErrors.map((fieldError) => `the subscriber of catalogEvents ${fieldError}`),
        ...subscriberDifferences('the subscriber of catalogEvents', ofCatalog, subscriber.received),
        ...receiverDifferences('the receiver of every event', log, receiver),
        ...this.copies.flatMap(({ name, feed }) => [
          ...feed.findings.map((finding) => `${name}: ${finding}`),
          ...differencesBetween(feed.mirror.state, original).map((difference) => `${name}: ${difference}`),
        ]),
      ],
      counts: {
        'changes by the operator': this.changes,
        'changes published': ofCatalog.length,
        'products copied': original.products.size,
        'taken by webhook for *': receiver.taken.size,
      },
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      if (await this.#change().catch(() => false)) this.changes += 1
      await pause(between(0, 2 * operatorPauseMilliseconds))
    }
  }

  /** One that fails may have been made or not: copies are compared with what there is. */
  #change(): Promise<boolean> {
    if (chance(0.4)) return this.#mutate('createClosure', { cenoteId: closedCenote, ...someDays(), reason: 'storm' })
    const name = `Cenote ${randomUUID().slice(0, 8)}`
    const change = chance(0.5)
      ? { name: { en: name, es: name } }
      : { pricing: { adultCents: 100 * Math.round(between(100, 400)) } }
    return this.#update(demoId('cenote', oneOf(changedCenotes)), change)
  }

  async #update(id: string, change: { readonly name?: object; readonly pricing?: object }): Promise<boolean> {
    const { cenote } = await this.#ask('query ($id: ID!) { cenote(id: $id) { version stored } }', { id })
    const { version, stored } = cenote as { readonly version: number; readonly stored: { readonly pricing: object } }
    const pricing = change.pricing ? { pricing: { ...stored.pricing, ...change.pricing } } : {}
    return this.#mutate('updateCenote', { id, version, ...change, ...pricing })
  }

  async #mutate(mutation: string, input: object): Promise<boolean> {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`
    await this.#ask(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, { input })
    return true
  }

  async #ask(query: string, variables: object): Promise<Readonly<Record<string, unknown>>> {
    const { body } = await this.operator('POST', '/graphql', { query, variables })
    const { data, errors } = body as { readonly data?: Readonly<Record<string, unknown>>; readonly errors?: unknown }
    if (!data || errors) throw new Error(JSON.stringify(body))
    return data
  }
}

function someDays(): { readonly from: string; readonly to: string } {
  const first = Math.floor(between(3, 30))
  return { from: dayIn(first), to: dayIn(first + Math.floor(between(0, 3))) }
}

const changeOfSubscriber = ({ type, productType, ...event }: ReceivedCatalogEvent): CatalogChange => ({
  ...event,
  type: type.toLowerCase().replace('_', '.'),
  productType: (productType?.toLowerCase() ?? null) as ProductType | null,
})

const changeOfReceiver = (
  type: string,
  { productType = null, productId = null, dateFrom = null, dateTo = null, changed = null }: Partial<CatalogChange>,
): CatalogChange => ({ type, productType, productId, dateFrom, dateTo, changed })
