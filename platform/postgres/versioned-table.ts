import { columnOf, insertRows, selectList, updateRows } from './columns.ts'
import type { Pool, Statements } from './database.ts'

/** A row that operators change: its version grows with each change. */
export interface VersionedRow {
  readonly id: string
  readonly version: number
}

/** A value of a column, as the driver takes and returns it. */
type Value = string | number | boolean | Date | object | null

export interface VersionedTableOptions<Row extends VersionedRow> {
  readonly name: string
  /** Every member but the id and the version. */
  readonly columns: { readonly [Member in Exclude<keyof Row, 'id' | 'version'>]: true }
  /** Members that lists are ordered by; together they are unique and never null. */
  readonly order: readonly (keyof Row & string)[]
  readonly descending?: boolean
}

/** Values that rows of a list have; absent ones and null are no condition, and an unknown name matches nothing. */
export type Conditions<Row> = {
  readonly [Member in keyof Row]?: (Row[Member] extends string ? string : Row[Member]) | null | undefined
}

/** Members that an operator sets; a table may have others that count or compute. */
export type WritableRow<Row extends VersionedRow> = Partial<Omit<Row, 'version'>>

/** Values that a member of rows may have. */
export interface RowValues<Row> {
  readonly member: keyof Row & string
  readonly type: 'text' | 'uuid'
  readonly among: readonly string[]
}

/** Reading and writing of a table whose rows operators change one by one. */
export interface VersionedTable<Row extends VersionedRow> {
  readonly name: string
  /** The select list of a row. */
  readonly selection: string
  /** Rows by id; those that do not exist are left out. With `lock` until the caller's transaction ends. */
  find(database: Pool | Statements, ids: readonly string[], options?: { readonly lock?: boolean }): Promise<Row[]>
  /** Rows that have one of some values, all rows without; in the order of the table. With `lock` as above. */
  findBy(database: Statements, values: RowValues<Row> | null, options?: { readonly lock?: boolean }): Promise<Row[]>
  /** A part of a list, in the order of the table, after the position of a row. */
  list(
    pool: Pool,
    part: { readonly where: Conditions<Row>; readonly first: number; readonly after: readonly unknown[] | null },
  ): Promise<Row[]>
  count(pool: Pool, where: Conditions<Row>): Promise<number>
  /** The position of a row in lists. */
  positionOf(row: Row): readonly Value[]
  /** Adds a row; false when a unique value of it is taken. */
  insert(client: Statements, row: WritableRow<Row> & { readonly id: string }): Promise<boolean>
  /** Adds rows with the same members; false when a unique value of one is taken. */
  insertAll(client: Statements, rows: readonly (WritableRow<Row> & { readonly id: string })[]): Promise<boolean>
  /** Replaces members of a row, whose version grows. */
  replace(client: Statements, id: string, members: WritableRow<Row>): Promise<void>
  /** Replaces the same members of rows, whose versions grow. */
  replaceAll(client: Statements, rows: readonly (WritableRow<Row> & { readonly id: string })[]): Promise<void>
}

export function versionedTable<Row extends VersionedRow>({
  name,
  columns,
  order,
  descending = false,
}: VersionedTableOptions<Row>): VersionedTable<Row> {
  const selection = selectList(['id', 'version', ...Object.keys(columns)])
  const ordered = order.map((member) => `${columnOf(member)}${descending ? ' DESC' : ''}`).join(', ')
  const conditionsOf = (where: Conditions<Row>): { text: string[]; values: Value[] } => {
    const given = Object.entries(where).filter(([, value]) => value != null) as [string, Value][]
    return {
      text: given.map(([member], index) => `${columnOf(member)} = $${index + 1}`),
      values: given.map(([, value]) => value),
    }
  }
  const insertAll = async (client: Statements, rows: readonly object[]): Promise<boolean> =>
    (await insertRows(client, name, rows, 'ON CONFLICT DO NOTHING')) === rows.length
  const replaceAll = (client: Statements, rows: readonly object[]): Promise<void> => updateRows(client, name, rows)

  return {
    name,
    selection,
    async find(database, ids, { lock = false } = {}) {
      const { rows } = await database.query<Row>(
        `SELECT ${selection} FROM ${name} WHERE id = ANY ($1::uuid[])${lock ? ' ORDER BY id FOR UPDATE' : ''}`,
        [ids],
      )
      return rows
    },
    async findBy(database, values, { lock = false } = {}) {
      const { rows } = await database.query<Row>(
        `SELECT ${selection} FROM ${name} ${values ? `WHERE ${columnOf(values.member)} = ANY ($1::${values.type}[])` : ''}
         ORDER BY ${ordered}${lock ? ' FOR UPDATE' : ''}`,
        values ? [values.among] : [],
      )
      return rows
    },
    async list(pool, { where, first, after }) {
      const { text, values } = conditionsOf(where)
      if (after) {
        const position = after.map((_, index) => `$${values.length + index + 1}`)
        text.push(`(${order.map(columnOf).join(', ')}) ${descending ? '<' : '>'} (${position.join(', ')})`)
      }
      const parameters = [...values, ...(after ?? []), first]
      const { rows } = await pool.query<Row>(
        `SELECT ${selection} FROM ${name} ${text.length > 0 ? `WHERE ${text.join(' AND ')}` : ''}
         ORDER BY ${ordered} LIMIT $${parameters.length}`,
        parameters,
      )
      return rows
    },
    async count(pool, where) {
      const { text, values } = conditionsOf(where)
      const { rows } = await pool.query<{ total: number }>(
        `SELECT count(*) AS total FROM ${name} ${text.length > 0 ? `WHERE ${text.join(' AND ')}` : ''}`,
        values,
      )
      return rows[0]?.total ?? 0
    },
    positionOf: (row) => order.map((member) => row[member] as Value),
    insert: (client, row) => insertAll(client, [row]),
    insertAll,
    replace: (client, id, members) => replaceAll(client, [{ ...members, id }]),
    replaceAll,
  }
}
