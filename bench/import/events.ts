// What an import means for the log: the events that it makes, and how late events of reservations become meanwhile.
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { demoId } from '../../platform/values/demo-id.ts'
import { apiKey, partnerAt } from '../chaos/client.ts'
import { pause, until } from '../chaos/random.ts'
import { LoadSubscriber } from '../chaos/subscribers.ts'

const creationPauseMilliseconds = 50
/** The selection of a subscriber that has `occurredAt`. */
const selectionWithTime = 2
const maxMilliseconds = 30_000
/** Changes are published within 2 seconds. */
const quietMilliseconds = 4_000

/** A partner that books, and a subscriber that notes how long events take to reach it. */
export class ReservationsMeanwhile {
  readonly lags: number[] = []
  readonly failures: string[] = []
  #created = 0
  #stopped = false
  readonly #subscriber: LoadSubscriber
  readonly #loop: Promise<void>

  private constructor(
    readonly url: string,
    cursor: string,
  ) {
    this.#subscriber = new LoadSubscriber(
      'WebSocket',
      () => [url],
      cursor,
      ['RESERVATION_CREATED'],
      selectionWithTime,
      {
        onEvent: ({ occurredAt = '' }) => this.lags.push(Date.now() - Date.parse(occurredAt)),
      },
    )
    this.#subscriber.settle()
    this.#loop = this.#run()
  }

  static async start(url: string): Promise<ReservationsMeanwhile> {
    const { body } = await partnerAt(url, apiKey)('POST', '/graphql', { query: '{ reservationEventsCursor }' })
    return new ReservationsMeanwhile(url, body.data?.reservationEventsCursor ?? '')
  }

  /** Ends when the subscriber has the event of each reservation. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#loop
    if (!(await until(() => this.lags.length >= this.#created, maxMilliseconds)))
      this.failures.push(`${this.lags.length} of ${this.#created} events of reservations arrived`)
    await this.#subscriber.stop()
  }

  async #run(): Promise<void> {
    const send = partnerAt(this.url, apiKey)
    while (!this.#stopped) {
      const visitDate = new Date(Date.now() + (5 + (this.#created % 60)) * 86_400_000).toISOString().slice(0, 10)
      const body = {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate,
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
      }
      const response = await send('POST', '/api/partner/reservations', body, { 'Idempotency-Key': randomUUID() })
      if (response.status === 201) this.#created += 1
      else this.failures.push(`${response.status} ${JSON.stringify(response.body)}`)
      await pause(creationPauseMilliseconds)
    }
  }
}

/** The events of the products that an import has made. */
export interface ImportEvents {
  readonly products: number
  readonly events: number
  readonly created: number
  /** Of one product, the most. */
  readonly maxEvents: number
  readonly maxCreated: number
}

/** Counts them once the last is published; the environment has the given products of its own. */
export async function eventsOfImport(booking: Pool, own: ReadonlySet<string>): Promise<ImportEvents> {
  let length = -1
  let quietSince = performance.now()
  await until(async () => {
    await pause(500)
    const { rows } = await booking.query<{ count: number }>('SELECT count(*)::int FROM sandbox.product_event')
    if (rows[0]?.count !== length) quietSince = performance.now()
    length = rows[0]?.count ?? 0
    return performance.now() - quietSince > quietMilliseconds
  }, 2 * maxMilliseconds)
  const { rows } = await booking.query<{ id: string; events: number; created: number }>(
    `SELECT product_id AS id, count(*)::int AS events, count(*) FILTER (WHERE type = 'product.created')::int AS created
     FROM sandbox.product_event WHERE product_id IS NOT NULL GROUP BY product_id`,
  )
  const imported = rows.filter(({ id }) => !own.has(id))
  const sum = (of: (row: (typeof rows)[number]) => number): number => imported.reduce((all, row) => all + of(row), 0)
  const maxOf = (of: (row: (typeof rows)[number]) => number): number =>
    imported.reduce((max, row) => Math.max(max, of(row)), 0)
  return {
    products: imported.length,
    events: sum(({ events }) => events),
    created: sum(({ created }) => created),
    maxEvents: maxOf(({ events }) => events),
    maxCreated: maxOf(({ created }) => created),
  }
}
