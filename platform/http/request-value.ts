import type { IncomingMessage } from 'node:http'

/**
 * A value that belongs to a request, stored as one of its properties. A WeakMap would be several times slower: the
 * values of new keys, and everything they refer to, survive a minor garbage collection.
 */
export class RequestValue<Value> {
  readonly #property = Symbol('request value')

  of(request: IncomingMessage): Value | undefined {
    return (request as unknown as Record<symbol, Value | undefined>)[this.#property]
  }

  set(request: IncomingMessage, value: Value): void {
    ;(request as unknown as Record<symbol, Value>)[this.#property] = value
  }
}
