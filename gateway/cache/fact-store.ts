import { Frequency } from './frequency.ts'
import { indexBytes } from './weigh.ts'

/** The tags that an entry of the store depends on. */
export interface Dependencies {
  readonly tags: readonly string[]
  /** When what was stored began to be read; in milliseconds of this process's steady timer. */
  readonly startedAt: number
  /** Until when it holds whatever changes, by the same timer; Infinity when only changes end it. */
  readonly until: number
}

interface Entry {
  readonly key: string
  readonly value: unknown
  bytes: number
  readonly dependencies: Dependencies
  /** Which of the two queues it is in. */
  isAdmitted: boolean
  /** A change has ended it: it is never read again, and waits to be removed. */
  hasEnded: boolean
}

/** Takes note of what the store does. */
export interface StoreObserver {
  onRead(outcome: 'hit' | 'miss'): void
  /** Entries that a change ended, or that had to leave for more frequent ones. */
  onRemoval(reason: 'change' | 'eviction', count: number): void
}

/** New entries prove themselves in this part of the budget. */
const probationShare = 0.1
/** An entry larger than this part of the budget is not stored. */
const maxEntryShare = 1 / 16
/** How long changes are remembered, for reads that began before them. */
const rememberedMilliseconds = 60_000
/** Ended entries are removed so many at once, in about a millisecond; a change of a price may end all there are. */
const removedAtOnce = 200

/**
 * Facts in memory within a budget of bytes, each with tags of what it depends on: a change of one of them removes it. A
 * new entry stays only while its key is used more often than those it would displace (W-TinyLFU), so that a flood of
 * keys that are used once does not push out what is used all the time.
 */
export class FactStore {
  readonly #entries = new Map<string, Entry>()
  /** Keys of the entries by each of their tags. */
  readonly #byTag = new Map<string, Set<Entry>>()
  /** Least recently used first. */
  readonly #probation = new Set<Entry>()
  readonly #admitted = new Set<Entry>()
  readonly #frequency: Frequency
  readonly #limit: number
  readonly #observer: StoreObserver
  readonly #now: () => number
  readonly #nextTurn: (work: () => void) => void
  /** Entries that ended, to be removed; some may have been already. */
  #ended: Entry[] = []
  #endedSize = 0
  #isRemoving = false
  #probationBytes = 0
  #admittedBytes = 0
  /** When a tag changed last. */
  readonly #changedAt = new Map<string, number>()
  #clearedAt = -Infinity
  #forgottenBefore = -Infinity

  constructor(
    bytes: number,
    observer: StoreObserver,
    now: () => number = () => performance.now(),
    nextTurn: (work: () => void) => void = setImmediate,
  ) {
    this.#limit = bytes
    this.#observer = observer
    this.#now = now
    this.#nextTurn = nextTurn
    this.#frequency = new Frequency(2 ** Math.min(20, Math.max(8, Math.ceil(Math.log2(bytes / 1_000)))))
  }

  get bytes(): number {
    return this.#probationBytes + this.#admittedBytes
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value stored under a key, unless it was invalidated: a read now would return the same. */
  get(key: string): { readonly value: unknown; readonly dependencies: Dependencies } | undefined {
    this.#frequency.count(key)
    const entry = this.#entries.get(key)
    const now = this.#now()
    if (entry && !entry.hasEnded && entry.dependencies.until > now) {
      this.#observer.onRead('hit')
      const queue = entry.isAdmitted ? this.#admitted : this.#probation
      queue.delete(entry)
      queue.add(entry)
      return { value: entry.value, dependencies: { ...entry.dependencies, startedAt: now } }
    }
    if (entry) this.#remove(entry)
    this.#observer.onRead('miss')
    return undefined
  }

  /** Stores a value of so many bytes, unless what it depends on has changed since it was read; false when it has. */
  set(key: string, value: unknown, valueBytes: number, dependencies: Dependencies): boolean {
    const known = this.#entries.get(key)
    if (known) this.#remove(known)
    const bytes = valueBytes + indexBytes(key, dependencies.tags)
    if (!this.#stillHolds(dependencies)) return false
    if (bytes > this.#limit * maxEntryShare) return true
    const entry: Entry = { key, value, bytes, dependencies, isAdmitted: false, hasEnded: false }
    this.#entries.set(key, entry)
    for (const tag of dependencies.tags) {
      let tagged = this.#byTag.get(tag)
      if (!tagged) this.#byTag.set(tag, (tagged = new Set()))
      tagged.add(entry)
    }
    this.#probation.add(entry)
    this.#probationBytes += bytes
    this.#fitBudget()
    return true
  }

  /** Notes that the value of an entry has grown, by what was derived from it. */
  grow(key: string, value: unknown, bytes: number): void {
    const entry = this.#entries.get(key)
    if (!entry || entry.hasEnded || entry.value !== value) return
    entry.bytes += bytes
    if (entry.isAdmitted) this.#admittedBytes += bytes
    else this.#probationBytes += bytes
    if (entry.bytes > this.#limit * maxEntryShare) this.#remove(entry)
    this.#fitBudget()
  }

  /**
   * Ends what depends on a tag: by its name, or by the wildcard of a kind that it belongs to. None of it is read from
   * here on; the memory of many entries is freed over turns of the event loop.
   */
  change(tag: string): void {
    if (tag === '*' || tag.endsWith(' *')) return this.clear()
    this.#end(tag)
    for (let end = tag.lastIndexOf(':'); end > 0; end = tag.lastIndexOf(':', end - 1))
      this.#end(`${tag.slice(0, end)}:*`)
  }

  /** Removes everything. */
  clear(): void {
    this.#observer.onRemoval('change', this.#entries.size - this.#endedSize)
    this.#entries.clear()
    this.#byTag.clear()
    this.#ended = []
    this.#endedSize = 0
    this.#probation.clear()
    this.#admitted.clear()
    this.#probationBytes = 0
    this.#admittedBytes = 0
    this.#clearedAt = this.#now()
  }

  #end(tag: string): void {
    const now = this.#now()
    this.#changedAt.delete(tag)
    this.#changedAt.set(tag, now)
    this.#forget(now)
    const tagged = this.#byTag.get(tag)
    if (!tagged) return
    this.#byTag.delete(tag)
    const before = this.#endedSize
    for (const entry of tagged) {
      if (entry.hasEnded) continue
      entry.hasEnded = true
      this.#ended.push(entry)
      this.#endedSize += 1
    }
    this.#observer.onRemoval('change', this.#endedSize - before)
    if (!this.#isRemoving) this.#removeEnded()
  }

  /** Removes entries that ended, the latest first, and leaves the rest to the next turns. */
  #removeEnded(): void {
    for (let left = removedAtOnce; left > 0; left -= 1) {
      const entry = this.#ended.pop()
      if (!entry) break
      // It may have been replaced meanwhile.
      if (this.#entries.get(entry.key) === entry) this.#remove(entry)
    }
    this.#isRemoving = this.#ended.length > 0
    if (this.#isRemoving) this.#nextTurn(() => this.#removeEnded())
  }

  /** Forgets changes that are too old to matter; they are in the order of their time. */
  #forget(now: number): void {
    for (const [tag, at] of this.#changedAt) {
      if (at > now - rememberedMilliseconds) return
      this.#changedAt.delete(tag)
      this.#forgottenBefore = at
    }
  }

  #stillHolds({ tags, startedAt, until }: Dependencies): boolean {
    if (until <= this.#now() || startedAt < this.#clearedAt || startedAt <= this.#forgottenBefore) return false
    return tags.every((tag) => (this.#changedAt.get(tag) ?? -Infinity) < startedAt)
  }

  #fitBudget(): void {
    while (this.#probationBytes > this.#limit * probationShare) {
      const [candidate] = this.#probation
      if (!candidate) return
      if (candidate.hasEnded || !this.#admit(candidate)) this.#evict(candidate)
    }
    // Those that were admitted may have grown.
    for (const entry of this.#admitted) {
      if (this.#admittedBytes <= this.#limit * (1 - probationShare)) return
      this.#evict(entry)
    }
  }

  /** Moves an entry to the admitted ones, whose least used leave for it; false when it is not worth that. */
  #admit(candidate: Entry): boolean {
    const available = this.#limit * (1 - probationShare)
    const frequency = this.#frequency.of(candidate.key)
    while (this.#admittedBytes + candidate.bytes > available) {
      const [victim] = this.#admitted
      if (!victim || (!victim.hasEnded && this.#frequency.of(victim.key) >= frequency)) return false
      this.#evict(victim)
    }
    this.#probation.delete(candidate)
    this.#probationBytes -= candidate.bytes
    candidate.isAdmitted = true
    this.#admitted.add(candidate)
    this.#admittedBytes += candidate.bytes
    return true
  }

  /** Makes room; what has ended was counted when it did. */
  #evict(entry: Entry): void {
    if (!entry.hasEnded) this.#observer.onRemoval('eviction', 1)
    this.#remove(entry)
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key)
    if (entry.hasEnded) this.#endedSize -= 1
    for (const tag of entry.dependencies.tags) {
      const tagged = this.#byTag.get(tag)
      tagged?.delete(entry)
      if (tagged?.size === 0) this.#byTag.delete(tag)
    }
    if (entry.isAdmitted) {
      this.#admitted.delete(entry)
      this.#admittedBytes -= entry.bytes
    } else {
      this.#probation.delete(entry)
      this.#probationBytes -= entry.bytes
    }
  }
}
