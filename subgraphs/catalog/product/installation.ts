import { randomUUID } from 'node:crypto'
import { Type, type TSchema } from 'typebox'
import type { Statements } from '../../../platform/postgres/database.ts'
import { inBatches, installationList, type InstallationList } from '../../../platform/postgres/installation-list.ts'
import type { ListStore, StoredItem } from '../../../platform/postgres/reconcile.ts'
import { derivedId } from '../../../platform/values/derived-id.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import type { CompiledForm } from '../../shared/form.ts'
import { settledForms, type ProductKind, type Settled, type ToSettle } from './references.ts'
import {
  insertProducts,
  productSlugs,
  readProductNames,
  readProducts,
  replaceProducts,
  setActive,
  type ProductForm,
  type ProductType,
} from './store/forms.ts'

/** The members of an item in a file besides its form. */
export const itemProperties = {
  id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id for partners when it is added; made from the slug when absent.' }),
  ),
  isActive: Type.Optional(Type.Boolean({ description: 'Whether it is on sale; true when absent.' })),
}

interface FileItem {
  readonly slug: string
  readonly id?: string
  readonly isActive?: boolean
}

type ActiveForm<Form> = Form & { readonly isActive: boolean }

/** Columns of a new item that its form does not have, by slug. */
export type ColumnsOf = (slug: string) => object

/** The products of one type in an installation file. Items name other products by slug, forms by id. */
interface ProductItems<Item extends FileItem, Given extends ProductForm, Form extends Given> {
  readonly kind: ProductKind<Given, Form>
  readonly schema: TSchema
  readonly form: CompiledForm<Item>
  /** The forms of items, and what is wrong with what they refer to. */
  formsOf(client: Statements, items: readonly Item[]): Promise<readonly Settled<Given>[]>
  /** The items of stored products. */
  itemsOf(
    client: Statements,
    products: readonly (ActiveForm<Form> & { readonly id?: string })[],
  ): Promise<readonly Item[]>
}

/** The list of products of one type in an installation file. */
export function productList<Item extends FileItem, Given extends ProductForm, Form extends Given>(
  items: ProductItems<Item, Given, Form>,
  columnsOf: ColumnsOf = () => ({}),
): InstallationList {
  const { kind, schema, form } = items
  return installationList({
    schema,
    form,
    keyMember: 'slug',
    keyOf: ({ slug }) => slug,
    store: itemStore(items, columnsOf),
    readAll: async function* (client) {
      yield* inBatches(await productSlugs(client, kind.type), async (slugs) => {
        const products = await readProducts(client, kind, { slugs })
        const found = await items.itemsOf(
          client,
          // An id that follows from the slug is left out.
          products.map(({ id, isActive, form }) => ({
            ...form,
            ...(id === derivedId(kind.type, form.slug) ? {} : { id }),
            isActive,
          })),
        )
        return found.map((item) => [item.slug, item] as const)
      })
    },
  })
}

/** Items of a list, stored through the statements that the mutations use. */
function itemStore<Item extends FileItem, Given extends ProductForm, Form extends Given>(
  { kind, formsOf }: ProductItems<Item, Given, Form>,
  columnsOf: ColumnsOf,
): ListStore<Item, ActiveForm<Form>> {
  type Stored = StoredItem<ActiveForm<Form>>
  const { type } = kind
  const read = async (client: Statements, slugs: readonly string[]): Promise<Stored[]> =>
    (await readProducts(client, kind, { slugs }, { lock: true })).map(({ id, isActive, form }) => ({
      key: form.slug,
      id,
      form: { isActive, ...form },
    }))
  const valuesOf = ({ id, form: { isActive, ...form } }: Stored) => ({ id, isActive, form: form as unknown as Form })
  return {
    list: `${type}s`,
    type,
    read,
    async settle(client, items) {
      const added = items.filter((item) => !item.stored).map(({ item }) => item)
      const identified = await newIds(client, type, added)
      const forms = await formsOf(
        client,
        items.map(({ item }) => item),
      )
      const toSettle = items.map(({ key, stored: present }, index) => ({
        id: present?.id ?? identified.get(key)?.id ?? '',
        form: (forms[index] as Settled<Given>).form,
        before: present?.form,
        present: present?.form.meetingPoints as ToSettle<Given>['present'],
      }))
      const settled = await settledForms(client, kind, toSettle, { mayNamePoints: true })
      return items.map(({ key, item: { isActive = true } }, index) => ({
        id: toSettle[index]?.id ?? '',
        form: { isActive, ...(settled[index] as Settled<Form>).form },
        errors: { ...identified.get(key)?.errors, ...settled[index]?.errors, ...forms[index]?.errors },
      }))
    },
    insert: (client, items) =>
      insertProducts(
        client,
        kind,
        items.map((item) => ({ ...valuesOf(item), columns: columnsOf(item.key) })),
      ),
    replace: (client, items) => replaceProducts(client, kind, items.map(valuesOf)),
    unnamed: {
      async read(client, named, _, limit) {
        const others = (await productSlugs(client, type, { onSale: true })).filter((slug) => !named.has(slug))
        return read(client, others.slice(0, limit))
      },
      async end(client, items) {
        const ids = items.map(({ id }) => id)
        await setActive(client, type, ids, false)
        return items.map(({ form }) => ({ ...form, isActive: false }))
      },
    },
  }
}

/**
 * Ids for new items by slug. An id that an item names and that is taken is an error; a derived one that is taken, by
 * something that has another slug by now, is replaced.
 */
async function newIds(
  client: Statements,
  type: ProductType,
  items: readonly FileItem[],
): Promise<Map<string, { readonly id: string; readonly errors: FieldErrors }>> {
  const wanted = items.map(({ id, slug }) => id?.toLowerCase() ?? derivedId(type, slug))
  const taken = new Set((await readProductNames(client, type, { ids: wanted })).map(({ id }) => id))
  return new Map(
    items.map((item, index) => {
      const id = wanted[index] ?? randomUUID()
      const isFree = !taken.has(id)
      taken.add(id)
      const errors: FieldErrors = isFree || item.id === undefined ? {} : { id: [{ code: 'TAKEN' }] }
      return [item.slug, { id: isFree || item.id !== undefined ? id : randomUUID(), errors }]
    }),
  )
}
