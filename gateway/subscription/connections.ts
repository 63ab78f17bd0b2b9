import { closeCodes } from '../../schema/close-codes.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { subscriberConnections } from '../metrics.ts'
import type { Callers } from '../auth/callers.ts'
import type { SubscriptionLimits } from './subscriptions.ts'

/** An open connection of a subscriber, over any transport. */
export interface SubscriberConnection {
  /** Ends it with a close code of docs/frontend/subscriptions.md. */
  close(code: number, reason: string): void
  /** Pings the client; ends the connection when no pong followed the previous ping. */
  beat(): void
}

/** A reader that leaves more than this unread gets nothing more and is dropped; it resumes by its cursor. */
export const maxUnreadBytes = 1_048_576
/** How long a connection that was ended may take to read what is left. */
export const closingMilliseconds = 5_000

const ofPartner = declareBound({
  name: 'subscribers-of-partner',
  what: 'Connections of subscribers, over WebSocket or HTTP',
  per: 'partner and environment',
  default: '10000',
  setting: 'CONNECTIONS_PER_PARTNER',
  response: 'close 4403; 429 `SUBSCRIPTION_LIMIT_REACHED`',
})
const ofProcess = declareBound({
  name: 'subscribers-of-process',
  what: 'Connections of subscribers, over WebSocket or HTTP',
  per: 'process',
  default: '20000',
  setting: 'CONNECTIONS_PER_PROCESS',
  response: 'close 1013; 503 `SERVICE_UNAVAILABLE`',
})

/** Whose places are all taken: the partner's own, or those of this process for all. */
export type Full = 'partner' | 'process'

/** Authenticated connections: counted by partner and in total, pinged, and ended when their key ends. */
export class Connections {
  readonly limitOfPartner: number
  readonly #limit: number
  readonly #callers: Callers
  readonly #open = new Set<SubscriberConnection>()
  readonly #partners = new Map<string, number>()
  readonly #beating: NodeJS.Timeout
  readonly #counting = subscriberConnections.observe((gauge) => gauge.inc(this.#open.size))

  constructor(
    callers: Callers,
    { connectionsPerPartner, connectionsPerProcess, beatMilliseconds }: SubscriptionLimits,
  ) {
    this.#callers = callers
    this.limitOfPartner = connectionsPerPartner
    this.#limit = connectionsPerProcess
    // After a busy turn, timers run before pending data is read, and immediates after it, so that a pong is not missed.
    const beat = (): void => this.#open.forEach((connection) => connection.beat())
    this.#beating = setInterval(() => setImmediate(beat), beatMilliseconds).unref()
  }

  /** Counts a connection, and returns a function that releases it; or reports whose places are all taken. */
  add(connection: SubscriberConnection, identity: Identity): (() => void) | Full {
    const partner = `${identity.environment} ${identity.partnerId ?? ''}`
    const count = this.#partners.get(partner) ?? 0
    if (count >= this.limitOfPartner) {
      ofPartner.reached(identity)
      return 'partner'
    }
    if (this.#open.size >= this.#limit) {
      ofProcess.reached(identity)
      return 'process'
    }
    this.#partners.set(partner, count + 1)
    this.#open.add(connection)
    const stopWatching = this.#callers.watch(identity, () =>
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
    this.#counting.stop()
    for (const connection of [...this.#open]) connection.close(closeCodes.goingAway, 'Going away')
  }
}
