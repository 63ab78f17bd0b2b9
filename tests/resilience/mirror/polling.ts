import { inspect } from 'node:util'
import type { CatalogChange } from '../../../bench/mirror/mirror.ts'
import { betweenAttempts } from '../../testkit/pauses.ts'
import { partner, type Json } from '../../testkit/product.ts'

/** Often enough that what is polled is known a second after it was published. */
const pollMilliseconds = 500
/** Changes of overlapping transactions become visible in another order than that of their instants. */
const overlapMilliseconds = 10_000

type OnChanges = (changes: readonly CatalogChange[]) => void

/** A change as REST shows it. */
export const changeOf = ({ type, productType, productId, dateFrom, dateTo, changed }: Json): CatalogChange => ({
  type,
  productType: productType?.toLowerCase() ?? null,
  productId: productId ?? null,
  dateFrom: dateFrom ?? null,
  dateTo: dateTo ?? null,
  changed: changed ?? null,
})

/** Reads an address; null while no process responds. */
type Read = (address: string) => Promise<Json>

/** A partner that polls over REST, at any process, and continues after a process was down. */
export class Poller {
  readonly findings: string[] = []
  #isStopped = false
  #rounds = 0
  readonly #loop: Promise<void>

  constructor(
    readonly urls: () => readonly string[],
    poll: (read: Read) => Promise<void>,
  ) {
    this.#loop = this.#run(poll)
  }

  /** Once it has polled from now on. */
  async polled(): Promise<void> {
    const target = this.#rounds + 2
    while (this.#rounds < target && !this.#isStopped) await betweenAttempts(20)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#loop
  }

  async #run(poll: (read: Read) => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await poll((address) => this.#read(address)).catch((error: unknown) => this.findings.push(inspect(error)))
      this.#rounds += 1
      await betweenAttempts(pollMilliseconds)
    }
  }

  async #read(address: string): Promise<Json> {
    const urls = this.urls()
    const url = urls[this.#rounds % urls.length] ?? ''
    const response = await partner(url)
      .get(address)
      .catch(() => null)
    if (!response || response.status >= 500) return null
    if (response.status === 200) return response.body
    this.findings.push(`${address}: ${response.status} ${JSON.stringify(response.body)}`)
    return null
  }
}

/** Follows GET /events from a cursor; `received` gets the events in the order in which they came. */
export function pollEvents(
  urls: () => readonly string[],
  { after, types, received = [] }: { after: string; types: string; received?: Json[] },
  onChanges: OnChanges,
): Poller {
  let cursor = after
  return new Poller(urls, async (read) => {
    for (let isMore = true; isMore;) {
      const page = await read(`/events?types=${types}&perPage=100&after=${encodeURIComponent(cursor)}`)
      const events: Json[] = page?.data ?? []
      received.push(...events)
      if (events.length > 0) onChanges(events.map(changeOf))
      cursor = events.at(-1)?.cursor ?? cursor
      isMore = (page?.pagination.nextCursor ?? null) !== null
    }
  })
}

/** Follows GET /availability/modified-since from a cursor. */
export function pollAvailability(urls: () => readonly string[], after: string, onChanges: OnChanges): Poller {
  let cursor = after
  return new Poller(urls, async (read) => {
    const page = await read(`/api/partner/availability/modified-since?after=${encodeURIComponent(cursor)}`)
    if (!page) return
    if (page.data.length > 0)
      onChanges(page.data.map((range: Json) => changeOf({ ...range, type: 'availability.updated' })))
    cursor = page.pagination.nextCursor
  })
}

/**
 * Follows the lists of products by when they were updated, and reads again what the copy does not have as new as the
 * list. A product of which the copy does not know when it was updated counts as created, although a change of its
 * availability may have named it before.
 */
export function pollProducts(
  urls: () => readonly string[],
  updatedAtOfCopy: () => ReadonlyMap<string, string>,
  onChanges: OnChanges,
): Poller {
  return new Poller(urls, async (read) => {
    const known = updatedAtOfCopy()
    const latest = Math.max(...[...known.values()].map((at) => Date.parse(at)))
    const since = new Date(latest - overlapMilliseconds).toISOString()
    const parameters = `updatedAfter=${since}&sortBy=updatedAt&sortDirection=asc&fields=id,updatedAt&perPage=100`
    for (const [productType, list] of [
      ['cenote', '/api/partner/cenotes'],
      ['tour', '/booking/tours'],
    ])
      for (const isActive of [true, false]) {
        const page = await read(`${list}?${parameters}&isActive=${isActive}`)
        const items: { id: string; updatedAt: string }[] = page?.data ?? []
        const changes = items
          .filter(({ id, updatedAt }) => (known.get(id) ?? '') < updatedAt)
          .map(({ id }) =>
            changeOf({ type: known.has(id) ? 'product.updated' : 'product.created', productType, productId: id }),
          )
        if (changes.length > 0) onChanges(changes)
      }
  })
}
