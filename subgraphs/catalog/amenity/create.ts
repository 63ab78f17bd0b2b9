import { administer } from '../../../platform/postgres/changes.ts'
import { validationError } from '../../../schema/errors.ts'
import { administrator, type Context } from '../context.ts'
import type { CreateAmenityInput } from '../generated/resolvers.ts'
import { amenityForm } from './form.ts'
import { insertAmenityKinds } from './repository.ts'

/** Adds an amenity and returns its id. */
export function createAmenity(input: CreateAmenityInput, context: Context): Promise<string> {
  const form = amenityForm.read(input)
  return administer(administrator(context), async (client) => {
    if ((await insertAmenityKinds(client, [form])) === 0) throw validationError({ id: [{ code: 'TAKEN' }] })
    return { subject: { type: 'amenity', id: form.id }, action: 'created', before: null, after: form }
  })
}
