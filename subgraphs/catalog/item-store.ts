import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import type { Statements } from '../../platform/postgres/database.ts'
import type { ListStore, StoredItem } from '../../platform/postgres/reconcile.ts'
import { derivedId } from '../../platform/values/derived-id.ts'
import type { ItemKeys } from '../../platform/values/item-keys.ts'
import type { FieldErrors } from '../../schema/field-errors.ts'
import type { Settled, ToSettle } from './form-parts.ts'

/** How cenotes and tours, items on sale, are stored by an installation file. */

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

type Present = ToSettle<unknown>['present']
interface ItemForm {
  readonly slug: string
  readonly meetingPoints?: readonly { readonly id?: string }[]
}
type ActiveForm<Form> = Form & { readonly isActive: boolean }

interface StoredSaleItem<Form> {
  readonly id: string
  readonly isActive: boolean
  readonly form: Form
}

/** Columns of a new item that its form does not have, by slug. */
export type ColumnsOf = (slug: string) => object

/** The statements of one kind of items, which forms describe as they are given and as they are stored. */
export interface ItemTables<Item extends FileItem, Given extends ItemForm, Form extends Given = Given> {
  readonly kind: 'cenote' | 'tour'
  read(client: Statements, slugs: readonly string[]): Promise<readonly StoredSaleItem<Form>[]>
  slugsOnSale(client: Statements): Promise<readonly string[]>
  idsInUse(client: Statements, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The forms of items, and what is wrong with what they refer to. */
  formsOf(client: Statements, items: readonly Item[]): Promise<readonly Settled<Given>[]>
  settledForms(
    client: Statements,
    items: readonly ToSettle<Given>[],
    options: { readonly mayNamePoints: boolean },
  ): Promise<Settled<Form>[]>
  insert(client: Statements, items: readonly (StoredSaleItem<Form> & { readonly columns: object })[]): Promise<void>
  replace(client: Statements, items: readonly StoredSaleItem<Form>[]): Promise<void>
  setActive(client: Statements, ids: readonly string[], isActive: boolean): Promise<void>
}

/** Items of a list, stored through the statements that the mutations use. */
export function itemStore<Item extends FileItem, Given extends ItemForm, Form extends Given>(
  tables: ItemTables<Item, Given, Form>,
  columnsOf: ColumnsOf,
): ListStore<Item, ActiveForm<Form>> {
  type Stored = StoredItem<ActiveForm<Form>>
  const stored = ({ id, isActive, form }: StoredSaleItem<Form>): Stored => ({
    key: form.slug,
    id,
    form: { isActive, ...form },
  })
  const valuesOf = ({ id, form: { isActive, ...form } }: Stored) => ({ id, isActive, form: form as unknown as Form })
  return {
    list: `${tables.kind}s`,
    type: tables.kind,
    read: async (client, slugs) => (await tables.read(client, slugs)).map(stored),
    async settle(client, items) {
      const added = items.filter((item) => !item.stored).map(({ item }) => item)
      const identified = await newIds(tables.kind, added, (ids) => tables.idsInUse(client, ids))
      const forms = await tables.formsOf(
        client,
        items.map(({ item }) => item),
      )
      const toSettle = items.map(({ key, stored: present }, index) => ({
        id: present?.id ?? identified.get(key)?.id ?? '',
        form: (forms[index] as Settled<Given>).form,
        before: present?.form,
        present: present?.form.meetingPoints as Present,
      }))
      const settled = await tables.settledForms(client, toSettle, { mayNamePoints: true })
      return items.map(({ key, item: { isActive = true } }, index) => ({
        id: toSettle[index]?.id ?? '',
        form: { isActive, ...(settled[index] as Settled<Form>).form },
        errors: { ...identified.get(key)?.errors, ...settled[index]?.errors, ...forms[index]?.errors },
      }))
    },
    insert: (client, items) =>
      tables.insert(
        client,
        items.map((item) => ({ ...valuesOf(item), columns: columnsOf(item.key) })),
      ),
    replace: (client, items) => tables.replace(client, items.map(valuesOf)),
    unnamed: {
      async read(client, named, _, limit) {
        const others = (await tables.slugsOnSale(client)).filter((slug) => !named.has(slug))
        return (await tables.read(client, others.slice(0, limit))).map(stored)
      },
      async end(client, items) {
        const ids = items.map(({ id }) => id)
        await tables.setActive(client, ids, false)
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
  kind: 'cenote' | 'tour',
  items: readonly FileItem[],
  inUse: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Map<string, { readonly id: string; readonly errors: FieldErrors }>> {
  const wanted = items.map(({ id, slug }) => id?.toLowerCase() ?? derivedId(kind, slug))
  const taken = new Set(await inUse(wanted))
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

/** An item as a file has it: an id that follows from the slug is left out. */
export const itemOf = <Form extends ItemForm>(
  kind: 'cenote' | 'tour',
  { id, isActive, form }: StoredSaleItem<Form>,
) => ({
  ...form,
  ...(id === derivedId(kind, form.slug) ? {} : { id }),
  isActive,
})

/** The condition of a statement that reads some items, and the value of its first parameter. */
export const namedBy = (keys: ItemKeys): { readonly condition: string; readonly names: readonly string[] } =>
  'ids' in keys
    ? { condition: 'id = ANY($1::uuid[])', names: keys.ids }
    : { condition: 'slug = ANY($1)', names: keys.slugs }
