import { isBlank, plainPhone } from '../../../../platform/values/text.ts'
import { isUuid, namedUuid } from '../../../../platform/values/uuid.ts'
import {
  ages,
  byAge,
  byCategory,
  categoryOfAge,
  peopleOf,
  type AgeCategory,
  type Party,
} from '../../../../schema/ages.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { presentFields } from '../../../../schema/present-fields.ts'
import { maxPeople } from '../../../../schema/visit-terms.ts'
import { contactErrors, tooLong, type GivenContact, referenceErrors } from './guest.ts'
import { isSameValue } from '../../../../platform/values/json.ts'

/** A person of the party, as it is stored. */
export interface Participant {
  readonly id: string
  readonly category: AgeCategory
  readonly resellerReference?: string
  readonly contact?: ParticipantContact
}

/** The known members only. */
export interface ParticipantContact {
  readonly name?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly phone?: string
  readonly country?: string
  readonly postalCode?: string
  readonly locales?: readonly string[]
  readonly notes?: string
}

/** A person as a request gives it; an absent member stays as it is, and null removes it. */
export interface GivenParticipant {
  readonly id?: string | null | undefined
  readonly category: AgeCategory
  readonly resellerReference?: string | null | undefined
  readonly contact?: GivenContact | null | undefined
}

/** A party with what was given of its people; null when nothing was. */
export interface PartyWithParticipants extends Party {
  /** Of the reservation. */
  readonly id: string
  readonly participants: readonly Participant[] | null
}

/** UUIDs that differ only in case are the same. */
const givenId = ({ id }: GivenParticipant): string | null =>
  id != null && isUuid(id) ? id.toLowerCase() : (id ?? null)

/** The counts of a list of people. */
export const partyOfParticipants = (participants: readonly GivenParticipant[]): Party =>
  byAge((age) => participants.filter(({ category }) => category === categoryOfAge[age]).length)

/** The errors of a party's counts, by field; none when they are valid. */
export function visitorErrors(visitors: Party, path = 'visitors'): FieldErrors {
  const fieldErrors: FieldErrors = {}
  for (const age of ages) if (visitors[age] < 0) fieldErrors[`${path}.${age}`] = [{ code: 'NEGATIVE' }]
  const people = peopleOf(visitors)
  if (people < 1 || people > maxPeople) fieldErrors[path] = [{ code: 'PEOPLE_OUT_OF_RANGE', max: maxPeople }]
  return fieldErrors
}

/** The field errors of a list of people, which must be those of `visitors` where these are counted. */
export function participantErrors(
  participants: readonly GivenParticipant[] | null | undefined,
  visitors: Partial<Record<keyof Party, number | null | undefined>> = {},
): FieldErrors {
  if (!participants) return {}
  if (participants.length < 1 || participants.length > maxPeople)
    return { participants: [{ code: 'PEOPLE_OUT_OF_RANGE', max: maxPeople }] }
  const fieldErrors: FieldErrors = {}
  const ids = new Set<string>()
  for (const [index, participant] of participants.entries()) {
    const { contact } = participant
    const id = givenId(participant)
    const path = `participants.${index}`
    Object.assign(
      fieldErrors,
      tooLong([[`${path}.id`, id, 64]]),
      referenceErrors(participant, `${path}.`),
      contactErrors(`${path}.contact`, contact ?? {}),
    )
    if (isBlank(id ?? '-')) fieldErrors[`${path}.id`] = [{ code: 'EMPTY' }]
    if (id === null) continue
    if (ids.has(id)) fieldErrors[`${path}.id`] = [{ code: 'NAMED_TWICE' }]
    ids.add(id)
  }
  const party = partyOfParticipants(participants)
  if (ages.some((age) => (visitors[age] ?? party[age]) !== party[age]))
    fieldErrors['participants'] = [{ code: 'NOT_THE_VISITORS' }]
  return fieldErrors
}

/** The people of a party, each of them: those that were given, then the others, whose ids are always the same. */
export function participantsOf(reservation: PartyWithParticipants): Participant[] {
  const given = staying(reservation.participants ?? [], reservation)
  const newId = newIds(reservation.id, '', new Set(given.map(({ id }) => id)))
  return [...given, ...missing(given, reservation).map((category) => ({ id: newId(category), category }))]
}

/**
 * The people to store for a party after a request: those that it gives; without any, those stored before who stay, and
 * those who join. An item without id is a person of its category whom no item names, or else a new one. The same people in
 * a different order are not a change. Ids of new people are derived from the version in which they join, so that they
 * never equal those of people who left, and a preview has the ids of the change.
 */
export function participantsAfter(
  before: PartyWithParticipants & { readonly version: number },
  given: readonly GivenParticipant[] | null | undefined,
  party: Party,
): Participant[] | null {
  if (!given && !before.participants) return null
  const present = participantsOf(before)
  const named = new Set((given ?? []).map(givenId))
  const newId = newIds(before.id, `${before.version + 1}:`, new Set([...named, ...present.map(({ id }) => id)]))
  if (!given) {
    const stay = staying(present, party)
    return [...stay, ...missing(stay, party).map((category) => ({ id: newId(category), category }))]
  }
  const unnamed = present.filter(({ id }) => !named.has(id))
  const people = given.map((item) => {
    const { category } = item
    const ownId = givenId(item)
    const known = ownId === null ? takeFirst(unnamed, category) : present.find(({ id }) => id === ownId)
    return presentFields({
      id: ownId ?? known?.id ?? newId(category),
      category,
      resellerReference: item.resellerReference === undefined ? known?.resellerReference : item.resellerReference,
      contact: item.contact === undefined ? known?.contact : knownContact(item.contact),
    })
  })
  return isSameValue(byId(people), byId(present)) ? present : people
}

const byId = (people: readonly Participant[]): Readonly<Record<string, Participant>> =>
  Object.fromEntries(people.map((one) => [one.id, one]))

/** Those of a list who are still in a party: the first of each category, as many as it counts. */
function staying(participants: readonly Participant[], party: Party): Participant[] {
  const left = Object.fromEntries(ages.map((age) => [categoryOfAge[age], party[age]])) as Record<AgeCategory, number>
  return participants.filter(({ category }) => (left[category] -= 1) >= 0)
}

/** The categories of those whom a party counts beyond a list. */
const missing = (participants: readonly Participant[], party: Party): AgeCategory[] =>
  ages.flatMap((age) => {
    const category = categoryOfAge[age]
    const length = party[age] - participants.filter((one) => one.category === category).length
    return Array.from({ length }, () => category)
  })

/** Makes ids that are not taken for people of a reservation, always the same ones for a prefix. */
function newIds(
  reservationId: string,
  prefix: string,
  taken: ReadonlySet<string | null>,
): (category: AgeCategory) => string {
  const numbers = byCategory(() => 0)
  return (category) => {
    let id: string
    do id = namedUuid(reservationId, `${prefix}${category}:${(numbers[category] += 1)}`)
    while (taken.has(id))
    return id
  }
}

function takeFirst(people: Participant[], category: AgeCategory): Participant | undefined {
  const index = people.findIndex((one) => one.category === category)
  return index < 0 ? undefined : people.splice(index, 1)[0]
}

/** The members of a contact that are known; null when none is. */
function knownContact(contact: GivenContact | null): ParticipantContact | null {
  const plain = contact?.phone ? { ...contact, phone: plainPhone(contact.phone) } : (contact ?? {})
  const known = Object.entries(plain).filter(([, value]) => value != null && value.length > 0)
  return known.length === 0 ? null : (Object.fromEntries(known) as ParticipantContact)
}
