import { minute } from '../../platform/values/clock.ts'
import type { Environment, Identity } from '../../platform/trust/identity.ts'
import { cacheBytes, cacheReads, cacheRemovals } from '../metrics.ts'
import { ChangeFeed, type ChangeFeedOptions } from './change-feed.ts'
import { FactStore, type Dependencies } from './fact-store.ts'

/**
 * Stands for every partner in what is read for all of them: nothing belongs to it, so that nothing that belongs to a
 * partner can be read with it.
 */
const anyPartner = '00000000-0000-0000-0000-000000000000'

/** The beginning of the key of what is the same for callers like this one. */
export const sharingKey = ({ environment, locale, partnerId }: Identity): string =>
  `${environment} ${locale} ${partnerId === null ? 'open' : 'key'} `

/** How far the clock of a subgraph may differ from what is known of it. */
const clockMarginMilliseconds = 100

/** Facts in memory, with the changes that end them. */
export class FactCache {
  readonly store: FactStore
  readonly #feed: ChangeFeed
  readonly #reading: { stop(): void }

  constructor(bytes: number, options: Omit<ChangeFeedOptions, 'onChange' | 'onGap'>) {
    this.store = new FactStore(bytes, { onRead: countRead, onRemoval: countRemoval })
    this.#reading = cacheBytes.observe((gauge) => gauge.set(this.store.bytes))
    this.#feed = new ChangeFeed({
      ...options,
      onChange: (environment, tag) => this.store.change(tagIn(environment, tag)),
      onGap: () => this.store.clear(),
    })
  }

  /** Whether cached facts may be used by a request that began at a given moment: true, or a promise of it. */
  ready(environment: Environment, begunAt: number): true | Promise<boolean> {
    return this.#feed.ready(environment, begunAt)
  }

  /** A mutation has ended: what it changed is not read from memory from now on. */
  changed(): void {
    this.#feed.changed()
  }

  /** An identity without anything of its partner, for reading what is the same for all, and as new as the store. */
  identityFor(subgraph: string, { partnerId, environment, locale, requestId }: Identity): Identity {
    const factsAt = this.#feed.positionOf(environment, subgraph)
    return {
      partnerId: partnerId === null ? null : anyPartner,
      environment,
      scopes: [],
      locale,
      requestId,
      ...(factsAt === undefined ? {} : { factsAt }),
    }
  }

  /** Begins to read facts: what they depend on follows from their tags. */
  begin(environment: Environment, isTimed: boolean): (tags: readonly string[]) => Dependencies {
    const startedAt = performance.now()
    const until = isTimed ? startedAt + this.#restOfMinute(environment) : Infinity
    return (tags) => ({ tags: tags.map((tag) => tagIn(environment, tag)), startedAt, until })
  }

  close(): void {
    this.#feed.close()
    this.#reading.stop()
  }

  /** Milliseconds to the end of the minute by the clock of the subgraphs; none near a change of minutes. */
  #restOfMinute(environment: Environment): number {
    const intoMinute = this.#feed.earliestTime(environment) % minute
    const rest = minute - intoMinute - clockMarginMilliseconds
    return intoMinute < clockMarginMilliseconds ? 0 : rest
  }
}

const reads = { hit: cacheReads.labels('hit'), miss: cacheReads.labels('miss') }
const countRead = (outcome: 'hit' | 'miss'): void => reads[outcome].inc()
const countRemoval = (reason: 'change' | 'eviction', count: number): void => cacheRemovals.inc({ reason }, count)

/** A tag in one environment. */
const tagIn = (environment: Environment, tag: string): string => `${environment} ${tag}`
