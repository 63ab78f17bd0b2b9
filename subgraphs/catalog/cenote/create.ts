import { randomUUID } from 'node:crypto'
import { administer } from '../../../platform/postgres/changes.ts'
import { plain } from '../../../schema/form.ts'
import { administrator, type Context } from '../context.ts'
import type { CreateCenoteInput } from '../generated/resolvers.ts'
import { insertProducts } from '../product/index.ts'
import { cenoteForm } from './form.ts'
import { settledForm } from './references.ts'
import { cenoteTables } from './store/forms.ts'

/** Adds a cenote that is not on sale, and returns its id. */
export function createCenote(input: CreateCenoteInput, context: Context): Promise<string> {
  const given = cenoteForm.read(plain(input))
  return administer(administrator(context), async (client) => {
    const id = randomUUID()
    const form = await settledForm(client, { id, form: given })
    await insertProducts(client, cenoteTables, [{ id, form, isActive: false }])
    return { subject: { type: 'cenote', id }, action: 'created', before: null, after: form }
  })
}
