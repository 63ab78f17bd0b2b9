import { Type } from 'typebox'
import { Nullable } from '../schemas/response-schemas.ts'
import { unprocessable } from './errors.ts'

/** Members of capabilities that are not offered. Ignoring them would change the price or the place that a guest gets. */
export const notOfferedMembers = {
  offerCode: Type.Optional(
    Nullable(Type.String({ description: 'Offers are not supported: any code is UNPROCESSABLE_ENTITY.' })),
  ),
  pickupRequested: Type.Optional(
    Nullable(Type.Boolean({ description: 'Pickups are not supported: `true` is UNPROCESSABLE_ENTITY.' })),
  ),
  pickupPointId: Type.Optional(
    Nullable(Type.String({ description: 'Pickups are not supported: any id is UNPROCESSABLE_ENTITY.' })),
  ),
}

interface NotOffered {
  readonly offerCode?: string | null
  readonly pickupRequested?: boolean | null
  readonly pickupPointId?: string | null
}

/** Throws UNPROCESSABLE_ENTITY for a member of a capability that is not offered. */
export function refuseNotOffered({ offerCode, pickupRequested, pickupPointId }: NotOffered): void {
  const requested = {
    offerCode: offerCode != null && offerCode !== '',
    pickupRequested: pickupRequested === true,
    pickupPointId: pickupPointId != null,
  }
  const names = Object.entries(requested).flatMap(([name, isRequested]) => (isRequested ? [name] : []))
  if (names.length > 0)
    throw unprocessable({ fields: Object.fromEntries(names.map((name) => [name, [{ code: 'NOT_OFFERED' }]])) })
}
