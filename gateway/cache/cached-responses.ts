import type { Identity } from '../../platform/trust/identity.ts'
import { sharingKey, type FactCache } from './fact-cache.ts'
import type { Dependencies } from './fact-store.ts'
import { textBytes } from './weigh.ts'

/** The maximum number of values derived from one response: a request can spell the same in many ways. */
const maxDerived = 20

/** A whole response in memory. Its data is shared by all its readers, and never changed. */
export class CachedResponse {
  readonly #derived = new Map<string, object>()

  constructor(
    readonly data: unknown,
    private readonly grow: (response: CachedResponse, bytes: number) => void,
  ) {}

  /** The value stored under this name by `addDerived`. */
  derived<Value extends object>(name: string): Value | undefined {
    return this.#derived.get(name) as Value | undefined
  }

  /**
   * Stores a value derived from the data, of so many bytes, with the response, unless that has too many. The returned
   * function is called with the bytes by which the value grows later.
   */
  addDerived(name: string, value: object, bytes: number): (moreBytes: number) => void {
    if (this.#derived.size >= maxDerived || this.#derived.has(name)) return () => undefined
    this.#derived.set(name, value)
    this.grow(this, textBytes(name) + bytes)
    return (moreBytes) => this.grow(this, moreBytes)
  }
}

/** Longer variables are hardly sent twice. In characters. */
const maxVariablesLength = 4_000

/** Whole responses to operations that read only what is cached. */
export class CachedResponses {
  readonly #cache: FactCache

  constructor(cache: FactCache) {
    this.#cache = cache
  }

  /** The key of an operation's response; undefined while the cache must not be used, and for long variables. */
  async keyOf(operation: string, variables: object, identity: Identity, begunAt: number): Promise<string | undefined> {
    const text = JSON.stringify(variables)
    if (text.length > maxVariablesLength) return undefined
    const ready = this.#cache.ready(identity.environment, begunAt)
    if (ready !== true && !(await ready)) return undefined
    return `${sharingKey(identity)}${operation} ${text}`
  }

  find(key: string): CachedResponse | undefined {
    return this.#cache.store.get(key)?.value as CachedResponse | undefined
  }

  /** Stores a response of so many bytes, unless something it depends on has changed meanwhile. */
  add(key: string, data: unknown, bytes: number, dependencies: Dependencies): CachedResponse {
    const { store } = this.#cache
    const response = new CachedResponse(data, (self, bytes) => store.grow(key, self, bytes))
    store.set(key, response, bytes, dependencies)
    return response
  }
}
