import { randomUUID } from 'node:crypto'
import { demoId } from '../../platform/values/demo-id.ts'
import type { ResponseBody, Send } from './client.ts'
import { between, chance, oneOf, pause } from './random.ts'

const cenoteIds = (slugs: readonly [string, ...string[]]): [string, ...string[]] =>
  slugs.map((slug) => demoId('cenote', slug)) as [string, ...string[]]

const cenotes = cenoteIds(['gran-cenote', 'dos-ojos', 'zaci', 'ik-kil', 'suytun'])
/** With 60 places a day, so that several buyers compete for the last one. */
const smallCenotes = cenoteIds(['chencoh'])

interface Known {
  readonly id: string
  status: string
}

/** The state of a reservation after its last acknowledged change. */
export interface AcknowledgedState {
  status: string
  specialRequests: string | null
  visitDate: string
}

/** Days from today, one of a month's. */
const someDay = (): string => new Date(Date.now() + between(3, 33) * 86_400_000).toISOString().slice(0, 10)

const maxAttempts = 600
const stateQuery = 'query State($id: ID!) { reservation(id: $id) { status specialRequests visitDate } }'

/**
 * A partner that books, changes and cancels at random. Each request has an Idempotency-Key and is retried until it gets
 * a response, whatever fails meanwhile.
 */
export class LoadWriter {
  /** Acknowledged versions of each reservation, by operation. */
  readonly acknowledged: { readonly reservationId: string; readonly operation: string }[] = []
  /** The expected state of each reservation in the database. */
  readonly states = new Map<string, AcknowledgedState>()
  readonly fieldErrors: string[] = []
  refused = 0
  resent = 0
  readonly #send: Send
  readonly #known: Known[] = []
  #stopped = false
  readonly #loop: Promise<void>

  constructor(
    send: Send,
    readonly pauseMilliseconds: number,
  ) {
    this.#send = send
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
    if (chance(0.5))
      return change('modify', { visitDate: someDay(), ...(chance(0.5) ? { cenoteId: oneOf(cenotes) } : {}) })
    return change('modify', { specialRequests: `request ${randomUUID()}` })
  }

  async #create(): Promise<void> {
    const response = await this.#sendUntilSettled('POST', '/api/partner/reservations', {
      cenoteId: oneOf(chance(0.3) ? smallCenotes : cenotes),
      visitDate: someDay(),
      visitors: { adults: 1 + Math.floor(between(0, 3)), children: 0 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
      ...(chance(0.3) ? { promoCode: 'CENOTE10' } : {}),
    })
    if (!response) return
    const { id = '', status = '', visitDate = '' } = response
    this.#known.push({ id, status })
    this.states.set(id, { status, specialRequests: null, visitDate })
    this.acknowledged.push({ reservationId: id, operation: 'create' })
  }

  async #change(
    known: Known,
    operation: string,
    body: { specialRequests?: string; visitDate?: string },
  ): Promise<void> {
    const path = `/api/partner/reservations/${known.id}`
    const response =
      operation === 'modify'
        ? await this.#sendUntilSettled('PATCH', path, body)
        : await this.#sendUntilSettled('POST', `${path}/${operation}`, body)
    if (!response) {
      // Refused, such as a cancellation too late: nothing to retry.
      known.status = 'not retried'
      return
    }
    // Moved to where it is.
    if (response.changes?.length === 0) return
    known.status = response.status ?? known.status
    this.acknowledged.push({ reservationId: known.id, operation })
    const state = this.states.get(known.id)
    if (!state) return
    state.status = known.status
    state.specialRequests = body.specialRequests ?? state.specialRequests
    state.visitDate = body.visitDate ?? state.visitDate
    if (chance(0.2)) await this.#readBack(known.id, state)
  }

  /** A read after the caller's own change returns it, whichever process serves it. */
  async #readBack(id: string, { status, specialRequests, visitDate }: AcknowledgedState): Promise<void> {
    const response = await this.#send('POST', '/graphql', { query: stateQuery, variables: { id } }).catch(() => null)
    const read = response?.body.data?.reservation
    if (!read) return
    const [acknowledged, found] = [
      [status, specialRequests, visitDate],
      [read.status.toLowerCase(), read.specialRequests, read.visitDate],
    ].map((facts) => JSON.stringify(facts))
    if (found !== acknowledged)
      this.fieldErrors.push(`${id} was acknowledged as ${acknowledged} and then read as ${found}`)
  }

  /** Retries until a response is final. Returns its data; null when it was refused. */
  async #sendUntilSettled(
    method: string,
    path: string,
    body: object,
  ): Promise<NonNullable<ResponseBody['data']> | null> {
    const key = { 'Idempotency-Key': randomUUID() }
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (attempt > 0) {
        this.resent += 1
        await pause(between(20, 300))
      }
      const response = await this.#send(method, path, body, key).catch(() => null)
      // Cut off, unavailable or in progress: retry, at any process.
      if (!response || response.status >= 500 || response.body.error?.code === 'IDEMPOTENCY_KEY_IN_USE') continue
      if (response.status < 300) return response.body.data ?? {}
      if (response.status !== 422)
        this.fieldErrors.push(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
      this.refused += 1
      return null
    }
    this.fieldErrors.push(`${method} ${path} had no response`)
    return null
  }
}
