import { environments, type Environment } from '../trust/identity.ts'
import type { PerEnvironment, Pool } from './database.ts'
import type { DatabaseWatch } from './database-watch.ts'
import { readFactChanges, type FactChanges } from './fact-changes.ts'
import type { Invalidated } from './invalidated-cache.ts'
import { Snapshot } from './snapshot.ts'

/** Facts in memory, and the tag of the changes that end them; `kind:*` for every tag of a kind. */
export interface FactsInMemory {
  readonly tag: string
  readonly cache: Invalidated
}

/** How soon the changes are read again after that has failed. */
const retryMilliseconds = 500

/**
 * Follows what changed in one environment of a database (fact-changes.ts): for the facts that this process has in
 * memory of it, and for caches elsewhere, which read the same changes through it (`read`). Notifications only say when
 * to read on. From a notification until the changes were read, and while none are received, facts in memory are not
 * used.
 */
export class FactLog {
  readonly #pool: Pool
  readonly #facts: readonly FactsInMemory[]
  /** Every change that it sees has ended what depends on it. */
  #position: Snapshot | undefined
  #isListening = false
  /** How often there was a reason to read on, and how often one to begin from the start. */
  #wakes = 0
  #beginnings = 0
  /** Settles when the latest reading has; they follow one another. */
  #reading: Promise<unknown> = Promise.resolve()
  /** A reading that has not begun. */
  #next: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined

  constructor(pool: Pool, facts: readonly FactsInMemory[]) {
    this.#pool = pool
    this.#facts = facts
  }

  /**
   * The changes since a position, or only where to begin. When they are returned, facts in memory of this process have
   * reached their position too.
   */
  read(since: string | null): Promise<FactChanges> {
    const reading = this.#reading.then(() => this.#read(since === null ? undefined : new Snapshot(since)))
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  /** Something has changed: facts in memory are not used until the change was read. */
  wake(): void {
    this.#wakes += 1
    this.#trust(false)
    void this.#readOn()
  }

  /** Facts in memory are not used until they have reached a position, if it is known of one. */
  reach(position: string | undefined): void {
    if (position === undefined || position === this.#position?.text) return
    if (!this.#position?.includes(new Snapshot(position))) this.wake()
  }

  /** Whether each change is notified from now on. Resolves when facts in memory may be used, if they may. */
  async listen(isListening: boolean): Promise<void> {
    this.#isListening = isListening
    this.#begin()
    this.wake()
    await this.#next
  }

  close(): void {
    this.#isListening = false
    clearTimeout(this.#retry)
  }

  /** For all that wait for a reading to begin. */
  #readOn(): Promise<void> {
    if (!this.#isListening) return Promise.resolve()
    this.#next ??= (async () => {
      await this.#reading
      this.#next = undefined
      try {
        await this.read(null)
      } catch {
        // Changes that were not read may be gone from the log before the next reading.
        this.#begin()
        clearTimeout(this.#retry)
        this.#retry = setTimeout(() => void this.#readOn(), retryMilliseconds).unref()
      }
    })()
    return this.#next
  }

  async #read(since: Snapshot | undefined): Promise<FactChanges> {
    const [wakes, beginnings] = [this.#wakes, this.#beginnings]
    const own = this.#position
    const from = own && (!since || since.includes(own)) ? own : since
    const { position, changes, isComplete } = await readFactChanges(this.#pool, from?.text ?? null)
    const reached = new Snapshot(position)
    // A database that was restored from a backup starts its transaction numbers again.
    const isGap = !isComplete || (own !== undefined && reached.oldest < own.oldest)
    const after = (position: Snapshot): readonly string[] =>
      position.text === from?.text ? changes : changes.filter((change) => !position.sees(transactionIn(change)))
    if (isGap) this.#forget()
    else if (own) for (const change of after(own)) this.#end(tagIn(change))
    if (beginnings !== this.#beginnings) return this.#read(since)
    this.#position = reached
    if (this.#isListening && wakes === this.#wakes) this.#trust(true)
    return since ? { position, changes: after(since), isComplete } : { position, changes: [], isComplete: true }
  }

  /** Forgets what may have changed, and where it was read. */
  #begin(): void {
    this.#beginnings += 1
    this.#position = undefined
    this.#forget()
  }

  #end(tag: string): void {
    for (const { tag: ending, cache } of this.#facts)
      if (tag === '*' || tag === ending || (ending.endsWith(':*') && tag.startsWith(ending.slice(0, -1))))
        cache.forget()
  }

  #forget(): void {
    for (const { cache } of this.#facts) cache.forget()
  }

  #trust(trusted: boolean): void {
    for (const { cache } of this.#facts) cache.trust(trusted)
  }
}

const tagIn = (change: string): string => change.slice(change.indexOf(' ') + 1)
const transactionIn = (change: string): bigint => BigInt(change.slice(0, change.indexOf(' ')))

export interface FollowOptions {
  readonly watch: Pick<DatabaseWatch, 'listen'>
  /** Notified with the environment of a change, and perhaps more behind a dot. */
  readonly channel: string
  readonly databases: PerEnvironment<{ readonly pool: Pool }>
  readonly facts: PerEnvironment<readonly FactsInMemory[]>
}

/** Follows what changes in a database with facts in memory. */
export async function followFacts({
  watch,
  channel,
  databases,
  facts,
}: FollowOptions): Promise<PerEnvironment<FactLog>> {
  const logs = {
    live: new FactLog(databases.live.pool, facts.live),
    sandbox: new FactLog(databases.sandbox.pool, facts.sandbox),
  }
  const listen = (isListening: boolean): Promise<unknown> =>
    Promise.all(environments.map((environment) => logs[environment].listen(isListening)))
  let listening: Promise<unknown> | undefined
  await watch.listen({
    channel,
    changed: (payload) => logs[payload.split('.')[0] as Environment]?.wake(),
    connected: () => void (listening = listen(true)),
    lost: () => void listen(false),
  })
  await listening
  return logs
}
