import { randomUUID } from 'node:crypto'
import type { Chance } from '../../../bench/chance.ts'
import { byAge, hasAdult, isSameParty, peopleOf, type Party } from '../../../schema/ages.ts'

/**
 * A model of what a partner knows of its reservations: what each request changes when it is accepted, and which responses
 * are right. One request after the other for each reservation, without any concurrency.
 */

export interface Visit {
  /** One of the two is null. */
  readonly cenoteId: string | null
  readonly tourId: string | null
  readonly visitDate: string
  readonly visitTime: string
}

export interface ModelReservation extends Visit {
  readonly id: string
  /** Unique in the run: by it a creation without a response is found. */
  readonly resellerReference: string
  readonly externalId: string | undefined
  /** To repeat it. */
  readonly createdBy: Pick<Creation, 'isOcto' | 'body'>
  readonly status: 'pending' | 'confirmed' | 'cancelled'
  readonly party: Party
  readonly guestName: string
  /** Created without a guest. */
  readonly isHold: boolean
  readonly hasService: boolean
  /** Instant until which it is held, as the last response said. */
  readonly expiresAt: string | null
  /** In the order of the versions. */
  readonly events: readonly string[]
}

/** A cenote or tour with the places that it has. */
export interface ModelProduct {
  readonly type: 'cenote' | 'tour'
  readonly id: string
  /** One that its visits can have in addition. */
  readonly serviceId: string | undefined
  /** From UTC, as in ISO 8601; the same all year. */
  readonly offset: string
  readonly times: readonly string[]
  readonly hourly: number
  /** Infinity without a limit. */
  readonly daily: number
  /** The slots of cenotes in which the party of a departure takes places, by the time of the departure. */
  readonly stops: Readonly<Record<string, readonly { readonly cenoteId: string; readonly time: string }[]>>
}

/** Where the partner sells, and what it may choose from. */
export interface ModelWorld {
  readonly products: readonly ModelProduct[]
  readonly days: readonly string[]
  readonly holdMinutes: number
}

/** A request, the response that it must get, and what it changes then. */
export interface Step {
  readonly name: string
  readonly isOcto: boolean
  readonly method: 'PATCH' | 'POST'
  readonly path: string
  readonly body: object
  /** How the outcome begins: status, code, reason. */
  readonly outcome: string
  readonly changes: Partial<ModelReservation>
  /** Events that it adds. */
  readonly events: readonly string[]
  /** Refusals caused by other requests; they change nothing. */
  readonly mayBeRefused: readonly string[]
  /** Events that it adds only if they are needed, in this order, each in a transaction of its own. */
  readonly mayAlso?: readonly string[]
  /** The hour is chosen by the product. */
  readonly isAnyHour?: boolean
}

export const productOf = ({ products }: ModelWorld, { cenoteId, tourId }: Pick<Visit, 'cenoteId' | 'tourId'>) => {
  const product = products.find(({ id }) => id === (tourId ?? cenoteId))
  if (!product) throw new Error(`No product ${tourId ?? cenoteId}`)
  return product
}

/** Tours as often as cenotes. */
export const someProduct = ({ products }: ModelWorld, chance: Chance): ModelProduct => {
  const kind = chance.pick(['cenote', 'tour'])
  return chance.pick(products.filter(({ type }) => type === kind))
}

/** The product of a request, and that of a reservation. */
export const named = ({ type, id }: ModelProduct) => (type === 'tour' ? { tourId: id } : { cenoteId: id })
export const idsOf = ({ type, id }: ModelProduct): Pick<Visit, 'cenoteId' | 'tourId'> =>
  type === 'tour' ? { cenoteId: null, tourId: id } : { cenoteId: id, tourId: null }

export const fullSlotCodes = [
  '422 CENOTE_NOT_AVAILABLE fully_booked',
  '422 CENOTE_NOT_AVAILABLE too_many_visitors',
  '422 TOUR_NOT_AVAILABLE fully_booked',
  '422 TOUR_NOT_AVAILABLE too_many_visitors',
  '422 TOUR_NOT_AVAILABLE stop_full',
  '422 INSUFFICIENT_CAPACITY',
]
const notOffered = '422 SERVICE_NOT_AVAILABLE'
const overdue = '409 INVALID_STATE_TRANSITION'

export function randomParty(chance: Chance): Party {
  for (;;) {
    const party = byAge((age) => (age === 'adults' ? chance.below(3) : chance.below(2)))
    if (hasAdult(party)) return party
  }
}

const guestOf = (reference: string): { name: string; email: string; phone: string } => ({
  name: `Ana ${reference}`,
  email: `${reference}@example.com`,
  phone: '+52 998 123 4567',
})

/** A creation in one of its forms: whole, as a hold without a guest, flat, over OCTO. */
export interface Creation {
  readonly isOcto: boolean
  readonly body: object & { readonly cenoteId?: string; readonly tourId?: string }
  /** The reservation that it makes; the product adds its id, and the hour where none was requested. */
  readonly makes: Omit<ModelReservation, 'id' | 'visitTime' | 'expiresAt'>
}

export function restCreation(world: ModelWorld, chance: Chance): Creation {
  const resellerReference = `model-${randomUUID()}`
  const externalId = chance.often(0.6) ? randomUUID() : undefined
  const references = { resellerReference, ...(externalId === undefined ? {} : { externalId }) }
  const product = someProduct(world, chance)
  const visitDate = chance.pick(world.days)
  const common = { resellerReference, externalId, ...idsOf(product), visitDate, hasService: false, events: ['created'] }
  const guest = guestOf(resellerReference)
  if (chance.often(0.25)) {
    const visitors = 1 + chance.below(3)
    const body = {
      ...references,
      ...named(product),
      date: `${visitDate}T${chance.pick(product.times)}`,
      visitors,
      email: guest.email,
    }
    const party = byAge((age) => (age === 'adults' ? visitors : 0))
    const makes = {
      ...common,
      createdBy: { isOcto: false, body },
      status: 'pending',
      party,
      guestName: '',
      isHold: false,
    } as const
    return { ...makes.createdBy, makes }
  }
  const party = randomParty(chance)
  const isHold = chance.often(0.5)
  const body = {
    ...references,
    ...named(product),
    visitDate,
    ...(chance.often(0.8) ? { visitTime: chance.pick(product.times) } : {}),
    visitors: party,
    ...(isHold ? { hold: true, holdMinutes: someMinutes(world, chance) } : { guest }),
  }
  const guestName = isHold ? '' : guest.name
  const makes = { ...common, createdBy: { isOcto: false, body }, status: 'pending', party, guestName, isHold } as const
  return { ...makes.createdBy, makes }
}

export type Draw = (before: ModelReservation, world: ModelWorld, chance: Chance) => Omit<Step, 'name' | 'isOcto'>

/** The length of a hold that does not expire during the run. */
export const someMinutes = ({ holdMinutes }: ModelWorld, chance: Chance): number => 20 + chance.below(holdMinutes - 19)

export const none = { changes: {}, events: [], mayBeRefused: [] }

const extend: Draw = ({ status }, world, chance) => ({
  method: 'POST',
  path: '/extend',
  body: { minutes: someMinutes(world, chance) },
  ...none,
  ...(status === 'pending' ? { outcome: '200', events: ['modified'] } : { outcome: overdue }),
})

const confirm: Draw = ({ status, isHold, guestName }) => ({
  method: 'POST',
  path: '/confirm',
  body: status === 'pending' ? { paymentId: `pay ${randomUUID()}` } : {},
  ...none,
  ...(status !== 'pending'
    ? { outcome: overdue }
    : isHold && guestName === ''
      ? { outcome: '400' }
      : { outcome: '200', changes: { status: 'confirmed' }, events: ['confirmed'] }),
})

/** With the guest, another party and a service: in one transaction, or not at all. */
const confirmWithChanges: Draw = (before, world, chance) => {
  const party = randomParty(chance)
  const guest = guestOf(`${before.resellerReference} ${chance.below(1_000)}`.replaceAll(' ', '-'))
  const { serviceId } = productOf(world, before)
  return {
    method: 'POST',
    path: '/confirm',
    body: {
      guest,
      visitors: party,
      ...(serviceId === undefined ? {} : { services: [{ id: serviceId, action: 'add', quantity: 1 }] }),
      ...(chance.often(0.7) ? { paymentId: `pay ${randomUUID()}` } : {}),
    },
    ...none,
    ...(before.status === 'pending'
      ? {
          outcome: '200',
          changes: { status: 'confirmed', party, guestName: guest.name, hasService: serviceId !== undefined },
          events: ['modified', 'confirmed'],
          mayBeRefused: peopleOf(party) > peopleOf(before.party) ? fullSlotCodes : [],
        }
      : { outcome: before.status === 'confirmed' ? '400' : overdue }),
  }
}

const changed = (
  { status }: ModelReservation,
  isChange: boolean,
  changes: Partial<ModelReservation>,
): Pick<Step, 'outcome' | 'changes' | 'events'> =>
  status === 'cancelled'
    ? { outcome: '422 MODIFICATION_NOT_ALLOWED status_cancelled', changes: {}, events: [] }
    : { outcome: '200', changes, events: isChange ? ['modified'] : [] }

const changeParty: Draw = (before, _world, chance) => {
  const party = randomParty(chance)
  return {
    method: 'PATCH',
    path: '',
    body: { visitors: party },
    ...changed(before, !isSameParty(party, before.party), { party }),
    mayBeRefused: peopleOf(party) > peopleOf(before.party) ? fullSlotCodes : [],
  }
}

const move: Draw = (before, world, chance) => {
  const present = productOf(world, before)
  const product = chance.often(0.75) ? someProduct(world, chance) : present
  const isElsewhere = product !== present
  const wanted: Pick<Partial<Visit>, 'visitDate' | 'visitTime'> = {
    ...(chance.often(0.6) ? { visitDate: chance.pick(world.days) } : { visitTime: chance.pick(product.times) }),
    ...(chance.often(0.7) ? { visitTime: chance.pick(product.times) } : {}),
  }
  const party = chance.often(0.2) ? randomParty(chance) : before.party
  const after = { ...before, ...wanted, party }
  const isMoved = isElsewhere || (['visitDate', 'visitTime'] as const).some((name) => after[name] !== before[name])
  return {
    method: 'PATCH',
    path: '',
    body: {
      ...wanted,
      ...(isElsewhere || chance.often(0.3) ? named(product) : {}),
      ...(party === before.party ? {} : { visitors: party }),
    },
    ...changed(before, isMoved || !isSameParty(party, before.party), { ...wanted, ...idsOf(product), party }),
    mayBeRefused: [
      ...(isMoved || peopleOf(party) > peopleOf(before.party) ? fullSlotCodes : []),
      ...(before.hasService && isElsewhere ? [notOffered] : []),
    ],
    isAnyHour: wanted.visitTime === undefined && (isElsewhere || after.visitDate !== before.visitDate),
  }
}

const cancel: Draw = ({ status }, _world, chance) => ({
  method: 'POST',
  path: '/cancel',
  body: { reason: chance.pick(['guest_request', 'weather']) },
  ...none,
  ...(status === 'cancelled'
    ? { outcome: overdue }
    : { outcome: '200', changes: { status: 'cancelled' }, events: ['cancelled'] }),
})

/** Operations by name, each with how often it is drawn. */
export const restOperations = {
  extend: [extend, 3],
  confirm: [confirm, 2],
  'confirm with changes': [confirmWithChanges, 3],
  'change the party': [changeParty, 3],
  move: [move, 6],
  cancel: [cancel, 1],
} as const satisfies Record<string, readonly [Draw, number]>

/**
 * Places that reservations hold, by product, day and hour, and by product and day: of the departure or hour that they
 * visit, and of the stops of a tour. A party counts once on a day.
 */
export function heldPlaces(world: ModelWorld, reservations: readonly ModelReservation[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const reservation of reservations) {
    if (reservation.status === 'cancelled') continue
    const { visitDate, visitTime, party } = reservation
    const product = productOf(world, reservation)
    const slots = [{ cenoteId: product.id, time: visitTime }, ...(product.stops[visitTime] ?? [])]
    const keys = slots.flatMap(({ cenoteId, time }) => [`${cenoteId} ${visitDate} ${time}`, `${cenoteId} ${visitDate}`])
    for (const key of new Set(keys)) held.set(key, (held.get(key) ?? 0) + peopleOf(party))
  }
  return held
}

/** Whole seconds, which is what OCTO returns. */
export const secondOf = (instant: string | null): number | null =>
  instant === null ? null : Math.floor(Date.parse(instant) / 1_000)

/** The members of the model as a read of the reservation returns them. */
export const shownBy = ({ isHold: _, hasService: __, createdBy: ___, events, ...members }: ModelReservation) => ({
  ...members,
  people: peopleOf(members.party),
  version: events.length,
  expiresAt: members.status === 'pending' ? secondOf(members.expiresAt) : null,
})
