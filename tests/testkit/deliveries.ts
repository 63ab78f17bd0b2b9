import { randomUUID } from 'node:crypto'
import type { PoolClient } from '../../platform/postgres/database.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { localNotifications } from '../../platform/redis/notifications.ts'
import { systemAuthor } from '../../platform/trust/author.ts'
import { openDatabases, type Database } from '../../subgraphs/booking/database.ts'
import { receiverRules } from '../../subgraphs/booking/outbox/webhook/address.ts'
import { newSecret, SecretBox, writtenSecret } from '../../subgraphs/booking/outbox/webhook/secret.ts'
import { listDeliveries } from '../../subgraphs/booking/outbox/webhook/store/list.ts'
import { insertWebhook } from '../../subgraphs/booking/outbox/webhook/store/registration.ts'
import type { Delivery } from '../../subgraphs/booking/outbox/webhook/webhook.ts'
import { DeliveryWorker, type WorkerOptions } from '../../subgraphs/booking/outbox/webhook/deliver/worker.ts'
import { testServerUrl } from './database.ts'
import { eventually } from './eventually.ts'
import { Receiver } from './receiver.ts'
import { reportedReservation } from './reported-reservation.ts'
import { createDatabase } from './template-databases.ts'

export const signingSecret = 'the signing secret of these tests, long enough'

type Opened = Awaited<ReturnType<typeof openDatabases>>

/** Webhooks of one partner in a database of their own, with receivers, and workers that deliver to them. */
export class Deliveries {
  static async open(): Promise<Deliveries> {
    return new Deliveries(await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases)))
  }

  readonly partnerId = randomUUID()
  readonly notifications = localNotifications()
  readonly pool: Database['pool']
  readonly workers: DeliveryWorker[] = []
  readonly #receivers: Receiver[] = []
  readonly #reservation = reportedReservation(this.partnerId)

  private constructor(readonly opened: Opened) {
    this.pool = opened.databases.sandbox.pool
  }

  async clear(): Promise<void> {
    await this.pool.query('DELETE FROM webhook; DELETE FROM reservation_event')
  }

  /** Stops the workers and receivers of one test. */
  async stop(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.stop()))
    await Promise.all(this.#receivers.splice(0).map((receiver) => receiver.stop()))
  }

  close(): Promise<void> {
    return this.opened.close()
  }

  async receiver(): Promise<Receiver> {
    const started = await new Receiver().start()
    this.#receivers.push(started)
    return started
  }

  startWorker(options: Partial<WorkerOptions> = {}): void {
    this.workers.push(
      new DeliveryWorker({
        pool: this.pool,
        environment: 'sandbox',
        rules: receiverRules('sandbox', 'loopback'),
        secrets: new SecretBox(signingSecret),
        clock: this.opened.watch.clock,
        notifications: this.notifications,
        retrySeconds: [0.1, 0.1],
        logger: createLogger('silent', 'test'),
        ...options,
      }),
    )
  }

  async register(url: string, box = new SecretBox(signingSecret)): Promise<{ id: string; secret: string }> {
    const id = randomUUID()
    const secret = newSecret()
    const { partnerId } = this
    const events = ['reservation.modified']
    await insertWebhook(
      this.pool,
      { id, partnerId, url, events, description: null, secret: box.seal(secret, id), at: new Date() },
      100,
    )
    return { id, secret: writtenSecret(secret) }
  }

  /** Writes one event of a reservation, as its change would. */
  async record(
    version: number,
    { client = this.pool, id = this.#reservation.id }: { client?: Pick<PoolClient, 'query'>; id?: string } = {},
  ): Promise<void> {
    const snapshot = { ...this.#reservation, id, version, changedBy: systemAuthor }
    await client.query(
      `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
       VALUES ($1, $2, $3, $4, 'reservation.modified', $5, now(), $6)`,
      [randomUUID(), this.partnerId, id, snapshot.productId, version, JSON.stringify(snapshot)],
    )
    this.notifications.send()
  }

  /** Writes so many events, each of another reservation. */
  async recordMany(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID())
    for (const id of ids) await this.record(1, { id })
    return ids
  }

  /** The newest delivery of a webhook once it is as described. */
  async delivery(id: string, isSo: (delivery: Delivery) => boolean): Promise<Delivery> {
    const any = {
      status: undefined,
      isActive: undefined,
      search: undefined,
      createdAfter: undefined,
      createdBefore: undefined,
    }
    const page = { take: 1, skip: 0, after: undefined, direction: 'desc' } as const
    const [newest] = await eventually(
      () => listDeliveries(this.pool, id, any, page),
      ([newest]) => newest !== undefined && isSo(newest),
    )
    return newest as Delivery
  }
}
