import { administer, changedFields } from '../../../platform/postgres/changes.ts'
import { apiError, requireVersion } from '../../../schema/errors.ts'
import { administrator, type Context } from '../context.ts'
import type { UpdateAmenityInput } from '../generated/resolvers.ts'
import { amenityForm } from './form.ts'
import { lockAmenityKind, replaceAmenityKinds } from './repository.ts'

/** Changes an amenity and returns its id. */
export function updateAmenity({ id, version, ...given }: UpdateAmenityInput, context: Context): Promise<string> {
  return administer(administrator(context), async (client) => {
    const stored = await lockAmenityKind(client, id)
    if (!stored) throw apiError('AMENITY_NOT_FOUND', { amenityId: id })
    const { version: current, ...before } = stored
    requireVersion(current, version)
    const after = amenityForm.read({ ...before, ...given })
    if (changedFields(before, after)) await replaceAmenityKinds(client, [after])
    return { subject: { type: 'amenity', id }, action: 'updated', before, after }
  })
}
