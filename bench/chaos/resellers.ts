import { randomUUID } from 'node:crypto'
import { ages, type Age, type Party } from '../../schema/ages.ts'
import type { Response } from './client.ts'
import { LoadPartner } from './load-partner.ts'
import { chance, oneOf } from './random.ts'
import { differencesBetween, type AcknowledgedState } from './records.ts'
import { isOver, partyText, products, smallProducts, someDay, someParty, toleranceMilliseconds } from './writers.ts'

/** Bodies of OCTO; only the members that the load reads. */
interface OctoBody {
  readonly id: string
  readonly uuid: string
  readonly status: string
  readonly utcExpiresAt: string | null
  readonly productId: string
  readonly availabilityId: string
  readonly notes: string | null
  readonly unitItems: readonly { readonly unitId: string }[]
  readonly error?: string
}

interface Slot {
  readonly id: string
  readonly available: boolean
}

const bodyOf = (response: Response): OctoBody => response.body as unknown as OctoBody

const unitIds: Readonly<Record<Age, string>> = {
  adults: 'ADULT',
  children: 'CHILD',
  seniors: 'SENIOR',
  infants: 'INFANT',
  teens: 'YOUTH',
}
const unitItemsOf = (party: Party): { readonly unitId: string }[] =>
  ages.flatMap((age) => Array.from({ length: party[age] }, () => ({ unitId: unitIds[age] })))

/** The status of the reservation that a booking is. */
const statuses: Readonly<Record<string, string>> = {
  ON_HOLD: 'pending',
  CONFIRMED: 'confirmed',
  CANCELLED: 'cancelled',
  EXPIRED: 'cancelled',
}

const stateOf = ({ status, notes, availabilityId, productId, unitItems }: OctoBody): AcknowledgedState => ({
  status: statuses[status] ?? status,
  specialRequests: notes,
  visitDate: availabilityId.slice(0, 10),
  productId,
  party: ages.map((age) => unitItems.filter(({ unitId }) => unitId === unitIds[age]).length).join(', '),
})

interface Booked {
  readonly id: string
  readonly uuid: string
  status: string
  /** Of its last event. */
  version: number
  /** When its hold ends; until it is confirmed or has ended. */
  endsAt?: number | undefined
  /** Left alone until its hold has ended, and confirmed then. */
  readonly isLeft: boolean
}

const bookings = '/octo/v1/bookings'
const minute = 60_000

/** A reseller over OCTO that holds, extends, confirms, moves and cancels at random, in time and too late. */
export class LoadReseller extends LoadPartner {
  readonly #booked: Booked[] = []

  protected async confirmHolds(): Promise<void> {
    for (const one of this.#booked) if (one.endsAt !== undefined) await this.#confirm(one)
  }

  protected async act(): Promise<void> {
    const [first, ...more] = this.#booked.filter(
      (one) => one.status !== 'cancelled' && (!one.isLeft || one.endsAt === undefined || isOver(one)),
    )
    if (!first || chance(0.35)) return this.#hold()
    const one = oneOf([first, ...more])
    if (one.endsAt !== undefined && isOver(one)) return this.#confirm(one)
    if (one.endsAt !== undefined && chance(0.3)) return this.#confirm(one, someParty())
    if (one.endsAt !== undefined && chance(0.4)) return this.#extend(one, one.endsAt)
    if (chance(0.2)) return this.#cancel(one)
    return this.#change(one)
  }

  async #hold(): Promise<void> {
    const product = oneOf(chance(0.3) ? smallProducts : products)
    const slot = await this.#findSlot(product.id)
    if (!slot) return
    const party = someParty()
    const response = await this.#write('POST', '', {
      ...(chance(0.5) ? { uuid: randomUUID() } : {}),
      productId: product.id,
      optionId: 'DEFAULT',
      availabilityId: slot.id,
      unitItems: unitItemsOf(party),
      expirationMinutes: 1,
    })
    // Others may have taken the places since the slot was read.
    if (!response || response.error !== undefined) return
    const { id, uuid, utcExpiresAt } = response
    const booked = {
      id,
      uuid,
      status: 'pending',
      version: 1,
      endsAt: Date.parse(utcExpiresAt ?? ''),
      isLeft: chance(0.3),
    }
    this.#booked.push(booked)
    this.acknowledged.push({ reservationId: id, operation: 'OCTO create' })
    this.#learn(booked, response, {
      status: 'pending',
      specialRequests: null,
      visitDate: slot.id.slice(0, 10),
      productId: product.id,
      party: partyText(party),
    })
  }

  async #findSlot(productId: string): Promise<Slot | undefined> {
    const body = { productId, optionId: 'DEFAULT', localDate: someDay() }
    const path = '/octo/v1/availability'
    const response = await this.send('POST', path, body)
    if (!response) return undefined
    if (response.status !== 200) {
      this.fieldErrors.push(`POST ${path} ${JSON.stringify(body)}: ${response.status} ${JSON.stringify(response.body)}`)
      return undefined
    }
    const [first, ...more] = (response.body as unknown as readonly Slot[]).filter(({ available }) => available)
    return first && oneOf([first, ...more])
  }

  /** With the contact that it lacks, and perhaps for another party; too late once the hold has ended. */
  async #confirm(one: Booked, party?: Party): Promise<void> {
    const isLate = isOver(one)
    const response = await this.#write('POST', `/${one.uuid}/confirm`, {
      contact: { fullName: `Ana ${randomUUID()}` },
      ...(party ? { unitItems: unitItemsOf(party) } : {}),
    })
    if (response?.error === 'INVALID_BOOKING_UUID') return this.#expired(one)
    if (!response || response.error !== undefined) return
    if (isLate) this.fieldErrors.push(`${one.id}: confirm was accepted after the hold had ended`)
    one.status = 'confirmed'
    one.endsAt = undefined
    // That of the contact and its own.
    this.#acknowledge(one, 'OCTO change', 2)
    this.#learn(one, response, { status: 'confirmed', ...(party ? { party: partyText(party) } : {}) })
  }

  #expired(one: Booked): void {
    if (Date.now() + toleranceMilliseconds < (one.endsAt ?? Infinity))
      this.fieldErrors.push(`${one.id} had ended before its hold did`)
    one.status = 'cancelled'
    one.endsAt = undefined
    this.#acknowledge(one, 'expire')
    const state = this.states.get(one.id)
    if (state) state.status = one.status
  }

  /** To a later instant: it never ends earlier than it does already. */
  async #extend(one: Booked, endsAt: number): Promise<void> {
    const expirationMinutes = Math.ceil((endsAt - Date.now()) / minute) + 1
    const response = await this.#write('POST', `/${one.uuid}/extend`, { expirationMinutes })
    if (response?.error === 'INVALID_BOOKING_UUID') return this.#expired(one)
    if (!response || response.error !== undefined) return
    one.endsAt = Date.parse(response.utcExpiresAt ?? '')
    this.#acknowledge(one, 'OCTO change')
  }

  async #cancel(one: Booked): Promise<void> {
    const response = await this.#write('POST', `/${one.uuid}/cancel`, { reason: 'The guest is ill' })
    if (!response || response.error !== undefined) return
    if (response.status === 'EXPIRED') return this.#expired(one)
    one.status = 'cancelled'
    one.endsAt = undefined
    this.#acknowledge(one, 'OCTO change')
    this.#learn(one, response, { status: 'cancelled' })
  }

  /** A move, another party or other notes, which are never the same. */
  async #change(one: Booked): Promise<void> {
    const product = oneOf(products)
    const slot = chance(0.5) ? await this.#findSlot(product.id) : undefined
    const party = chance(0.4) ? someParty() : undefined
    const notes = `request ${randomUUID()}`
    const response = await this.#write('PATCH', `/${one.uuid}`, {
      notes,
      ...(slot ? { productId: product.id, availabilityId: slot.id } : {}),
      ...(party ? { unitItems: unitItemsOf(party) } : {}),
    })
    if (!response || response.error !== undefined) return
    // What has become more expensive is paid in a transaction of its own.
    const events = one.status === 'confirmed' ? await this.#eventsSince(one) : 1
    if (events > 2) this.fieldErrors.push(`${one.id}: one change of a booking made ${events} events`)
    this.#acknowledge(one, 'OCTO change', events)
    this.#learn(one, response, {
      specialRequests: notes,
      ...(slot ? { productId: product.id, visitDate: slot.id.slice(0, 10) } : {}),
      ...(party ? { party: partyText(party) } : {}),
    })
  }

  async #eventsSince({ id, version }: Booked): Promise<number> {
    const query = 'query Version($id: ID!) { reservation(id: $id) { version } }'
    const response = await this.send('POST', '/graphql', { query, variables: { id } })
    return Math.max(1, (response?.body.data?.reservation?.version ?? version + 1) - version)
  }

  #acknowledge(one: Booked, operation: string, events = 1): void {
    one.version += events
    for (let event = 0; event < events; event += 1) this.acknowledged.push({ reservationId: one.id, operation })
  }

  /** The response of a change must show it. */
  #learn({ id }: Booked, response: OctoBody, changes: Partial<AcknowledgedState>): void {
    const state = { ...this.states.get(id), ...changes } as AcknowledgedState
    this.states.set(id, state)
    const differences = differencesBetween(state, stateOf(response))
    if (differences.length > 0) this.fieldErrors.push(`${id}, in the response of a change: ${differences.join(', ')}`)
  }

  /** The body of a response, also of a refusal that others cause; null when there was none or it is wrong. */
  async #write(method: string, path: string, body: object): Promise<OctoBody | null> {
    const response = await this.send(method, bookings + path, body)
    if (!response) return null
    const returned = bodyOf(response)
    if (response.status === 200) return returned
    const isExpected = ['UNPROCESSABLE_ENTITY', 'INVALID_BOOKING_UUID'].includes(returned.error ?? '')
    if (response.status === 400 && isExpected) return returned
    this.fieldErrors.push(`${method} ${bookings}${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return null
  }
}
