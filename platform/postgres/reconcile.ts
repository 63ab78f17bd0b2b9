import { GraphQLError } from 'graphql'
import { changedFields, recordChanges, type Change } from './changes.ts'
import type { Statements } from './database.ts'

/** How an item is changed. */
export type Step = 'create' | 'change' | 'keep' | 'end'

/** Something as it is stored, with the key that names it in a list. */
export interface StoredItem<Form extends object> {
  readonly key: string
  readonly id: string
  readonly form: Form
}

/** An item of a list, with what is stored of it. */
export interface DescribedItem<Item, Form extends object> {
  readonly key: string
  readonly item: Item
  readonly stored: StoredItem<Form> | undefined
}

/** Codes of what is wrong with the fields of an item, by dotted name. */
export type InvalidFields = Readonly<Record<string, readonly { readonly code: string }[]>>

/** An item as it will be stored; nothing is written when one of them has errors. */
export interface SettledItem<Form extends object> {
  readonly id: string
  readonly form: Form
  readonly errors?: InvalidFields
  /** Why what it asks for cannot be done, as a sentence. */
  readonly refusal?: string | undefined
  /** Whether it is about the past, which stays as it is. */
  readonly isOver?: boolean
}

/** Why a change cannot be made, as the mutations refuse it; undefined when it can. */
export async function refusalOf(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof GraphQLError) return error.message
    throw error
  }
}

/** How the items of one list are stored. All work on many at once, in the caller's transaction. */
export interface ListStore<Item, Form extends object> {
  /** How many items are at least stored together, where they are checked against one another. */
  readonly minBatchSize?: number
  /** Name of the list. */
  readonly list: string
  /** Type of the subject of its change records. */
  readonly type: string
  /** How a person reads a key; as it is when absent. */
  labelOf?(key: string, form: Form): string
  /** Stored items of some keys; they stay as they are until the transaction ends. */
  read(client: Statements, keys: readonly string[], items: readonly Item[]): Promise<StoredItem<Form>[]>
  settle(client: Statements, items: readonly DescribedItem<Item, Form>[]): Promise<SettledItem<Form>[]>
  insert(client: Statements, items: readonly StoredItem<Form>[]): Promise<void>
  replace(client: Statements, items: readonly StoredItem<Form>[]): Promise<void>
  /** Takes what a list does not name out of use; absent where nothing can be. */
  readonly unnamed?: {
    /** Items in use without those that the list names, by their keys; of many only some need be returned. */
    read(
      client: Statements,
      named: ReadonlySet<string>,
      items: () => readonly Item[],
      limit: number,
    ): Promise<StoredItem<Form>[]>
    /** Each item afterwards: null for a deleted one. */
    end(client: Statements, items: readonly StoredItem<Form>[]): Promise<(Form | null)[]>
  }
}

/** Receives what happens to the items of lists. */
export interface ReconcileReport {
  step(list: string, step: Step, key: string, before: object | null, after: object | null): void
  invalid(list: string, position: number, errors: InvalidFields): void
  refused(list: string, position: number, reason: string): void
  /** How many items of a list are done. */
  progress(list: string, done: number): void
  /** The id that an item will have. */
  identified?(list: string, key: string, id: string): void
}

/** Does the work of a list in parts, each in a transaction. */
export interface Batches {
  /** How many items the next part may have. */
  size(): number
  /** A part with some items of the list, none where it takes others out of use. */
  run<T>(items: readonly unknown[], work: (client: Statements) => Promise<T>): Promise<T>
}

export interface ReconcileOptions {
  /** Whether what the list does not name is taken out of use. */
  readonly prune: boolean
  readonly report: ReconcileReport
  /** Only reports what would be done. */
  readonly isTrial?: boolean
  /** In a trial: whether errors of an item will be gone once another list is stored. */
  isPending?(list: string, position: number, field: string, errors: readonly { readonly code: string }[]): boolean
}

/** Large enough that a statement's own cost does not show, small enough for its values to be held in memory. */
const maxBatchSize = 500

/** All work in the transaction of the caller. */
export const inTransactionOf = (client: Statements): Batches => ({
  size: () => maxBatchSize,
  run: (_, work) => work(client),
})

/**
 * Makes what is stored agree with a list, with a change record for each difference; returns whether every item was
 * valid. Items are read in batches, so that only one of them is in memory besides the list.
 */
export async function reconcile<Item, Form extends object>(
  batches: Batches,
  store: ListStore<Item, Form>,
  items: readonly { readonly key: string; readonly value: unknown; read(): Item }[],
  options: ReconcileOptions,
): Promise<boolean> {
  const { prune, report } = options
  let valid = true
  for (let from = 0; from < items.length;) {
    const batch = items.slice(from, from + Math.max(batches.size(), store.minBatchSize ?? 1))
    const start = from
    await batches.run(
      batch.map(({ value }) => value),
      async (client) => {
        const settled = (await settledBatch(client, store, batch)).map((item, index) => expected(item, start + index))
        settled.forEach(({ errors = {}, refusal }, index) => {
          if (Object.keys(errors).length > 0) report.invalid(store.list, start + index, errors)
          else if (refusal !== undefined) report.refused(store.list, start + index, refusal)
          else return
          valid = false
        })
        if (valid) await writeBatch(client, store, settled, options)
      },
    )
    from += batch.length
    report.progress(store.list, from)
  }
  if (valid && prune) await endUnnamed(batches, store, items, report)
  return valid

  /** An item without its errors that are to be expected. */
  function expected(item: Settled<Form>, position: number): Settled<Form> {
    const given = Object.entries(item.errors ?? {})
    const errors = given.filter(
      ([field, fieldErrors]) => !options.isPending?.(store.list, position, field, fieldErrors),
    )
    return errors.length === given.length
      ? item
      : { ...item, errors: Object.fromEntries(errors), isPending: errors.length === 0 }
  }
}

type Settled<Form extends object> = SettledItem<Form> & {
  readonly key: string
  readonly stored: StoredItem<Form> | undefined
  /** Whether it refers to what another list is yet to store. */
  readonly isPending?: boolean
}

async function settledBatch<Item, Form extends object>(
  client: Statements,
  store: ListStore<Item, Form>,
  batch: readonly { readonly key: string; read(): Item }[],
): Promise<Settled<Form>[]> {
  const keys = batch.map(({ key }) => key)
  const items = batch.map(({ read }) => read())
  const present = new Map((await store.read(client, keys, items)).map((stored) => [stored.key, stored]))
  const described = items.map((item, index) => ({
    key: keys[index] ?? '',
    item,
    stored: present.get(keys[index] ?? ''),
  }))
  const settled = await store.settle(client, described)
  return settled.map((item, index) => {
    const key = keys[index] ?? ''
    return { ...item, key, stored: present.get(key) }
  })
}

async function writeBatch<Item, Form extends object>(
  client: Statements,
  store: ListStore<Item, Form>,
  settled: readonly Settled<Form>[],
  { report, isTrial = false }: ReconcileOptions,
): Promise<void> {
  const created = settled.filter(({ stored, isOver }) => !stored && !isOver)
  const changed = settled.filter(({ stored, form, isOver }) => stored && !isOver && changedFields(stored.form, form))
  if (!isTrial) {
    if (created.length > 0) await store.insert(client, created)
    if (changed.length > 0) await store.replace(client, changed)
    await recordChanges(
      client,
      [...created, ...changed].map(({ id, stored, form }) => changeOf(store.type, id, stored?.form ?? null, form)),
    )
  }
  const steps = new Map<object, Step>([
    ...created.map((item) => [item, 'create'] as const),
    ...changed.map((item) => [item, 'change'] as const),
  ])
  for (const item of settled) {
    report.identified?.(store.list, item.key, item.id)
    // The form of an item that waits for another one is not what will be stored.
    const before = item.isPending ? null : (item.stored?.form ?? null)
    report.step(
      store.list,
      steps.get(item) ?? 'keep',
      store.labelOf?.(item.key, item.form) ?? item.key,
      before,
      item.form,
    )
  }
}

async function endUnnamed<Item, Form extends object>(
  batches: Batches,
  { list, type, unnamed, labelOf }: ListStore<Item, Form>,
  items: readonly { readonly key: string; read(): Item }[],
  report: ReconcileReport,
): Promise<void> {
  if (!unnamed) return
  const keys = new Set(items.map(({ key }) => key))
  const ended = new Set<string>()
  const endSome = async (client: Statements): Promise<boolean> => {
    const others = await unnamed.read(client, keys, () => items.map(({ read }) => read()), batches.size())
    const batch = others.filter(({ id }) => !ended.has(id)).slice(0, batches.size())
    const left = batch.length === 0 ? [] : await unnamed.end(client, batch)
    await recordChanges(
      client,
      batch.map(({ id, form }, index) => changeOf(type, id, form, left[index] ?? null)),
    )
    for (const [index, { key, id, form }] of batch.entries()) {
      keys.add(key)
      ended.add(id)
      report.step(list, 'end', labelOf?.(key, form) ?? key, form, left[index] ?? null)
    }
    return batch.length > 0
  }
  while (await batches.run([], endSome));
}

/** Names the action as the mutations do: `published` or `deactivated` if only `isActive` differs. */
function changeOf(type: string, id: string, before: object | null, after: object | null): Change {
  const subject = { type, id }
  if (!before) return { subject, action: 'created', before, after }
  if (!after) return { subject, action: 'deleted', before, after }
  const changed = changedFields(before, after)?.after as Readonly<Record<string, unknown>> | undefined
  const isOnlyActivity = changed && Object.keys(changed).join() === 'isActive'
  const action = !isOnlyActivity ? 'updated' : changed['isActive'] === true ? 'published' : 'deactivated'
  return { subject, action, before, after }
}
