import type { Statements } from './database.ts'

/** The column of a member, such as `visit_date` of `visitDate`. */
export const columnOf = (member: string): string => member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a select list that names each column after its member. */
export const selectList = (members: readonly string[], table?: string): string =>
  members.map((member) => `${table === undefined ? '' : `${table}.`}${columnOf(member)} AS "${member}"`).join(', ')

/** The columns of rows with the same members, and the rows for `jsonb_populate_recordset`, which converts each value. */
function recordsOf(rows: readonly object[]): { readonly columns: string[]; readonly records: string } {
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([member, value]) => [columnOf(member), value as unknown])),
  )
  return { columns: Object.keys(records[0] ?? {}), records: JSON.stringify(records) }
}

/**
 * Inserts rows that have the same members, and returns how many were inserted. ON CONFLICT DO NOTHING skips rows with a
 * unique value that exists.
 */
export async function insertRows(
  client: Statements,
  table: string,
  rows: readonly object[],
  onConflict: '' | 'ON CONFLICT DO NOTHING' = '',
): Promise<number> {
  const { columns, records } = recordsOf(rows)
  const names = columns.join(', ')
  const { rowCount } = await client.query(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1) ${onConflict}`,
    [records],
  )
  return rowCount ?? 0
}

/** Updates rows by id. All rows must have the same members. */
export async function updateRows(client: Statements, table: string, rows: readonly object[]): Promise<void> {
  const { columns, records } = recordsOf(rows)
  const assigned = columns.filter((name) => name !== 'id').map((name) => `${name} = next.${name}`)
  await client.query(
    `UPDATE ${table} SET ${assigned.join(', ')}
     FROM jsonb_populate_recordset(NULL::${table}, $1) AS next WHERE ${table}.id = next.id`,
    [records],
  )
}

/** A column of an item. Its name is that of the row's property, in snake case. */
export interface FormColumn<Form> {
  /** The member of the form that fills it, by dotted path; a column without one is not of the form. */
  readonly member?: PathOf<Form>
  /** The value stored when the member is absent; null without it. */
  readonly default?: unknown
  /** Returns the value stored for the member; without it, that is the member itself. */
  readonly toColumn?: (value: never) => unknown
  /** The SQL expression of the member; without it, that is the column. */
  readonly toMember?: string
  /** The part of a row that it is read with; every read has a column without one. */
  readonly part?: string
}

export type FormColumns<Form> = Readonly<Record<string, FormColumn<Form>>>

type Members<T> = Exclude<T, undefined>
type PathOf<Form> = {
  [Name in keyof Form & string]-?:
    | Name
    | (Members<Form[Name]> extends readonly unknown[]
        ? never
        : Members<Form[Name]> extends object
          ? `${Name}.${keyof Members<Form[Name]> & string}`
          : never)
}[keyof Form & string]

type ValueAt<Form, Path> = Path extends `${infer Name}.${infer Inner}`
  ? Name extends keyof Form
    ? ValueAt<Members<Form[Name]>, Inner>
    : never
  : Path extends keyof Form
    ? Form[Path]
    : never

type Stored<Form, Column> = Column extends { readonly toColumn: (value: never) => infer Value }
  ? Value
  : Column extends { readonly member: infer Path }
    ? undefined extends ValueAt<Form, Path>
      ? Members<ValueAt<Form, Path>> | (Column extends { readonly default: unknown } ? never : null)
      : ValueAt<Form, Path>
    : never

/** The properties of a row that come from a form. */
export type FormRow<Form, Columns extends FormColumns<Form>> = {
  readonly [Name in keyof Columns as Columns[Name] extends { readonly member: unknown } ? Name : never]: Stored<
    Form,
    Columns[Name]
  >
}

/** The SQL expression of a form out of the columns; `others` are the expressions of members from other tables. */
export function formExpression<Form>(columns: FormColumns<Form>, others: Readonly<Record<string, string>>): string {
  const top = new Map<string, string>()
  const objects = new Map<string, string[]>()
  for (const [property, { member, toMember }] of Object.entries(columns)) {
    if (member === undefined) continue
    const [name = '', inner] = member.split('.')
    const expression = toMember ?? columnOf(property)
    if (inner === undefined) top.set(name, expression)
    else objects.set(name, [...(objects.get(name) ?? []), `'${inner}', ${expression}`])
  }
  for (const [name, members] of objects) top.set(name, `jsonb_build_object(${members.join(', ')})`)
  for (const [name, expression] of Object.entries(others)) top.set(name, expression)
  return `jsonb_build_object(${[...top].map(([name, expression]) => `'${name}', ${expression}`).join(', ')})`
}

/** Returns a function that maps a form to its row. */
export function columnValues<Form extends object>(
  columns: FormColumns<Form>,
): (form: Form) => Readonly<Record<string, unknown>> {
  const stored = Object.entries(columns).flatMap(([property, { member, default: absent = null, toColumn }]) =>
    member === undefined
      ? []
      : [
          {
            property,
            path: member.split('.'),
            absent,
            toColumn: toColumn as Conversion | undefined,
          },
        ],
  )
  return (form) =>
    Object.fromEntries(
      stored.map(({ property, path, absent, toColumn }) => {
        let value: unknown = form
        for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name]
        return [property, toColumn ? toColumn(value) : (value ?? absent)]
      }),
    )
}

type Conversion = (value: unknown) => unknown
