import { randomUUID } from 'node:crypto'
import { administer } from '../../../platform/postgres/changes.ts'
import { plain } from '../../../schema/form.ts'
import { administrator, type Context } from '../context.ts'
import type { CreateCenoteInput } from '../generated/resolvers.ts'
import { insertProducts, settledForm } from '../product/index.ts'
import { cenoteKind } from './kind.ts'

/** Adds a cenote that is not on sale, and returns its id. */
export function createCenote(input: CreateCenoteInput, context: Context): Promise<string> {
  const given = cenoteKind.form.read(plain(input))
  return administer(administrator(context), async (client) => {
    const id = randomUUID()
    const form = await settledForm(client, cenoteKind, { id, form: given })
    await insertProducts(client, cenoteKind, [{ id, form, isActive: false }])
    return { subject: { type: 'cenote', id }, action: 'created', before: null, after: form }
  })
}
