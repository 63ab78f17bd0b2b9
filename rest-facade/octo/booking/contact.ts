import { Type, type Static } from 'typebox'
import { emailPattern, internationalEmailPattern, isBlank } from '../../../platform/values/text.ts'
import { presentFields } from '../../../schema/present-fields.ts'
import type { GuestInput, ModifyGuestInput, ParticipantContactInput } from '../../generated/operations.ts'
import { Nullable } from '../../schemas/response-schemas.ts'
import { Shaped } from '../../schemas/validation.ts'

const text = (description: string) => Type.Optional(Nullable(Type.String({ description })))

const emailAddress = new RegExp(`^${emailPattern}$`)
/** An address as the standard has it, but with letters of any script. */
const givenEmailPattern = `(?!\\.)(?!.*\\.\\.)(?!.*@[^.]*$)${internationalEmailPattern}`

/** A contact in a request. Null and blank texts are not known. */
export const ContactBody = Type.Object(
  {
    fullName: text('At most 200 characters.'),
    firstName: text('At most 200 characters.'),
    lastName: text('At most 200 characters.'),
    emailAddress: Type.Optional(
      Nullable(
        Shaped(`^(\\s*|${givenEmailPattern})$`, { code: 'NOT_AN_EMAIL_ADDRESS' }, { description: 'E-mail address.' }),
      ),
    ),
    phoneNumber: text('Telephone number, such as +52 984 123 4567.'),
    locales: Type.Optional(
      Nullable(Type.Array(Type.String(), { description: 'BCP 47 language tags by preference, at most 20.' })),
    ),
    postalCode: text('At most 40 characters.'),
    country: text('ISO 3166 country code.'),
    notes: text('At most 2,000 characters.'),
  },
  { title: 'ContactInput' },
)
type GivenContact = Static<typeof ContactBody>

const known = (description: string) => Nullable(Type.String({ description }))

/** A contact in a response. */
export const Contact = Type.Object(
  {
    fullName: known('Full name.'),
    firstName: known('Given names.'),
    lastName: known('Family names.'),
    emailAddress: known('E-mail address.'),
    phoneNumber: known('Telephone number.'),
    locales: Type.Array(Type.String(), { description: 'BCP 47 language tags by preference; empty when not known.' }),
    postalCode: known('Postal code.'),
    country: known('Country, as given.'),
    notes: known('Remarks about the person.'),
  },
  { title: 'Contact', description: 'Null for what is not known.' },
)

const textMembers = [
  'fullName',
  'firstName',
  'lastName',
  'emailAddress',
  'phoneNumber',
  'postalCode',
  'country',
  'notes',
] as const

/** A person as reservations have one; empty texts are not known. */
interface Person {
  readonly name?: string | null
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly email?: string | null
  readonly phone?: string | null
  readonly locales?: readonly string[] | null
  readonly postalCode?: string | null
  readonly country?: string | null
  readonly notes?: string | null
}

/**
 * The contact of the leader or of a person of the party. An e-mail address that the standard's schemas refuse, set over
 * REST or GraphQL, is null.
 */
export const contactOf = (person: Person | null): Static<typeof Contact> => ({
  fullName: person?.name || null,
  firstName: person?.firstName || null,
  lastName: person?.lastName || null,
  emailAddress: person?.email && emailAddress.test(person.email) ? person.email : null,
  phoneNumber: person?.phone || null,
  locales: [...(person?.locales ?? [])],
  postalCode: person?.postalCode || null,
  country: person?.country || null,
  notes: person?.notes || null,
})

/** The contact with null for blank texts. */
function withoutBlanks(contact: GivenContact): GivenContact {
  const read: Record<string, unknown> = { ...contact }
  for (const name of textMembers) if (isBlank(contact[name] ?? '-')) read[name] = null
  return read as GivenContact
}

/** The full name: as it is given, or else made of its parts; undefined when there are none. */
const nameOf = ({ fullName, firstName, lastName }: Pick<GivenContact, 'fullName' | 'firstName' | 'lastName'>) =>
  fullName ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined)

/** Whether a contact names a person; without one, whether the booking has a name. */
export function namesPerson(contact: GivenContact | null | undefined, before: { readonly name: string }): boolean {
  if (!contact) return before.name !== ''
  const { fullName, firstName } = withoutBlanks(contact)
  return (fullName ?? firstName ?? null) !== null
}

/** The leader of a new party; undefined when nothing is known. */
export function guestInput(contact: GivenContact | undefined): GuestInput | undefined {
  if (!contact) return undefined
  const given = withoutBlanks(contact)
  const guest = {
    ...presentFields({ ...pickPerson(given), email: given.emailAddress, locales: given.locales }),
    name: nameOf(given) ?? '',
    phone: given.phoneNumber ?? '',
  }
  const isKnown = Object.values(guest).some((value) => value.length > 0)
  return isKnown ? guest : undefined
}

/**
 * Changes to the leader: absent members stay, null clears what may be empty. A full name that is not given follows from
 * its parts, and another full name without any has none.
 */
export function guestChanges(contact: GivenContact, before: Person): ModifyGuestInput {
  const given = withoutBlanks(contact)
  const { firstName = before.firstName ?? null, lastName = before.lastName ?? null } = given
  const isNamed = given.fullName != null || given.firstName != null || given.lastName != null
  const isRenamed = given.fullName != null && given.fullName !== before.name
  const hasParts = given.firstName !== undefined || given.lastName !== undefined
  return definedFields({
    ...pickPerson(given),
    ...(isRenamed && !hasParts ? { firstName: null, lastName: null } : {}),
    name: isNamed ? nameOf({ fullName: given.fullName, firstName, lastName }) : undefined,
    email: given.emailAddress ?? undefined,
    phone: given.phoneNumber ?? undefined,
    locales: given.locales,
  })
}

/** The contact of a person of the party in a request. */
export function participantContact(contact: GivenContact): ParticipantContactInput {
  const given = withoutBlanks(contact)
  return presentFields({
    ...pickPerson(given),
    name: nameOf(given),
    email: given.emailAddress,
    phone: given.phoneNumber,
    locales: given.locales,
  })
}

/** The members that have one name in both. */
const pickPerson = ({ firstName, lastName, postalCode, country, notes }: GivenContact) => ({
  firstName,
  lastName,
  postalCode,
  country,
  notes,
})

/** An object without its undefined members; null has a meaning. */
const definedFields = <T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
