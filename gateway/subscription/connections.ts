import type { Identity } from '../../platform/identity.ts'
import type { Access } from '../access/access.ts'
import type { SubscriptionLimits } from './subscriptions.ts'

/** An open connection of a subscriber, over whatever transport. */
export interface SubscriberConnection {
  /** Ends it with a close code of docs/subscriptions.md. */
  close(code: number, reason: string): void
  /** Asks the other end for a sign of life; ends the connection when the last one was not answered. */
  beat(): void
}

/** What docs/subscriptions.md tells of each. */
export const closeCodes = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badRequest: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  initialisationTimeout: 4408,
  subscriberAlreadyExists: 4409,
  tooManyRequests: 4429,
  tooSlow: 4480,
  internalError: 4500,
} as const

/** Connections with an identity: counted by partner, kept alive, and ended when their key is. */
export class Connections {
  readonly limit: number
  readonly #access: Access
  readonly #open = new Set<SubscriberConnection>()
  readonly #partners = new Map<string, number>()
  readonly #beating: NodeJS.Timeout

  constructor(access: Access, { connectionsPerPartner, beatMilliseconds }: SubscriptionLimits) {
    this.#access = access
    this.limit = connectionsPerPartner
    this.#beating = setInterval(() => {
      for (const connection of this.#open) connection.beat()
    }, beatMilliseconds).unref()
  }

  /** Counts a connection in; undefined when its partner has as many as it may. Returns what counts it out. */
  add(connection: SubscriberConnection, identity: Identity): (() => void) | undefined {
    const partner = `${identity.environment} ${identity.partnerId ?? ''}`
    const count = this.#partners.get(partner) ?? 0
    if (count >= this.limit) return undefined
    this.#partners.set(partner, count + 1)
    this.#open.add(connection)
    const stopWatching = this.#access.watch(identity, () =>
      connection.close(closeCodes.unauthorized, 'INVALID_API_KEY'),
    )
    return () => {
      if (!this.#open.delete(connection)) return
      stopWatching()
      const left = (this.#partners.get(partner) ?? 1) - 1
      if (left === 0) this.#partners.delete(partner)
      else this.#partners.set(partner, left)
    }
  }

  /** Ends every connection: its client finds another process, or this one when it is back. */
  close(): void {
    clearInterval(this.#beating)
    for (const connection of [...this.#open]) connection.close(closeCodes.goingAway, 'Going away')
  }
}
