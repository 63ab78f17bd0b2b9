import { randomUUID } from 'node:crypto'
import { administer } from '../../../platform/postgres/changes.ts'
import { administrator, type Context } from '../context.ts'
import type { CreateTourInput } from '../generated/resolvers.ts'
import { insertProducts } from '../product/index.ts'
import { tourForm } from './form.ts'
import { settledForm } from './references.ts'
import { tourTables } from './store/forms.ts'

/** Adds a tour that is not on sale, and returns its id. */
export function createTour(input: CreateTourInput, context: Context): Promise<string> {
  const given = tourForm.read(input)
  return administer(administrator(context), async (client) => {
    const id = randomUUID()
    const form = await settledForm(client, { id, form: given })
    await insertProducts(client, tourTables, [{ id, form, isActive: false }])
    return { subject: { type: 'tour', id }, action: 'created', before: null, after: form }
  })
}
