import type { IncomingMessage } from 'node:http'

/**
 * A value of each request, which is a property of it. In a WeakMap it would take several times as long: the values of
 * young keys survive collections of young objects, and with them all that they refer to.
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
