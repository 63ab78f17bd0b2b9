import { Type, type Static } from 'typebox'
import { isBlank } from '../../../platform/values/text.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { byAge, categoryOfAge, type Party } from '../../../schema/ages.ts'
import { lowerName, presentFields } from '../../../schema/present-fields.ts'
import { maxPeople } from '../../../schema/visit-terms.ts'
import type { ParticipantInput } from '../../generated/operations.ts'
import { Nullable } from '../../schemas/response-schemas.ts'
import { invalidMember, unprocessable } from '../errors.ts'
import { categoryOf, type UnitId } from '../ids.ts'
import { requireUnit } from '../product/index.ts'
import { ContactBody, participantContact } from './contact.ts'

/** A unit item in a request: a person of the party. */
export const UnitItemBody = Type.Object(
  {
    uuid: Type.Optional(
      Nullable(
        Type.String({
          description: 'A UUID of the caller, or the uuid that the unit item has; one is made without it.',
        }),
      ),
    ),
    unitId: Type.String({ description: 'Id of a unit of the product.', examples: ['ADULT'] }),
    resellerReference: Type.Optional(
      Nullable(Type.String({ description: "The reseller's reference of the person, 1 to 64 characters." })),
    ),
    contact: Type.Optional(Nullable(ContactBody)),
  },
  { title: 'UnitItemInput' },
)
type GivenUnitItem = Static<typeof UnitItemBody>

/** Requires at least one unit item, and not more than a party may have. Throws UNPROCESSABLE_ENTITY. */
export function requireUnitItems(unitItems: readonly GivenUnitItem[] | null | undefined): readonly GivenUnitItem[] {
  if (!unitItems || unitItems.length === 0) throw unprocessable({ fields: { unitItems: [{ code: 'NO_PEOPLE' }] } })
  if (unitItems.length > maxPeople)
    throw unprocessable({ fields: { unitItems: [{ code: 'TOO_MANY_PEOPLE', max: maxPeople }] } })
  return unitItems
}

/**
 * The participants that unit items describe. A uuid is the caller's own, or that of a person in the party. Throws
 * INVALID_UNIT_ID for a unit that is not sold, BAD_REQUEST for a uuid that is malformed or used twice.
 */
export function participantsOf(
  unitItems: readonly GivenUnitItem[],
  { sold, present = [] }: { readonly sold: readonly UnitId[]; readonly present?: readonly { readonly id: string }[] },
): ParticipantInput[] {
  const known = new Set(present.map(({ id }) => id))
  const named = new Set<string>()
  return unitItems.map(({ uuid, unitId, resellerReference, contact }, index) => {
    requireUnit(unitId, sold)
    const id = uuid == null ? undefined : idOf(uuid)
    if (id !== undefined && !isUuid(id) && !known.has(id))
      throw invalidMember(`unitItems.${index}.uuid`, { code: 'NOT_A_UUID' })
    if (id !== undefined && named.has(id)) throw invalidMember(`unitItems.${index}.uuid`, { code: 'NAMED_TWICE' })
    if (id !== undefined) named.add(id)
    return {
      category: categoryOf(unitId),
      ...presentFields({ id }),
      // Null removes what is known of the person, an absent member leaves it.
      ...(resellerReference === undefined
        ? {}
        : { resellerReference: isBlank(resellerReference ?? '') ? null : resellerReference }),
      ...(contact === undefined ? {} : { contact: contact && participantContact(contact) }),
    }
  })
}

const idOf = (uuid: string): string => (isUuid(uuid) ? uuid.toLowerCase() : uuid)

/** The party that participants make up. */
export const partyOfParticipants = (participants: readonly Pick<ParticipantInput, 'category'>[]): Party =>
  byAge((age) => participants.filter(({ category }) => lowerName(category) === categoryOfAge[age]).length)
