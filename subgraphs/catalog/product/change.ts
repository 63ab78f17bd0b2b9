import { randomUUID } from 'node:crypto'
import { administer, changedFields, type Change } from '../../../platform/postgres/changes.ts'
import type { PoolClient } from '../../../platform/postgres/database.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError, requireVersion } from '../../../schema/errors.ts'
import { plain } from '../../shared/form.ts'
import { administrator, type Context } from '../context.ts'
import { settledForm, type ProductKind } from './references.ts'
import {
  insertProducts,
  readProducts,
  replaceProducts,
  setActive,
  type ProductForm,
  type ProductType,
  type StoredProduct,
} from './store/forms.ts'

/** The version of a product that the caller has read. A dry run is rolled back. */
interface ProductVersion {
  readonly id: string
  readonly version: number
  readonly dryRun?: boolean
}

export const productNotFound = (type: ProductType, id: string) =>
  type === 'cenote' ? apiError('CENOTE_NOT_FOUND', { cenoteId: id }) : apiError('TOUR_NOT_FOUND', { tourId: id })

/** Adds a product that is not on sale, and returns its id. */
export function createProduct<Given extends ProductForm, Form extends Given>(
  kind: ProductKind<Given, Form>,
  input: object,
  context: Context,
): Promise<string> {
  const given = kind.form.read(plain(input))
  return administer(administrator(context), async (client) => {
    const id = randomUUID()
    const form = await settledForm(client, kind, { id, form: given })
    await insertProducts(client, kind, [{ id, form, isActive: false }])
    return { subject: { type: kind.type, id }, action: 'created', before: null, after: form }
  })
}

/** Changes the form of a product, and returns its id. */
export const updateProduct = <Given extends ProductForm, Form extends Given>(
  kind: ProductKind<Given, Form>,
  product: ProductVersion,
  context: Context,
  changed: (form: Form) => object,
): Promise<string> =>
  changeProduct(kind, product, context, async (client, { id, form: before, isActive }) => {
    const form = kind.form.read(changed(before))
    const after = await settledForm(client, kind, { id, form, present: before.meetingPoints })
    if (changedFields(before, after)) await replaceProducts(client, kind, [{ id, form: after, isActive }])
    return { action: 'updated', before, after }
  })

/** Puts a product on sale or takes it off, and returns its id. */
export const setOnSale = <Given extends ProductForm, Form extends Given>(
  kind: ProductKind<Given, Form>,
  product: ProductVersion,
  wanted: boolean,
  context: Context,
): Promise<string> =>
  changeProduct(kind, product, context, async (client, { id, isActive }) => {
    if (isActive !== wanted) await setActive(client, kind.type, [id], wanted)
    return { action: wanted ? 'published' : 'deactivated', before: { isActive }, after: { isActive: wanted } }
  })

/** Errors: CENOTE_NOT_FOUND or TOUR_NOT_FOUND, EDIT_CONFLICT. */
async function changeProduct<Given extends ProductForm, Form extends Given>(
  kind: ProductKind<Given, Form>,
  { id, version, dryRun = false }: ProductVersion,
  context: Context,
  work: (client: PoolClient, stored: StoredProduct<Form>) => Promise<Omit<Change, 'subject'>>,
): Promise<string> {
  try {
    return await administer(administrator(context), async (client) => {
      const [stored] = isUuid(id) ? await readProducts(client, kind, { ids: [id] }, { lock: true }) : []
      if (!stored) throw productNotFound(kind.type, id)
      requireVersion(stored.version, version)
      const change = { subject: { type: kind.type, id: stored.id }, ...(await work(client, stored)) }
      if (dryRun) throw new OnlyValidated()
      return change
    })
  } catch (error) {
    if (error instanceof OnlyValidated) return id
    throw error
  }
}

/** Rolls back a dry run. */
class OnlyValidated extends Error {}
