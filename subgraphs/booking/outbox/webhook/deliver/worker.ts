import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Clock } from '../../../../../platform/values/clock.ts'
import type { Environment } from '../../../../../platform/trust/identity.ts'
import type { Logger } from '../../../../../platform/process/logger.ts'
import type { NotificationChannel } from '../../../../../platform/redis/notifications.ts'
import type { Pool } from '../../../../../platform/postgres/database.ts'
import type { ReceiverRules } from '../address.ts'
import { Connections, type Resolve } from './connections.ts'
import { Outcomes } from './outcomes.ts'
import { Pace } from './pace.ts'
import { leaseWebhooks, releaseLease, renewLeases } from '../store/lease.ts'
import { queueDeliveries } from '../store/queue.ts'
import type { SecretBox } from '../secret.ts'
import { Turn } from './turn.ts'

export interface WorkerOptions {
  readonly pool: Pool
  readonly environment: Environment
  readonly rules: ReceiverRules
  readonly secrets: SecretBox
  /** Dates attempts and what receivers are sent. */
  readonly clock: Clock
  /** Notifies the worker when the log has grown. */
  readonly notifications: NotificationChannel
  /** Seconds to wait after each failure. */
  readonly retrySeconds: readonly number[]
  readonly logger: Logger
  readonly resolve?: Resolve | undefined
  /** How long a worker that stopped responding holds a receiver. */
  readonly leaseSeconds?: number
  /** Resolves when deliveries may begin; at once when absent. */
  readonly deliverAfter?: Promise<void> | undefined
}

const defaultLeaseSeconds = 6
const timeoutMilliseconds = 15_000
/** How many receivers one process serves at once. */
const maxReceivers = 200
/** Requests under way at once, to one receiver and to all. */
const maxInFlightOfOne = 16
const maxInFlight = 640
/** After so long a receiver makes room for others that wait. */
const turnMilliseconds = 5_000
/** How long the connections to a receiver stay open when nothing is due. */
const idleMilliseconds = 5_000
const batchSize = 500
const pollMilliseconds = 1_000
/** A transaction that commits just now may have to wait for an older one: read again soon after a notification. */
const afterWakeMilliseconds = [5, 20, 60, 250]
/** How long running requests may take to end when the process stops. */
const gracePeriodMilliseconds = 5_000

/** A receiver that is being served. */
interface Service {
  readonly turn: Turn
  readonly since: number
  /** Until when the lease is valid, by the clock of this process. */
  leasedUntil: number
}

/** A receiver as this process knows it from its last deliveries. */
interface KnownReceiver {
  readonly pace: Pace
  readonly connections: Connections
  servedAt: number
}

/**
 * Delivers one environment's events to their receivers. Receivers are leased, one worker each at a time, so that the
 * deliveries about one subject keep their order, and a slow one delays no other. Everything that matters is in the
 * database: a worker that dies loses its leases, and another continues after the last recorded attempt.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions
  readonly #leaseSeconds: number
  /** The name of this worker; a lease has its owner's name. */
  readonly #holder = randomUUID()
  readonly #serving = new Map<string, Service>()
  readonly #ending = new Map<string, Promise<void>>()
  readonly #known = new Map<string, KnownReceiver>()
  readonly #outcomes: Outcomes
  readonly #abort = new AbortController()
  readonly #stopListening: () => void
  readonly #heartbeat: NodeJS.Timeout
  #woken = false
  #onWake: (() => void) | undefined
  #stopped = false
  readonly #loop: Promise<void>

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#leaseSeconds = options.leaseSeconds ?? defaultLeaseSeconds
    this.#outcomes = new Outcomes(options.pool)
    // Every running attempt listens for the end.
    setMaxListeners(0, this.#abort.signal)
    this.#stopListening = options.notifications.listen(() => this.wake())
    this.#heartbeat = setInterval(() => void this.#renew(), (this.#leaseSeconds * 1_000) / 4)
    this.#loop = this.#run()
  }

  /** Signals that something may be due; losing this call costs up to a second, never a delivery. */
  wake(): void {
    this.#woken = true
    this.#onWake?.()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopListening()
    this.wake()
    await this.#loop
    for (const { turn } of this.#serving.values()) turn.end()
    const timer = setTimeout(() => this.#abort.abort(), gracePeriodMilliseconds)
    await Promise.all(this.#ending.values())
    clearTimeout(timer)
    clearInterval(this.#heartbeat)
    for (const { connections } of this.#known.values()) connections.close()
  }

  async #run(): Promise<void> {
    let looks = afterWakeMilliseconds.length
    let mayDeliver = this.#options.deliverAfter === undefined
    void this.#options.deliverAfter?.then(() => {
      mayDeliver = true
      this.wake()
    })
    while (!this.#stopped) {
      this.#woken = false
      try {
        if (mayDeliver) await this.#work()
      } catch (error) {
        this.#options.logger.error({ err: error }, 'webhook deliveries could not be looked for')
      }
      if (this.#woken) looks = 0
      else await this.#rest(afterWakeMilliseconds[looks++] ?? pollMilliseconds)
      if (this.#woken) looks = 0
    }
  }

  /** Queues what the log has and begins to serve receivers for which something is due. */
  async #work(): Promise<void> {
    let more: boolean
    do {
      more = await queueDeliveries(this.#options.pool, batchSize)
      for (const { turn } of this.#serving.values()) turn.look()
      await this.#lease()
    } while (!this.#stopped && more)
  }

  async #lease(): Promise<void> {
    const free = maxReceivers - this.#serving.size
    if (this.#stopped) return
    if (free <= 0) return this.#endLongTurns()
    const leasedUntil = this.#leaseEnd()
    for (const id of await leaseWebhooks(this.#options.pool, this.#holder, this.#leaseSeconds, free))
      this.#ending.set(id, this.#serve(id, leasedUntil))
  }

  /** All places are taken: receivers that had theirs for long give it to others, if others wait. */
  #endLongTurns(): void {
    for (const { turn, since } of this.#serving.values()) if (performance.now() - since > turnMilliseconds) turn.end()
  }

  async #serve(webhookId: string, leasedUntil: number): Promise<void> {
    const known = this.#receiver(webhookId)
    const turn = new Turn({
      ...this.#options,
      ...{ webhookId, timeoutMilliseconds, holder: this.#holder, signal: this.#abort.signal },
      ...{ pace: known.pace, connections: known.connections, outcomes: this.#outcomes },
      maxInFlight: () =>
        Math.max(1, Math.min(maxInFlightOfOne, Math.floor(maxInFlight / Math.max(1, this.#serving.size)))),
      isLeased: () => performance.now() < (this.#serving.get(webhookId)?.leasedUntil ?? leasedUntil),
    })
    this.#serving.set(webhookId, { turn, since: performance.now(), leasedUntil })
    try {
      await turn.done
      await releaseLease(this.#options.pool, this.#holder, webhookId)
    } catch (error) {
      if (!this.#abort.signal.aborted)
        this.#options.logger.error({ err: error, webhookId }, 'a webhook could not be served')
    } finally {
      known.servedAt = performance.now()
      this.#serving.delete(webhookId)
      this.#ending.delete(webhookId)
      // Deliveries that were queued between the last read and the release, or wait for this slot.
      this.wake()
    }
  }

  #receiver(webhookId: string): KnownReceiver {
    const { rules, resolve } = this.#options
    const known = this.#known.get(webhookId) ?? {
      pace: new Pace(),
      connections: new Connections(rules, resolve),
      servedAt: 0,
    }
    this.#known.set(webhookId, known)
    return known
  }

  async #renew(): Promise<void> {
    this.#closeIdle()
    if (this.#serving.size === 0) return
    const leasedUntil = this.#leaseEnd()
    const { pool, logger } = this.#options
    try {
      for (const id of await renewLeases(pool, this.#holder, this.#leaseSeconds, [...this.#serving.keys()])) {
        const service = this.#serving.get(id)
        if (service) service.leasedUntil = leasedUntil
      }
    } catch (error) {
      logger.warn({ err: error }, 'leases of webhooks could not be renewed')
    }
  }

  /** When a lease ends that is taken now; not later than the database says. */
  #leaseEnd(): number {
    return performance.now() + this.#leaseSeconds * 1_000
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const [id, { connections, servedAt }] of this.#known) {
      if (this.#serving.has(id) || now - servedAt < idleMilliseconds) continue
      connections.close()
      this.#known.delete(id)
    }
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#onWake = undefined
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#onWake = done
    })
  }
}
