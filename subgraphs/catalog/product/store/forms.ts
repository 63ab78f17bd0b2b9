import type { Static } from 'typebox'
import { insertRows, updateRows } from '../../../../platform/postgres/columns.ts'
import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import type { ItemKeys } from '../../../../platform/values/item-keys.ts'
import { withoutNulls } from '../../../shared/form.ts'
import type { CreateTourForm } from '../../generated/forms.ts'
import { readMeetingPointForms, replaceMeetingPoints, type StoredPoint } from '../../meeting-point/index.ts'

/** The type of a product, which is also the name of its table. */
export type ProductType = 'cenote' | 'tour'

/** The members that the forms of cenotes and tours have in common. */
export type ProductForm = Pick<
  Static<typeof CreateTourForm>,
  'slug' | 'name' | 'description' | 'pricing' | 'bookingCutoffMinutes' | 'images' | 'meetingPoints'
>

/** How the forms of one type of product are stored. */
export interface ProductTables<Form extends ProductForm> {
  readonly type: ProductType
  /** The SQL expression of a form, without its meeting points; `product` is the row. */
  readonly formExpression: string
  readonly rowOf: (form: Form) => object
  /** Replaces the rows of other tables, except for meeting points. */
  replaceParts(client: Statements, products: readonly ProductValues<Form>[]): Promise<void>
}

/** A product as an operator describes it, with its id, its version and whether it is on sale. */
export interface StoredProduct<Form extends ProductForm> {
  readonly id: string
  readonly version: number
  readonly isActive: boolean
  readonly form: Form & { readonly meetingPoints: StoredPoint[] }
}

/** A product to be written. */
export interface ProductValues<Form extends ProductForm> {
  readonly id: string
  readonly form: Form
  readonly isActive: boolean
  /** Columns that forms do not have, such as ratings. */
  readonly columns?: object
}

/** The condition of a statement that reads some products, and the value of its first parameter. */
export const namedBy = (keys: ItemKeys): { readonly condition: string; readonly names: readonly string[] } =>
  'ids' in keys
    ? { condition: 'id = ANY($1::uuid[])', names: keys.ids }
    : { condition: 'slug = ANY($1)', names: keys.slugs }

/**
 * Returns products as forms, without those that do not exist. With `lock` nobody else can change them until the caller's
 * transaction ends.
 */
export async function readProducts<Form extends ProductForm>(
  database: Pool | Statements,
  { type, formExpression }: ProductTables<Form>,
  keys: ItemKeys,
  { lock = false } = {},
): Promise<StoredProduct<Form>[]> {
  const { condition, names } = namedBy(keys)
  const { rows } = await database.query<StoredProduct<Form>>(
    `SELECT id, version, is_active AS "isActive", ${formExpression} AS form FROM ${type} AS product
     WHERE ${condition} ${lock ? 'ORDER BY id FOR UPDATE' : ''}`,
    [names],
  )
  const points = await readMeetingPointForms(
    database,
    `${type}_id`,
    rows.map(({ id }) => id),
  )
  return rows.map(({ form, ...product }) => ({
    ...product,
    form: { ...(withoutNulls(form) as Form), meetingPoints: points.get(product.id) ?? [] },
  }))
}

/** Returns ids and slugs of products, by either, without those that do not exist. */
export async function readProductNames(
  client: Statements,
  type: ProductType,
  keys: ItemKeys,
): Promise<{ readonly id: string; readonly slug: string }[]> {
  const { condition, names } = namedBy(keys)
  const { rows } = await client.query<{ id: string; slug: string }>(`SELECT id, slug FROM ${type} WHERE ${condition}`, [
    names,
  ])
  return rows
}

/** Returns the slugs of all products of a type, in order; with `onSale` only of those on sale. */
export async function productSlugs(client: Statements, type: ProductType, { onSale = false } = {}): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    `SELECT slug FROM ${type} WHERE is_active OR NOT $1::boolean ORDER BY slug COLLATE "C"`,
    [onSale],
  )
  return rows.map(({ slug }) => slug)
}

/** Adds products, all of them with the same `columns`. */
export async function insertProducts<Form extends ProductForm>(
  client: Statements,
  tables: ProductTables<Form>,
  products: readonly ProductValues<Form>[],
): Promise<void> {
  if (products.length === 0) return
  const rows = products.map(({ id, form, isActive, columns }) => ({ id, ...tables.rowOf(form), isActive, ...columns }))
  await insertRows(client, tables.type, rows)
  await replaceParts(client, tables, products)
}

/** Replaces products; a trigger makes each the next version. */
export async function replaceProducts<Form extends ProductForm>(
  client: Statements,
  tables: ProductTables<Form>,
  products: readonly ProductValues<Form>[],
): Promise<void> {
  if (products.length === 0) return
  const rows = products.map(({ id, form, isActive }) => ({ id, ...tables.rowOf(form), isActive }))
  await updateRows(client, tables.type, rows)
  await replaceParts(client, tables, products)
}

async function replaceParts<Form extends ProductForm>(
  client: Statements,
  tables: ProductTables<Form>,
  products: readonly ProductValues<Form>[],
): Promise<void> {
  await tables.replaceParts(client, products)
  await replaceMeetingPoints(
    client,
    `${tables.type}_id`,
    products.map(({ id, form }) => ({ id, points: (form.meetingPoints ?? []) as StoredPoint[] })),
  )
}

/** Puts products on sale or takes them off. */
export async function setActive(
  client: Statements,
  type: ProductType,
  ids: readonly string[],
  isActive: boolean,
): Promise<void> {
  await client.query(`UPDATE ${type} SET is_active = $2 WHERE id = ANY($1::uuid[])`, [ids, isActive])
}
