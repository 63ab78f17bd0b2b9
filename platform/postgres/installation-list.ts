import type { TSchema } from 'typebox'
import { inSchemaOrder } from '../values/schema-order.ts'
import type { Statements } from './database.ts'
import {
  inTransactionOf,
  reconcile,
  type Batches,
  type InvalidFields,
  type ListStore,
  type ReconcileOptions,
  type ReconcileReport,
} from './reconcile.ts'

/** A list of an installation file: its form, and how it agrees with what is stored. */
export interface InstallationList {
  readonly name: string
  /** Of one item. */
  readonly schema: TSchema
  /** The errors of an item, whatever else there is. */
  errors(value: unknown): InvalidFields
  /** The errors of valid items as a whole, by the position of the later one. */
  across(values: readonly unknown[]): readonly (readonly [position: number, errors: InvalidFields])[]
  /** The name of a valid item, unique in its list. */
  keyOf(value: unknown): string
  /** The member, or members, that its key is made of. */
  readonly keyMember: string
  /** Makes what is stored agree with valid items; returns whether all of them could be. */
  reconcile(batches: Batches, values: readonly unknown[], options: ReconcileOptions): Promise<boolean>
  /** All that is stored, by key, as items that would make it again. */
  export(client: Statements): AsyncIterable<unknown>
}

export interface ListDefinition<Item, Form extends object> {
  readonly schema: TSchema
  readonly form: { errors(value: unknown): InvalidFields; read(value: unknown): Item }
  readonly keyMember: string
  keyOf(item: Item): string
  across?(items: readonly Item[]): readonly (readonly [position: number, errors: InvalidFields])[]
  readonly store: ListStore<Item, Form>
  readAll(client: Statements): AsyncIterable<Item>
}

/** A list whose items are of one type, as one among lists of any. */
export function installationList<Item, Form extends object>(definition: ListDefinition<Item, Form>): InstallationList {
  const { schema, form, keyMember, store } = definition
  const keyOf = (value: unknown): string => definition.keyOf(value as Item)
  return {
    name: store.list,
    schema,
    keyMember,
    errors: (value) => form.errors(value),
    across: (values) => definition.across?.(values as readonly Item[]) ?? [],
    keyOf,
    reconcile: (batches, values, options) =>
      reconcile(
        batches,
        store,
        values.map((value) => ({ key: keyOf(value), value, read: () => form.read(value) })),
        options,
      ),
    async *export(client) {
      for await (const item of definition.readAll(client)) yield inSchemaOrder(schema, item)
    },
  }
}

/** Stored items by their keys, in order; of those with the same key the last. */
export const inKeyOrder = <Stored extends { readonly key: string }>(items: readonly Stored[]): Stored[] =>
  [...new Map(items.map((item) => [item.key, item])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))

const batchSize = 500

/** Reads items by their keys, in the order of the keys, a batch at a time. */
export async function* inBatches<Item>(
  keys: readonly string[],
  read: (keys: readonly string[]) => Promise<readonly (readonly [key: string, item: Item])[]>,
): AsyncGenerator<Item> {
  for (let from = 0; from < keys.length; from += batchSize) {
    const batch = keys.slice(from, from + batchSize)
    const items = new Map(await read(batch))
    for (const key of batch) {
      const item = items.get(key)
      if (item !== undefined) yield item
    }
  }
}

const wrong = (list: string, position: number, reason: unknown): never => {
  throw new Error(`${list}[${position}] cannot be stored: ${JSON.stringify(reason)}`)
}
/** Of items that are part of the product, in which nothing may be wrong. */
const strict: ReconcileReport = { step: () => undefined, progress: () => undefined, invalid: wrong, refused: wrong }

/** Stores the items of some lists, none of which may be wrong. */
export async function storeLists(
  client: Statements,
  lists: readonly InstallationList[],
  valuesOf: (name: string) => readonly unknown[],
): Promise<void> {
  for (const list of lists) {
    const values = valuesOf(list.name)
    values.forEach((value, index) => {
      const errors = list.errors(value)
      if (Object.keys(errors).length > 0) wrong(list.name, index, errors)
    })
    await list.reconcile(inTransactionOf(client), values, { prune: false, report: strict })
  }
}
