import { isDeepStrictEqual } from 'node:util'
import { GraphQLError } from 'graphql'
import type { TObject } from 'typebox'
import { recordChanges } from '../../../platform/postgres/changes.ts'
import type { Statements } from '../../../platform/postgres/database.ts'
import type { InstallationList } from '../../../platform/postgres/installation-list.ts'
import type { InvalidFields } from '../../../platform/postgres/reconcile.ts'
import { inSchemaOrder } from '../../../platform/values/schema-order.ts'
import { chargeList, chargesSchema } from '../charge/index.ts'
import { exchangeRates, exchangeRatesSchema } from '../currency/index.ts'
import { changePriceList, type PriceList } from '../price-list/index.ts'
import { groupDiscountsSchema, transportGroupDiscounts } from '../transport/index.ts'
import { compileForm } from '../../shared/form.ts'
import { Form } from '../../../platform/values/form-fields.ts'

type Value = Readonly<Record<string, unknown>>

/** A part of a price list, whose members are changed together, as a list of a file. */
interface ValueKind<FormValue extends object> {
  readonly list: string
  readonly priceList: PriceList<FormValue>
  readonly member: keyof FormValue & string
  readonly schema: TObject
  readonly keyMember: string
  /** Members that a file leaves out. */
  readonly omitted?: readonly string[]
}

function valueList<FormValue extends object>(kind: ValueKind<FormValue>, now: Date): InstallationList {
  const { list, priceList, member, keyMember, omitted = [] } = kind
  const { properties } = kind.schema
  const schema = Form(Object.fromEntries(Object.entries(properties).filter(([name]) => !omitted.includes(name))))
  const form = compileForm(schema)
  const keyOf = (value: unknown): string => String((value as Value)[keyMember])
  const shown = (value: Value): Value =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !omitted.includes(name)))
  const valuesOf = (whole: object): Value[] => (whole as Record<string, Value[]>)[member] ?? []
  return {
    name: list,
    schema,
    keyMember,
    keyOf,
    errors: (value) => form.errors(value),
    across: () => [],
    reconcile: (batches, values, { prune, report }) =>
      batches.run(values, async (client) => {
        const named = new Set(values.map(keyOf))
        const given = values.map((value) => form.read(value) as Value)
        const merged = (before: FormValue): object => ({
          [member]: prune ? given : [...given, ...valuesOf(before).filter((value) => !named.has(keyOf(value)))],
        })
        let change
        try {
          change = await changePriceList(priceList, undefined, merged, { client, now })
        } catch (error) {
          const fields = error instanceof GraphQLError ? error.extensions['fieldErrors'] : undefined
          if (!fields) throw error
          reportErrors(fields as InvalidFields, (position, errors) => report.invalid(list, position, errors))
          return false
        }
        await recordChanges(client, [change])
        const before = new Map(valuesOf(change.before ?? {}).map((value) => [keyOf(value), shown(value)]))
        for (const value of valuesOf(change.after ?? {})) {
          const key = keyOf(value)
          const stored = before.get(key)
          before.delete(key)
          if (!named.has(key)) continue
          const step = !stored ? 'create' : isDeepStrictEqual(stored, shown(value)) ? 'keep' : 'change'
          report.step(list, step, key, stored ?? null, shown(value))
        }
        for (const [key, stored] of before) report.step(list, 'end', key, stored, null)
        return true
      }),
    async *export(client: Statements) {
      for (const value of valuesOf(await priceList.read(client))) yield inSchemaOrder(schema, shown(value))
    },
  }

  /** Errors of `member.3.rate` at the position 3, those of the whole list at its first item. */
  function reportErrors(fields: InvalidFields, add: (position: number, errors: InvalidFields) => void): void {
    for (const [name, errors] of Object.entries(fields)) {
      const [, position = '0', ...inner] = name.split('.')
      add(Number(position), { [inner.join('.')]: errors })
    }
  }
}

const itemsOf = (schema: unknown): TObject => (schema as { readonly items: TObject }).items

/** Price facts of an installation file that are changed as whole lists. */
export const valueLists = (now: Date): InstallationList[] => [
  valueList(
    {
      list: 'taxes',
      priceList: chargeList,
      member: 'taxes',
      schema: itemsOf(chargesSchema.properties.taxes),
      keyMember: 'name',
    },
    now,
  ),
  valueList(
    {
      list: 'fees',
      priceList: chargeList,
      member: 'fees',
      schema: itemsOf(chargesSchema.properties.fees),
      keyMember: 'name',
    },
    now,
  ),
  valueList(
    {
      list: 'exchangeRates',
      priceList: exchangeRates,
      member: 'rates',
      schema: itemsOf(exchangeRatesSchema.properties.rates),
      keyMember: 'currency',
      omitted: ['updatedAt'],
    },
    now,
  ),
  valueList(
    {
      list: 'transportGroupDiscounts',
      priceList: transportGroupDiscounts,
      member: 'discounts',
      schema: itemsOf(groupDiscountsSchema.properties.discounts),
      keyMember: 'minPeople',
    },
    now,
  ),
]
