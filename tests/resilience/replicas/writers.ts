import { randomUUID } from 'node:crypto'
import { demoId } from '../../../platform/values/demo-id.ts'
import { partner, type Json } from '../../testkit/product.ts'
import { between, chance, oneOf, pause } from './random.ts'

const cenotes = ['gran-cenote', 'dos-ojos', 'zaci', 'ik-kil', 'suytun'].map((slug) => demoId('cenote', slug)) as [
  string,
  ...string[],
]

interface Known {
  readonly id: string
  status: string
}

/** Days from today, one of a month's. */
const someDay = (): string => new Date(Date.now() + between(3, 33) * 86_400_000).toISOString().slice(0, 10)

/**
 * A partner that books, changes and cancels at random, each request under an Idempotency-Key and at any facade, and
 * retries elsewhere until it gets a response, whatever dies meanwhile.
 */
export class SoakWriter {
  /** Versions of each reservation that were acknowledged, by what led to them. */
  readonly acknowledged: { readonly reservationId: string; readonly operation: string }[] = []
  readonly fieldErrors: string[] = []
  refused = 0
  resent = 0
  readonly #urls: readonly [string, ...string[]]
  readonly #known: Known[] = []
  #stopped = false
  readonly #loop: Promise<void>

  constructor(
    urls: readonly [string, ...string[]],
    readonly pauseMilliseconds: number,
  ) {
    this.#urls = urls
    this.#loop = this.#run()
  }

  stop(): Promise<void> {
    this.#stopped = true
    return this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await this.#write()
      await pause(between(0, 2 * this.pauseMilliseconds))
    }
  }

  async #write(): Promise<void> {
    const alive = this.#known.filter(({ status }) => ['pending', 'confirmed', 'in_progress'].includes(status))
    const [first, ...more] = alive
    if (!first || chance(0.35)) return this.#create()
    const one = oneOf([first, ...more])
    const change = (operation: string, body: object): Promise<void> => this.#change(one, operation, body)
    if (one.status === 'in_progress') return change('complete', {})
    if (one.status === 'confirmed' && chance(0.3)) return change('checkin', { actualVisitors: { adults: 1 } })
    if (one.status === 'pending' && chance(0.4))
      return change('confirm', { paymentId: `pay_${randomUUID()}`, paymentMethod: 'credit_card' })
    if (chance(0.3)) return change('cancel', { reason: oneOf(['guest_request', 'weather']) })
    return change('modify', { specialRequests: `request ${randomUUID()}` })
  }

  async #create(): Promise<void> {
    const answer = await this.#send('POST', '/api/partner/reservations', {
      cenoteId: oneOf(cenotes),
      visitDate: someDay(),
      visitors: { adults: 1 + Math.floor(between(0, 3)) },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
      ...(chance(0.3) ? { promoCode: 'CENOTE10' } : {}),
    })
    if (!answer) return
    this.#known.push({ id: answer.id, status: answer.status })
    this.acknowledged.push({ reservationId: answer.id, operation: 'create' })
  }

  async #change(known: Known, operation: string, body: object): Promise<void> {
    const path = `/api/partner/reservations/${known.id}`
    const answer =
      operation === 'modify'
        ? await this.#send('PATCH', path, body)
        : await this.#send('POST', `${path}/${operation}`, body)
    if (!answer) {
      // Refused, such as a cancellation too late: nothing to retry.
      known.status = 'not retried'
      return
    }
    known.status = answer.status ?? known.status
    this.acknowledged.push({ reservationId: known.id, operation })
  }

  /** The data of an answer; null when it was refused. */
  async #send(method: string, path: string, body: object): Promise<Json> {
    const key = { 'Idempotency-Key': randomUUID() }
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (attempt > 0) {
        this.resent += 1
        await pause(between(20, 300))
      }
      const answer = await partner(oneOf(this.#urls))
        .send(method, path, body, key)
        .catch(() => null)
      // Cut off, away, or still at it: the same again, wherever it leads to.
      if (!answer || answer.status >= 500 || answer.body.error?.code === 'IDEMPOTENCY_KEY_IN_USE') continue
      if (answer.status < 300) return answer.body.data
      if (answer.status !== 422)
        this.fieldErrors.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      this.refused += 1
      return null
    }
    this.fieldErrors.push(`${method} ${path} was never answered`)
    return null
  }
}
