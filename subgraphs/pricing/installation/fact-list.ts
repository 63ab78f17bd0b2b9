import { randomUUID } from 'node:crypto'
import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import type { Statements } from '../../../platform/postgres/database.ts'
import { inKeyOrder, installationList, type InstallationList } from '../../../platform/postgres/installation-list.ts'
import {
  refusalOf,
  type DescribedItem,
  type ListStore,
  type SettledItem,
  type StoredItem,
} from '../../../platform/postgres/reconcile.ts'
import type { RowValues, VersionedRow } from '../../../platform/postgres/versioned-table.ts'
import { derivedId } from '../../../platform/values/derived-id.ts'
import { Form } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, withoutNulls } from '../../shared/form.ts'
import type { PriceFact } from '../administration.ts'
import { itemErrors, referencesOf, type ItemReferences, type PriceFacts, type References } from './references.ts'

/** An item of a file: the members of a form, with slugs instead of ids. */
export type FactItem = ItemReferences & Readonly<Record<string, unknown>> & { readonly id?: string }

/** How one kind of price facts stands in a file. */
export interface FactKind<Row extends VersionedRow, FormValue extends object> {
  readonly list: string
  readonly fact: PriceFact<Row, FormValue>
  /** Members of the form that are ids, and the members that a file has instead. */
  readonly ids: readonly string[]
  readonly references: Readonly<Record<string, TSchema>>
  readonly keyMember: string
  keyOf(item: FactItem): string
  /** How a person reads a key; as it is when absent. */
  labelOf?(key: string, form: FormValue): string
  /** The text that an id is derived from when the item names none; null when it has had one from the start. */
  derivedFrom(item: FactItem): readonly [kind: string, name: string] | null
  /** Stored rows that items may be about; all without items. */
  rowsOf(items: readonly FactItem[] | null, references: References): RowValues<Row> | null
  /** Ids of cenotes and tours that a form refers to. */
  idsOf(form: FormValue): readonly (string | undefined)[]
  /** Ids of services that are to be shown by their slugs. */
  serviceIdsOf?(form: FormValue): readonly (string | undefined)[]
  /** Stores what items say beyond their forms. */
  remember?(client: Statements, items: readonly FactItem[]): Promise<void>
  /** The form of an item; undefined for the id of what is unknown. */
  formOf(item: FactItem, references: References): object
  itemOf(form: FormValue, references: References): FactItem
  /** Rules over all items at once, instead of the fact's own. */
  checkAll?(
    client: Statements,
    settled: readonly { readonly id: string; readonly form: FormValue }[],
  ): Promise<readonly FieldErrors[]>
  /** The form of an item that is deactivated; undefined where it stays as it is. */
  ended(form: FormValue): FormValue | undefined
}

/** Price facts in an installation file, stored by what the mutations store them by. */
export function factList<Row extends VersionedRow, FormValue extends object>(
  kind: FactKind<Row, FormValue>,
  facts: PriceFacts,
): InstallationList {
  const { fact } = kind
  const schema = itemSchema(kind)
  const structure = compileForm(schema)
  return installationList<FactItem, FormValue>({
    schema,
    form: {
      errors(value) {
        const errors = structure.errors(value)
        if (Object.keys(errors).length > 0) return errors
        const item = withoutNulls(value) as FactItem
        if (item.cenote !== undefined && item.tour !== undefined)
          return { tour: [{ code: 'NOT_WITH', field: 'cenote' }] }
        // Whether what it names exists is seen later; here it does.
        const { id: _, ...members } = item
        return itemErrors(fact.form.errors(kind.formOf(members, everythingKnown)), item)
      },
      read: (value) => structure.read(value) as FactItem,
    },
    keyMember: kind.keyMember,
    keyOf: (item) => kind.keyOf(item),
    store: storeOf(kind, facts),
    readAll: async function* (client) {
      const stored = await readStored(kind, facts, client, null)
      for (const { item } of inKeyOrder(stored)) yield item
    },
  })
}

const anyId = (): string => '00000000-0000-4000-8000-000000000000'

/** References as if everything that is named existed. */
const everythingKnown: References = {
  cenoteId: anyId,
  tourId: anyId,
  promotionId: anyId,
  cenoteSlug: () => undefined,
  tourSlug: () => undefined,
  promotionSlug: () => undefined,
  serviceSlug: (id) => id,
}

function itemSchema<Row extends VersionedRow, FormValue extends object>({
  fact: { schema },
  ids,
  references,
}: FactKind<Row, FormValue>): TObject<TProperties> {
  const members = Object.entries(schema.properties).filter(([name]) => !ids.includes(name))
  const { slug, code, ...rest } = Object.fromEntries(members)
  return Form({
    ...(slug ? { slug } : {}),
    ...(code ? { code } : {}),
    ...references,
    id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Id when it is added; made from its key when absent.' }),
    ),
    ...rest,
  })
}

interface StoredFact<FormValue extends object> extends StoredItem<FormValue> {
  readonly item: FactItem
  readonly row: object
}

/** Stored facts as items of a file; `items` narrows them to those that may be the same. */
async function readStored<Row extends VersionedRow, FormValue extends object>(
  kind: FactKind<Row, FormValue>,
  facts: PriceFacts,
  client: Statements,
  items: readonly FactItem[] | null,
  { lock = false } = {},
): Promise<StoredFact<FormValue>[]> {
  const named = await referencesOf(client, facts, { items: items ?? [] })
  const rows = await kind.fact.table.findBy(client, kind.rowsOf(items, named), { lock })
  const forms = rows.map((row) => ({ id: row.id, row, form: kind.fact.formOf(row) }))
  const references = await referencesOf(client, facts, {
    ids: forms.flatMap(({ form }) => kind.idsOf(form)),
    serviceIds: forms.flatMap(({ form }) => kind.serviceIdsOf?.(form) ?? []),
  })
  return forms.map(({ id, row, form }) => {
    const item = kind.itemOf(form, references)
    const derived = kind.derivedFrom(item)
    const hasOwnId = derived !== null && id !== derivedId(...derived)
    return { key: kind.keyOf(item), id, row, form, item: hasOwnId ? { id, ...item } : item }
  })
}

function storeOf<Row extends VersionedRow, FormValue extends object>(
  kind: FactKind<Row, FormValue>,
  facts: PriceFacts,
): ListStore<FactItem, FormValue> {
  const { fact } = kind
  const rowOf = ({ id, form }: StoredItem<FormValue>) => ({ ...fact.rowOf(form), id })
  return {
    list: kind.list,
    type: fact.type,
    ...(kind.checkAll ? { minBatchSize: 500 } : {}),
    ...(kind.labelOf ? { labelOf: kind.labelOf } : {}),
    async read(client, _, items) {
      await fact.lockFirst?.(client)
      return readStored(kind, facts, client, items, { lock: true })
    },
    async settle(client, items) {
      await kind.remember?.(
        client,
        items.map(({ item }) => item),
      )
      const references = await referencesOf(client, facts, { items: items.map(({ item }) => item) })
      const settled = await settledFacts(kind, client, items, references)
      const valid = settled.filter(({ errors }) => Object.keys(errors).length === 0)
      const across = (await kind.checkAll?.(client, valid)) ?? []
      const acrossOf = new Map(valid.map((item, index) => [item, across[index]]))
      return settled.map((item, index) => ({
        ...item,
        errors: itemErrors({ ...item.errors, ...acrossOf.get(item) }, items[index]?.item ?? {}),
      }))
    },
    async insert(client, items) {
      if (!(await fact.table.insertAll(client, items.map(rowOf))))
        throw new Error(`An id or name of ${kind.list} is used by something else`)
    },
    replace: (client, items) => fact.table.replaceAll(client, items.map(rowOf)),
    unnamed: {
      async read(client, named) {
        const stored = await readStored(kind, facts, client, null, { lock: true })
        return stored.filter(({ key, form }) => !named.has(key) && kind.ended(form) !== undefined)
      },
      async end(client, items) {
        const ended = items.map(({ form, ...item }) => ({ ...item, form: kind.ended(form) ?? form }))
        await fact.table.replaceAll(client, ended.map(rowOf))
        return ended.map(({ form }) => form)
      },
    },
  }
}

async function settledFacts<Row extends VersionedRow, FormValue extends object>(
  { fact, checkAll, ...kind }: FactKind<Row, FormValue>,
  client: Statements,
  items: readonly DescribedItem<FactItem, FormValue>[],
  references: References,
): Promise<(SettledItem<FormValue> & { readonly errors: FieldErrors })[]> {
  const given = items.map(({ item }) => {
    const { id: _, ...members } = item
    return { item, form: kind.formOf(members, references) }
  })
  const settled: (SettledItem<FormValue> & { readonly errors: FieldErrors })[] = []
  const added = items.filter(({ stored }) => stored === undefined).map(({ item }) => item)
  const taken = new Set(
    (
      await fact.table.find(
        client,
        added.flatMap((item) => idsFor(item, kind)),
      )
    ).map(({ id }) => id),
  )
  const check = checkAll ? undefined : fact.check
  for (const [index, { item, form }] of given.entries()) {
    const stored = items[index]?.stored
    // One that follows from the keys of two items is the first one's; the other gets one of no meaning.
    const id = stored?.id ?? item.id ?? idsFor(item, kind).find((derived) => !taken.has(derived)) ?? randomUUID()
    const unknown = unknownReferences(item, references)
    const errors: FieldErrors =
      stored === undefined && taken.has(id) ? { ...unknown, id: [{ code: 'TAKEN' }] } : unknown
    taken.add(id)
    if (Object.keys(errors).length > 0) {
      settled.push({ id, form: form as FormValue, errors })
      continue
    }
    const read = fact.form.read(form)
    const row = { ...fact.rowOf(read), id, version: 0 }
    const after = fact.formOf(row as never)
    const present = (stored as StoredFact<FormValue> | undefined)?.row as Row | undefined
    settled.push({ id, form: after, ...(await checked(check && (() => check(client, read, present ?? null)))) })
  }
  return settled
}

/** The id that an item names, or else the one that follows from its key. */
function idsFor(
  item: FactItem,
  { derivedFrom }: Pick<FactKind<VersionedRow, object>, 'derivedFrom'>,
): readonly string[] {
  if (item.id !== undefined) return [item.id]
  const derived = derivedFrom(item)
  return derived ? [derivedId(...derived)] : []
}

/** Field errors of a check, or the sentence by which it refuses. */
async function checked(
  check: (() => Promise<FieldErrors>) | undefined,
): Promise<{ readonly errors: FieldErrors; readonly refusal?: string }> {
  let errors: FieldErrors = {}
  const refusal = await refusalOf(async () => {
    errors = (await check?.()) ?? {}
  })
  return refusal === undefined ? { errors } : { errors, refusal }
}

const unknownReferences = ({ cenote, tour, promotion }: ItemReferences, references: References): FieldErrors => ({
  ...(promotion !== undefined && references.promotionId(promotion) === undefined
    ? { promotion: [{ code: 'UNKNOWN' }] }
    : {}),
  ...(cenote !== undefined && references.cenoteId(cenote) === undefined ? { cenote: [{ code: 'UNKNOWN' }] } : {}),
  ...(tour !== undefined && references.tourId(tour) === undefined ? { tour: [{ code: 'UNKNOWN' }] } : {}),
})
