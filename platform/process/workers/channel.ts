import { withDeadline } from '../deadline.ts'
import { Unavailable } from '../failures.ts'

/** A channel for messages: this process in a worker, or one worker in the primary process. */
export interface Port {
  send?(message: unknown, callback: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type Message =
  | { readonly kind: 'message'; readonly topic: string; readonly content: unknown }
  | { readonly kind: 'request'; readonly topic: string; readonly content: unknown; readonly id: number }
  | { readonly kind: 'response'; readonly id: number; readonly content: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string }

type Handler = (content: never) => unknown

/** Messages and requests by topic between the primary process and one worker; each side handles the topics it knows. */
export class Channel {
  readonly #port: Port
  readonly #handlers = new Map<string, Handler>()
  readonly #waiting = new Map<number, { resolve(content: unknown): void; reject(error: Error): void }>()
  #requests = 0

  constructor(port: Port) {
    this.#port = port
    port.on('message', (message) => void this.#receive(message as Message))
  }

  /** Handles a topic; what the handler returns is the response to a request. */
  handle<T>(topic: string, handler: (content: T) => unknown): void {
    this.#handlers.set(topic, handler as Handler)
  }

  /** Sends without a response; lost when the other process has ended. */
  send(topic: string, content: unknown = null): void {
    this.#post({ kind: 'message', topic, content }, () => undefined)
  }

  /** Rejects when the other process fails, has ended, or does not respond in time. */
  request<T>(topic: string, content: unknown, milliseconds: number): Promise<T> {
    const id = (this.#requests += 1)
    const response = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#post({ kind: 'request', topic, content, id }, reject)
    })
    return withDeadline(response, milliseconds).finally(() => this.#waiting.delete(id)) as Promise<T>
  }

  async #receive(message: Message): Promise<void> {
    switch (message.kind) {
      case 'message':
        this.#handlers.get(message.topic)?.(message.content as never)
        return
      case 'request': {
        const { id, topic } = message
        try {
          const handler = this.#handlers.get(topic)
          if (!handler) throw new Error(`Nothing handles ${topic}`)
          const content: unknown = await handler(message.content as never)
          this.#post({ kind: 'response', id, content }, () => undefined)
        } catch (error) {
          this.#post({ kind: 'failure', id, reason: (error as Error).message }, () => undefined)
        }
        return
      }
      case 'response':
        return this.#waiting.get(message.id)?.resolve(message.content)
      case 'failure':
        return this.#waiting.get(message.id)?.reject(new Unavailable(message.reason))
    }
  }

  #post(message: Message, failed: (error: Error) => void): void {
    if (!this.#port.send) return failed(new Unavailable('The process has no parent'))
    this.#port.send(message, (error) => {
      if (error) failed(new Unavailable('The other process has ended', { cause: error }))
    })
  }
}
