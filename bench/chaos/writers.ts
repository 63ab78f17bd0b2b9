import { randomUUID } from 'node:crypto'
import { demoId } from '../../platform/values/demo-id.ts'
import { ages, byAge, type Party } from '../../schema/ages.ts'
import type { Response } from './client.ts'
import { LoadPartner } from './load-partner.ts'
import { between, chance, oneOf } from './random.ts'
import { differencesBetween, type AcknowledgedState } from './records.ts'

export interface Product {
  readonly type: 'cenote' | 'tour'
  readonly id: string
}
type Products = [Product, ...Product[]]

const productsOf = (type: Product['type'], slugs: readonly [string, ...string[]]): Products =>
  slugs.map((slug) => ({ type, id: demoId(type, slug) })) as Products
const named = ({ type, id }: Product): object => (type === 'tour' ? { tourId: id } : { cenoteId: id })

/** The first three are stops of the first two tours, which take places there. */
export const products: Products = [
  ...productsOf('cenote', ['dos-ojos', 'nicte-ha', 'x-batun', 'gran-cenote', 'zaci', 'ik-kil', 'suytun']),
  ...productsOf('tour', ['dos-ojos-diving', 'homun-underground', 'tulum-cenotes-classic']),
]
/** With 60 places a day and with 8 and 12 a departure, so that several buyers compete for the last one. */
export const smallProducts: Products = [
  ...productsOf('cenote', ['chencoh']),
  ...productsOf('tour', ['dos-ojos-diving', 'homun-underground']),
]

export interface Known {
  readonly id: string
  status: string
  /** When its hold ends; only of holds for a short time, until they are confirmed or have ended. */
  endsAt?: number | undefined
  /** Left alone until its hold has ended, and confirmed then. */
  readonly isLeft?: boolean
}

interface ChangeBody {
  readonly specialRequests?: string
  readonly visitDate?: string
  readonly cenoteId?: string
  readonly tourId?: string
  readonly visitors?: Party
  readonly guest?: object
  readonly paymentId?: string
}

/** Days from today, one of a month's. */
export const someDay = (): string => new Date(Date.now() + between(3, 33) * 86_400_000).toISOString().slice(0, 10)
export const someParty = (): Party =>
  byAge((age) => (age === 'adults' ? 1 + Math.floor(between(0, 3)) : Math.floor(between(0, 1.3))))
export const partyText = (party: Party): string => ages.map((age) => party[age]).join(', ')
const someGuest = () => ({ name: `Ana ${randomUUID()}`, email: 'ana@example.com', phone: '+52 998 123 4567' })

/** By so much a clock may be behind that of the product. */
export const toleranceMilliseconds = 1_000
export const isOver = ({ endsAt = Infinity }: Known): boolean => Date.now() > endsAt + toleranceMilliseconds

const stateQuery = `query State($id: ID!) {
  reservation(id: $id) { status specialRequests visitDate product { id } visitors { ${ages.join(' ')} } }
}`

/** A partner that books, holds, changes, moves and cancels at random, and confirms in time and too late. */
export class LoadWriter extends LoadPartner {
  readonly #known: Known[] = []

  protected async confirmHolds(): Promise<void> {
    for (const one of this.#known) if (one.endsAt !== undefined) await this.#confirmHold(one, {})
  }

  protected async act(): Promise<void> {
    const alive = this.#known.filter(
      (one) =>
        ['pending', 'confirmed', 'in_progress'].includes(one.status) &&
        (!one.isLeft || one.endsAt === undefined || isOver(one)),
    )
    const [first, ...more] = alive
    if (!first || chance(0.35)) return chance(0.3) ? this.#hold() : this.#create()
    const one = oneOf([first, ...more])
    const change = (operation: string, body: object): Promise<void> => this.#change(one, operation, body)
    if (one.endsAt !== undefined) {
      if (isOver(one) || chance(0.3)) return this.#confirmHold(one, { visitors: someParty() })
      if (chance(0.6)) return change('extend', { minutes: Math.ceil(between(0, 3)) })
    }
    if (one.status === 'in_progress') return change('complete', {})
    if (one.status === 'confirmed' && chance(0.3)) return change('checkin', { actualVisitors: { adults: 1 } })
    if (one.status === 'pending' && one.endsAt === undefined && chance(0.4))
      return change('confirm', { paymentId: `pay_${randomUUID()}`, paymentMethod: 'credit_card' })
    if (one.endsAt === undefined && chance(0.3))
      return change('cancel', { reason: oneOf(['guest_request', 'weather']) })
    if (chance(0.5))
      return change('modify', {
        visitDate: someDay(),
        ...(chance(0.5) ? named(oneOf(products)) : {}),
        ...(chance(0.3) ? { visitors: someParty() } : {}),
      })
    return change('modify', { specialRequests: `request ${randomUUID()}` })
  }

  #create(): Promise<void> {
    const promoCode = chance(0.3) ? { promoCode: 'CENOTE10' } : {}
    return this.#reserve({ guest: someGuest(), ...promoCode }, () => ({}))
  }

  /** Holds places for a minute, without a guest. */
  #hold(): Promise<void> {
    return this.#reserve({ hold: true, holdMinutes: 1 }, (expiresAt) => ({ endsAt: expiresAt, isLeft: chance(0.5) }))
  }

  async #reserve(body: object, holdUntil: (expiresAt: number) => Pick<Known, 'endsAt' | 'isLeft'>): Promise<void> {
    const product = oneOf(chance(0.3) ? smallProducts : products)
    const party = someParty()
    const common = { ...named(product), visitDate: someDay(), visitors: party }
    const path = '/api/partner/reservations'
    const response = await this.send('POST', path, { ...common, ...body })
    if (!response) return
    if (response.status >= 300 && response.status !== 422)
      this.fieldErrors.push(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    if (!response.body.data) return
    const { id = '', status = '', visitDate = '', expiresAt } = response.body.data
    this.#known.push({ id, status, ...holdUntil(Date.parse(expiresAt ?? '')) })
    this.states.set(id, { status, specialRequests: null, visitDate, productId: product.id, party: partyText(party) })
    this.acknowledged.push({ reservationId: id, operation: `create ${product.type}` })
  }

  /** With the guest that it lacks, and with changes; too late once the hold has ended. */
  #confirmHold(one: Known, changes: ChangeBody): Promise<void> {
    return this.#change(one, 'confirm', { guest: someGuest(), paymentId: `pay_${randomUUID()}`, ...changes })
  }

  async #change(known: Known, operation: string, body: ChangeBody): Promise<void> {
    const path = `/api/partner/reservations/${known.id}`
    const isLate = isOver(known)
    const response =
      operation === 'modify'
        ? await this.send('PATCH', path, body)
        : await this.send('POST', `${path}/${operation}`, body)
    if (!response) return
    if (response.status >= 300) return this.#refused(known, response)
    if (isLate) this.fieldErrors.push(`${path}: ${operation} was accepted after the hold had ended`)
    const { status, changes, expiresAt } = response.body.data ?? {}
    // Moved to where it is.
    if (changes?.length === 0) return
    known.status = status ?? known.status
    if (operation === 'extend') known.endsAt = Date.parse(expiresAt ?? '')
    if (operation === 'confirm') known.endsAt = undefined
    // A confirmation with changes makes two: that of the visit and its own.
    if (operation === 'confirm' && body.guest)
      this.acknowledged.push({ reservationId: known.id, operation: 'complete hold' })
    this.acknowledged.push({ reservationId: known.id, operation })
    const state = this.states.get(known.id)
    if (!state) return
    state.status = known.status
    state.specialRequests = body.specialRequests ?? state.specialRequests
    state.visitDate = body.visitDate ?? state.visitDate
    state.productId = body.tourId ?? body.cenoteId ?? state.productId
    if (body.visitors) state.party = partyText(body.visitors)
    // A hold may end before it is read.
    if (known.endsAt === undefined && chance(0.2)) await this.#readBack(known.id, state)
  }

  #refused(known: Known, { status, body }: Response): void {
    const { code, details } = body.error ?? {}
    const isEnded = code === 'INVALID_STATE_TRANSITION' || details?.reason === 'status_cancelled'
    if (known.endsAt !== undefined && isEnded) {
      if (Date.now() + toleranceMilliseconds < known.endsAt)
        this.fieldErrors.push(`${known.id} was cancelled before its hold ended`)
      known.status = 'cancelled'
      known.endsAt = undefined
      const state = this.states.get(known.id)
      if (state) state.status = known.status
      this.acknowledged.push({ reservationId: known.id, operation: 'expire' })
    } else if (status !== 422) this.fieldErrors.push(`${known.id}: ${status} ${JSON.stringify(body)}`)
    // Refused, such as a cancellation too late: nothing to retry, but a hold is not left to end unnoticed.
    else if (known.endsAt === undefined) known.status = 'not retried'
  }

  /** A read after the caller's own change returns it, whichever process serves it. */
  async #readBack(id: string, acknowledged: Readonly<AcknowledgedState>): Promise<void> {
    const response = await this.sendOnce('POST', '/graphql', { query: stateQuery, variables: { id } }).catch(() => null)
    const read = response?.body.data?.reservation
    if (!read) return
    const found: AcknowledgedState = {
      status: read.status.toLowerCase(),
      specialRequests: read.specialRequests,
      visitDate: read.visitDate,
      productId: read.product.id,
      party: partyText(read.visitors),
    }
    const differences = differencesBetween(acknowledged, found)
    if (differences.length > 0) this.fieldErrors.push(`${id} was read after a change: ${differences.join(', ')}`)
  }
}
