import { randomUUID } from 'node:crypto'
import type { Chance } from '../../../bench/chance.ts'
import { ages, isSameParty, peopleOf, type Age, type Party } from '../../../schema/ages.ts'
import {
  idsOf,
  none,
  productOf,
  randomParty,
  someMinutes,
  someProduct,
  type Creation,
  type Draw,
  type ModelProduct,
  type ModelReservation,
  type ModelWorld,
} from './model.ts'

/** The same partner over OCTO: it sells and changes the same reservations. */

const unitIds: Readonly<Record<Age, string>> = {
  adults: 'ADULT',
  children: 'CHILD',
  seniors: 'SENIOR',
  infants: 'INFANT',
  teens: 'YOUTH',
}
const unitItemsOf = (party: Party): object[] =>
  ages.flatMap((age) => Array.from({ length: party[age] }, () => ({ unitId: unitIds[age] })))

const availabilityId = ({ offset }: ModelProduct, date: string, time: string): string => `${date}T${time}:00${offset}`

const impossible = '400 UNPROCESSABLE_ENTITY'
const gone = '400 INVALID_BOOKING_UUID'
const hasExpired = ({ events }: ModelReservation): boolean => events.includes('expired')

export function octoCreation(world: ModelWorld, chance: Chance): Creation {
  const resellerReference = `model-${randomUUID()}`
  const uuid = chance.often(0.6) ? randomUUID() : undefined
  const product = someProduct(world, chance)
  const [visitDate, time] = [chance.pick(world.days), chance.pick(product.times)]
  const party = randomParty(chance)
  const guestName = chance.often(0.3) ? `Ana ${resellerReference}` : ''
  const body = {
    ...(uuid === undefined ? {} : { uuid }),
    resellerReference,
    productId: product.id,
    optionId: 'DEFAULT',
    availabilityId: availabilityId(product, visitDate, time),
    unitItems: unitItemsOf(party),
    ...(guestName === '' ? {} : { contact: { fullName: guestName } }),
    ...(chance.often(0.5) ? { expirationMinutes: someMinutes(world, chance) } : {}),
  }
  const makes = {
    resellerReference,
    externalId: uuid,
    ...idsOf(product),
    visitDate,
    party,
    guestName,
    hasService: false,
    isHold: true,
    status: 'pending',
    events: ['created'],
    createdBy: { isOcto: true, body },
  } as const
  return { ...makes.createdBy, makes }
}

/** The body of a creation with the same uuid for another party. */
export const forAnotherParty = (body: object): object => ({
  ...body,
  unitItems: [...(body as { readonly unitItems: readonly object[] }).unitItems, { unitId: 'ADULT' }],
})

/** Never earlier than the hold already ends. */
const extend: Draw = (before, world, chance) => ({
  method: 'POST',
  path: '/extend',
  body: { expirationMinutes: someMinutes(world, chance) },
  ...none,
  ...(before.status === 'pending'
    ? { outcome: '200', mayAlso: ['modified'] }
    : { outcome: hasExpired(before) ? gone : impossible }),
})

/** Confirmed already, it is returned as it is. */
const confirm: Draw = (before, _world, chance) => {
  const party = chance.often(0.5) ? randomParty(chance) : before.party
  const fullName = `Ana ${before.resellerReference} ${chance.below(1_000)}`
  return {
    method: 'POST',
    path: '/confirm',
    body: { contact: { fullName }, ...(party === before.party ? {} : { unitItems: unitItemsOf(party) }) },
    ...none,
    ...(before.status === 'pending'
      ? {
          outcome: '200',
          changes: { status: 'confirmed', party, guestName: fullName },
          events: ['modified', 'confirmed'],
          mayBeRefused: peopleOf(party) > peopleOf(before.party) ? [impossible] : [],
        }
      : { outcome: before.status === 'confirmed' ? '200' : hasExpired(before) ? gone : impossible }),
  }
}

/** Confirmed, what has become more expensive is recorded as paid. */
const changed = (
  { status }: ModelReservation,
  isChange: boolean,
  changes: Partial<ModelReservation>,
): Pick<ReturnType<Draw>, 'outcome' | 'changes' | 'events' | 'mayAlso'> =>
  status === 'cancelled'
    ? { outcome: impossible, changes: {}, events: [] }
    : {
        outcome: '200',
        changes,
        events: isChange ? ['modified'] : [],
        mayAlso: isChange && status === 'confirmed' ? ['modified'] : [],
      }

const changeParty: Draw = (before, _world, chance) => {
  const party = randomParty(chance)
  return {
    method: 'PATCH',
    path: '',
    body: { unitItems: unitItemsOf(party) },
    ...changed(before, !isSameParty(party, before.party), { party }),
    mayBeRefused: peopleOf(party) > peopleOf(before.party) ? [impossible] : [],
  }
}

const move: Draw = (before, world, chance) => {
  const present = productOf(world, before)
  const product = chance.often(0.75) ? someProduct(world, chance) : present
  const visit = { visitDate: chance.pick(world.days), visitTime: chance.pick(product.times) }
  const isMoved = product !== present || visit.visitDate !== before.visitDate || visit.visitTime !== before.visitTime
  return {
    method: 'PATCH',
    path: '',
    body: {
      ...(product === present ? {} : { productId: product.id }),
      availabilityId: availabilityId(product, visit.visitDate, visit.visitTime),
    },
    ...changed(before, isMoved, { ...visit, ...idsOf(product) }),
    mayBeRefused: isMoved ? [impossible] : [],
  }
}

/** Cancelled already, it is returned as it is; a hold that has ended as well, or refused. */
const cancel: Draw = (before) => ({
  method: 'POST',
  path: '/cancel',
  body: { reason: 'The guest is ill' },
  ...none,
  ...(before.status === 'cancelled'
    ? { outcome: '200', mayBeRefused: hasExpired(before) ? [impossible] : [] }
    : { outcome: '200', changes: { status: 'cancelled' }, events: ['cancelled'] }),
})

export const octoOperations = {
  'OCTO extend': [extend, 2],
  'OCTO confirm': [confirm, 3],
  'OCTO change the party': [changeParty, 2],
  'OCTO move': [move, 4],
  'OCTO cancel': [cancel, 1],
} as const satisfies Record<string, readonly [Draw, number]>
