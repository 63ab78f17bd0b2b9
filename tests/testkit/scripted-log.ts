import { setImmediate as turn } from 'node:timers/promises'
import type { UpstreamEvent } from '../../gateway/subscription/channel.ts'

/** A log that tests write, with any number of readers; each of its connections can be broken. */
export class ScriptedLog<T> {
  readonly cursors: string[] = []
  /** Those who follow it now. */
  readonly readers = new Set<{ wake: () => void; break: (error?: Error) => void }>()
  /** How often it was opened. */
  opened = 0
  /** The response instead of being opened. */
  failure: Error | undefined
  readonly #eventOf: (cursor: string) => T

  constructor(eventOf: (cursor: string) => T) {
    this.#eventOf = eventOf
  }

  write(count = 1): void {
    for (let index = 0; index < count; index += 1) this.cursors.push(`c${this.cursors.length}`)
    for (const { wake } of this.readers) wake()
  }

  break(error?: Error): void {
    for (const reader of [...this.readers]) reader.break(error)
  }

  async end(): Promise<string> {
    await turn()
    if (this.failure) throw this.failure
    return this.cursors.at(-1) ?? 'start'
  }

  async open(after: string): Promise<AsyncIterableIterator<UpstreamEvent<T>>> {
    await turn()
    this.opened += 1
    if (this.failure) throw this.failure
    let next = after === 'start' ? 0 : this.cursors.indexOf(after) + 1
    let over: { error: Error | undefined } | undefined
    let wake = (): void => undefined
    const reader = {
      wake: () => wake(),
      break: (error?: Error) => {
        over = { error }
        this.readers.delete(reader)
        wake()
      },
    }
    this.readers.add(reader)
    const iterator: AsyncIterableIterator<UpstreamEvent<T>> = {
      next: async () => {
        for (;;) {
          if (over?.error) throw over.error
          if (over) return { done: true, value: undefined }
          const cursor = this.cursors[next]
          if (cursor !== undefined) {
            next += 1
            return { done: false, value: { cursor, event: this.#eventOf(cursor) } }
          }
          await new Promise<void>((resolve) => (wake = resolve))
        }
      },
      return: async () => {
        reader.break()
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }
}
