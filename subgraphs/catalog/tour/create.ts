import { randomUUID } from 'node:crypto'
import { administer } from '../../../platform/postgres/changes.ts'
import { administrator, type Context } from '../context.ts'
import type { CreateTourInput } from '../generated/resolvers.ts'
import { insertProducts, settledForm } from '../product/index.ts'
import { tourKind } from './kind.ts'

/** Adds a tour that is not on sale, and returns its id. */
export function createTour(input: CreateTourInput, context: Context): Promise<string> {
  const given = tourKind.form.read(input)
  return administer(administrator(context), async (client) => {
    const id = randomUUID()
    const form = await settledForm(client, tourKind, { id, form: given })
    await insertProducts(client, tourKind, [{ id, form, isActive: false }])
    return { subject: { type: 'tour', id }, action: 'created', before: null, after: form }
  })
}
