import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Environment } from '../../../platform/trust/identity.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import type { NotificationChannel } from '../../../platform/redis/notifications.ts'
import type { Pool } from '../../../platform/postgres/database.ts'
import type { ReceiverRules } from './address.ts'
import { attempt, verdict } from './attempt.ts'
import type { NameOfProduct } from './payload.ts'
import { deadLetterWaiting, recordAttempt } from './store/delivery.ts'
import { leaseWebhooks, nextDue, releaseLease, renewLeases } from './store/lease.ts'
import { queueDeliveries } from './store/queue.ts'
import type { SecretBox } from './secret.ts'
import type { Resolve } from './send.ts'

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
  readonly nameOfProduct: NameOfProduct
  /** How long a worker that stopped responding holds a receiver. */
  readonly leaseSeconds?: number
}

const defaultLeaseSeconds = 6
const timeoutMilliseconds = 15_000
/** How many receivers one process serves at once. */
const maxReceivers = 200
/** After so many deliveries, or so long, a receiver makes room for others that wait. */
const deliveriesInARow = 25
const turnMilliseconds = 5_000
const batchSize = 500
const pollMilliseconds = 1_000
/** A transaction that commits just now may have to wait for an older one: read again soon after a notification. */
const afterWakeMilliseconds = [5, 20, 60, 250]
/** How long running requests may take to end when the process stops. */
const gracePeriodMilliseconds = 5_000

/**
 * Delivers one environment's events to their receivers. Receivers are leased, one worker each at a time, so that each
 * gets its deliveries in sequence, and a slow one delays no other. Everything that matters is in the database: a worker
 * that dies loses its leases, and another continues after the last recorded attempt.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions
  readonly #leaseSeconds: number
  /** The name of this worker; a lease has its owner's name. */
  readonly #holder = randomUUID()
  readonly #serving = new Map<string, Promise<void>>()
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
    // Every running attempt listens for the end.
    setMaxListeners(maxReceivers, this.#abort.signal)
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
    const timer = setTimeout(() => this.#abort.abort(), gracePeriodMilliseconds)
    await Promise.all(this.#serving.values())
    clearTimeout(timer)
    clearInterval(this.#heartbeat)
  }

  async #run(): Promise<void> {
    let looks = afterWakeMilliseconds.length
    while (!this.#stopped) {
      this.#woken = false
      try {
        await this.#work()
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
    const { pool } = this.#options
    while (!this.#stopped && (await queueDeliveries(pool, batchSize)) === batchSize);
    const free = maxReceivers - this.#serving.size
    if (free <= 0 || this.#stopped) return
    for (const id of await leaseWebhooks(pool, this.#holder, this.#leaseSeconds, free)) {
      this.#serving.set(
        id,
        this.#serve(id)
          .catch((error: unknown) => {
            if (!this.#abort.signal.aborted)
              this.#options.logger.error({ err: error, webhookId: id }, 'a webhook could not be served')
          })
          .finally(() => {
            this.#serving.delete(id)
            // Deliveries that were queued between the last read and the release, or wait for this slot.
            this.wake()
          }),
      )
    }
  }

  async #serve(webhookId: string): Promise<void> {
    const { pool, retrySeconds } = this.#options
    const end = performance.now() + turnMilliseconds
    for (let count = 0; count < deliveriesInARow && performance.now() < end && !this.#stopped; count += 1) {
      const due = await nextDue(pool, this.#holder, webhookId)
      if (!due) break
      if (!due.isActive && !due.onDemand) {
        await deadLetterWaiting(pool, webhookId)
        continue
      }
      const { signal } = this.#abort
      const made = await attempt(due, { ...this.#options, timeoutMilliseconds, signal })
      // Aborted by us: it does not count, and the next worker repeats it.
      if (signal.aborted && made.error !== null) break
      await recordAttempt(pool, due, verdict(due, made, retrySeconds))
    }
    await releaseLease(pool, this.#holder, webhookId)
  }

  async #renew(): Promise<void> {
    if (this.#serving.size === 0) return
    await renewLeases(this.#options.pool, this.#holder, this.#leaseSeconds, [...this.#serving.keys()]).catch(
      (error: unknown) => this.#options.logger.warn({ err: error }, 'leases of webhooks could not be renewed'),
    )
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
