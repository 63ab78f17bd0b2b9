import { Type } from 'typebox'
import { copiedPhonePattern } from '../../platform/values/text.ts'
import { peopleOf, type PartyCounts } from '../../schema/ages.ts'
import { maxPeople } from '../../schema/visit-terms.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { FilledText, Shaped, TimeOfDay, type MemberRule } from '../schemas/validation.ts'

export const optional = Type.Optional
export const text = (maxLength: number, description?: string) =>
  FilledText({ maxLength, ...(description === undefined ? {} : { description }) })

export const Phone = (description: string) =>
  Shaped(
    copiedPhonePattern,
    { code: 'NOT_A_TELEPHONE_NUMBER' },
    { maxLength: 40, description, examples: ['+52 984 123 4567'] },
  )
export const Email = () => Type.String({ format: 'idn-email', maxLength: 254 })

export const Name = () => text(200)
export const Nationality = () =>
  Type.String({ format: 'country-code', description: 'ISO 3166 country code, two letters.' })
export const Pickup = () =>
  Closed({ location: text(500), time: TimeOfDay('HH:MM, local.') }, { title: 'PickupRequest' })
export const SpecialRequests = () => Type.String({ maxLength: 2_000 })
export const EmergencyContact = Closed(
  { name: Name(), phone: Phone('Telephone number.'), relationship: text(100) },
  { title: 'EmergencyContactRequest' },
)

export const ResellerReference = (description = "The partner's own reference.") => text(64, description)
/** No installation holds for longer. */
export const Minutes = (description: string) => Type.Integer({ minimum: 1, maximum: 10_080, description })

export const count = (description: string) => Type.Integer({ minimum: 0, maximum: maxPeople, description })

export const isParty = (counts: PartyCounts): boolean => {
  const people = peopleOf(counts)
  return people >= 1 && people <= maxPeople
}

export const otherAges = {
  seniors: optional(count('Seniors.')),
  infants: optional(count('Infants.')),
  teens: optional(count('Teens.')),
}

/** A party in which every age but adults may be left out. */
export const partyBody = (title: string) =>
  Type.Refine(
    Closed({ adults: count('Adults.'), children: optional(count('Children.')), ...otherAges }, { title }),
    isParty,
    () => 'people',
  )

/** A rule about the two members that name a product. */
export type ProductRule = MemberRule<{ cenoteId: unknown; tourId: unknown }>
