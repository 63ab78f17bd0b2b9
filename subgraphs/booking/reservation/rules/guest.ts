import { openObjectError } from '../../../../platform/http/json-bounds.ts'
import { isBlank, isEmailAddress, phonePattern, plainPhone } from '../../../../platform/values/text.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { Language } from '../../../../platform/values/i18n.ts'

/** The leader of a party, as it is stored. */
export interface Guest {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly nationality?: string | null
  readonly dateOfBirth?: string | null
  readonly emergencyContact?: { readonly name: string; readonly phone: string; readonly relationship: string } | null
  /** Stored and shown as given. */
  readonly preferences?: unknown
  readonly loyaltyMember?: unknown
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly country?: string | null
  readonly postalCode?: string | null
  readonly locales?: readonly string[] | null
  readonly notes?: string | null
}

type GivenGuest = { readonly [K in keyof Guest]?: Guest[K] | null | undefined }

/** The members that describe any person, the guest or another one of the party. */
export type GivenContact = Pick<GivenGuest, 'name' | 'email' | 'phone' | keyof typeof maxCharacters | 'locales'>

const maxCharacters = { firstName: 200, lastName: 200, country: 100, postalCode: 40, notes: 2_000 } as const
const [maxLocales, maxLocaleCharacters] = [20, 35]

const phoneNumber = new RegExp(phonePattern)
const isPhoneNumber = (text: string): boolean => phoneNumber.test(plainPhone(text))

/** The field errors of a guest: texts end up in documents and e-mails, so each has a limit. */
export function guestErrors(guest: GivenGuest, now: Date): FieldErrors {
  const { email, emergencyContact, dateOfBirth } = guest
  const fieldErrors = tooLong([
    ['guest.name', guest.name, 200],
    ['guest.phone', guest.phone, 40],
    ['guest.nationality', guest.nationality, 2],
    ['guest.emergencyContact.name', emergencyContact?.name, 200],
    ['guest.emergencyContact.phone', emergencyContact?.phone, 40],
    ['guest.emergencyContact.relationship', emergencyContact?.relationship, 100],
  ])
  for (const [field, name] of [
    ['guest.name', guest.name],
    ['guest.emergencyContact.name', emergencyContact?.name],
    ['guest.emergencyContact.relationship', emergencyContact?.relationship],
  ] as const)
    // The flat variant of a creation has none: then it is empty, not a line of spaces.
    if (name && isBlank(name)) fieldErrors[field] = [{ code: 'EMPTY' }]
  for (const [field, phone] of [
    ['guest.phone', guest.phone],
    ['guest.emergencyContact.phone', emergencyContact?.phone],
  ] as const)
    if (phone && !isPhoneNumber(phone)) fieldErrors[field] ??= [{ code: 'NOT_A_TELEPHONE_NUMBER' }]
  if (email != null && !isMailAddress(email)) fieldErrors['guest.email'] = [{ code: 'NOT_AN_EMAIL_ADDRESS' }]
  if (dateOfBirth != null && dateOfBirth > now.toISOString().slice(0, 10))
    fieldErrors['guest.dateOfBirth'] = [{ code: 'IN_THE_FUTURE' }]
  for (const name of ['preferences', 'loyaltyMember'] as const) {
    const value = guest[name]
    if (value == null) continue
    const found =
      typeof value !== 'object' || Array.isArray(value)
        ? ({ path: [], fieldError: { code: 'NOT_AN_OBJECT' } } as const)
        : openObjectError(value)
    if (found) fieldErrors[['guest', name, ...found.path].join('.')] = [found.fieldError]
  }
  return { ...fieldErrors, ...detailErrors('guest', guest) }
}

const isMailAddress = (text: string): boolean => isEmailAddress(text) && text.length <= 254

/** The field errors of what is known of a person of the party, of whom nothing needs to be. */
export function contactErrors(path: string, contact: GivenContact): FieldErrors {
  const { name, email, phone } = contact
  return {
    ...(phone && !isPhoneNumber(phone) ? { [`${path}.phone`]: [{ code: 'NOT_A_TELEPHONE_NUMBER' }] } : {}),
    ...(email && !isMailAddress(email) ? { [`${path}.email`]: [{ code: 'NOT_AN_EMAIL_ADDRESS' }] } : {}),
    ...tooLong([
      [`${path}.name`, name, 200],
      [`${path}.phone`, phone, 40],
    ]),
    ...detailErrors(path, contact),
  }
}

const detailErrors = (path: string, { locales, ...texts }: GivenContact): FieldErrors => ({
  ...tooLong(
    (Object.keys(maxCharacters) as (keyof typeof maxCharacters)[]).map(
      (name) => [`${path}.${name}`, texts[name], maxCharacters[name]] as const,
    ),
  ),
  ...tooLong(
    (locales ?? []).map((locale, index) => [`${path}.locales.${index}`, locale, maxLocaleCharacters] as const),
  ),
  ...(locales && locales.length > maxLocales
    ? { [`${path}.locales`]: [{ code: 'TOO_MANY_ITEMS', max: maxLocales } as const] }
    : {}),
})

/** A guest as given, with plain telephone numbers. */
export const withPlainPhones = <G extends Pick<GivenGuest, 'phone' | 'emergencyContact'>>(given: G): G => ({
  ...given,
  ...(given.phone && { phone: plainPhone(given.phone) }),
  ...(given.emergencyContact && {
    emergencyContact: { ...given.emergencyContact, phone: plainPhone(given.emergencyContact.phone) },
  }),
})

/** The guest after a request: null empties what may be empty and leaves the rest. */
export function guestWith(guest: Guest, given: GivenGuest): Guest {
  const plain = withPlainPhones(given)
  return {
    ...guest,
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    name: plain.name ?? guest.name,
    email: plain.email ?? guest.email,
    phone: plain.phone ?? guest.phone,
  }
}

/** Texts that are longer than they may be, by field. */
export function tooLong(
  texts: readonly (readonly [field: string, text: string | null | undefined, maxLength: number])[],
): FieldErrors {
  return Object.fromEntries(
    texts
      .filter(([, text, maxLength]) => text != null && text.length > maxLength)
      .map(([field, , maxLength]) => [field, [{ code: 'TOO_LONG', max: maxLength } as const]]),
  )
}

const maxReference = 64

/** Validation errors of a reseller reference; none when it is absent. `path` names the member that has it. */
export function referenceErrors(
  { resellerReference }: { readonly resellerReference?: string | null | undefined },
  path = '',
): FieldErrors {
  const name = `${path}resellerReference`
  if (isBlank(resellerReference ?? '-')) return { [name]: [{ code: 'EMPTY' }] }
  return tooLong([[name, resellerReference, maxReference]])
}

/**
 * The language of everything that is sent to a guest, for every cause: the one that the guest prefers, else that of
 * the request that created the reservation.
 */
export function guestLanguage({
  guest,
  language,
}: {
  readonly guest: Pick<Guest, 'preferences'>
  readonly language: Language
}): Language {
  const { language: preferred } = (guest.preferences ?? {}) as { readonly language?: unknown }
  const [, known] = typeof preferred === 'string' ? (/^(en|es)(?:[-_]|$)/i.exec(preferred.trim()) ?? []) : []
  return known ? (known.toLowerCase() as Language) : language
}
