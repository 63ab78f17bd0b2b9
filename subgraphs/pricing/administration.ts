import { randomUUID } from 'node:crypto'
import type { TObject, TProperties } from 'typebox'
import { pageOf, readPageRequest, type Page, type PageArguments } from '../../platform/graphql/connection.ts'
import { administer, changedFields, type Change } from '../../platform/postgres/changes.ts'
import type { Statements } from '../../platform/postgres/database.ts'
import type { Conditions, VersionedRow, VersionedTable, WritableRow } from '../../platform/postgres/versioned-table.ts'
import { isUuid, uuidErrors } from '../../platform/values/uuid.ts'
import type { ChangeSubjectType } from '../../schema/change-subjects.ts'
import { apiError, requireValid, requireVersion, validationError } from '../../schema/errors.ts'
import type { FieldErrors } from '../../schema/field-errors.ts'
import { plain, type CompiledForm } from '../shared/form.ts'
import { refusePage } from '../../schema/page-errors.ts'
import { administrator, type Context } from './context.ts'
import { formWith } from './form-parts.ts'

/** A kind of price fact that operators create and change one by one: its form, its table and how they correspond. */
export interface PriceFact<Row extends VersionedRow, FormValue extends object> {
  readonly type: ChangeSubjectType
  readonly table: VersionedTable<Row>
  readonly schema: TObject<TProperties>
  readonly form: CompiledForm<FormValue>
  /** The form as it is stored, with every default. */
  formOf(row: Omit<Row, 'id' | 'version'>): FormValue
  rowOf(form: FormValue): WritableRow<Row>
  /** Field of the form that must be unique; it never changes. */
  readonly uniqueField: string
  /** Locks what every change of this kind waits for, before anything is read. */
  lockFirst?(client: Statements): Promise<void>
  /** Rules that need the database; the row that changes is locked. Throws, or returns field errors. */
  check?(client: Statements, form: FormValue, changing: Row | null): Promise<FieldErrors>
}

/** Adds a fact within a transaction. Errors: ERROR_VALIDACION with every field error. */
export async function addFact<Row extends VersionedRow, FormValue extends object>(
  fact: PriceFact<Row, FormValue>,
  input: object,
  client: Statements,
  id: string = randomUUID(),
): Promise<Change> {
  const form = fact.form.read(formWith(fact.schema, plain(input)))
  await fact.lockFirst?.(client)
  await requireNoErrors(fact.check?.(client, form, null))
  const row = fact.rowOf(form)
  if (!(await fact.table.insert(client, { ...row, id })))
    throw validationError({ [fact.uniqueField]: [{ code: 'TAKEN' }] })
  return { subject: { type: fact.type, id }, action: 'created', before: null, after: fact.formOf(row as never) }
}

interface FactVersion {
  readonly id: string
  readonly version: number
}

/**
 * Changes the members of a fact that the input names, within a transaction. Errors: PRICE_FACT_NOT_FOUND, EDIT_CONFLICT,
 * ERROR_VALIDACION with every field error.
 */
export async function changeFact<Row extends VersionedRow, FormValue extends object>(
  fact: PriceFact<Row, FormValue>,
  { id, version, ...given }: FactVersion,
  client: Statements,
): Promise<Change> {
  await fact.lockFirst?.(client)
  const [stored] = isUuid(id) ? await fact.table.find(client, [id], { lock: true }) : []
  if (!stored) throw apiError('PRICE_FACT_NOT_FOUND', { type: fact.type.toUpperCase(), id })
  requireVersion(stored.version, version)
  const before = fact.formOf(stored)
  const form = fact.form.read(formWith(fact.schema, { ...before, ...plain(given) }))
  await requireNoErrors(fact.check?.(client, form, stored))
  const row = fact.rowOf(form)
  const after = fact.formOf({ ...stored, ...row })
  if (changedFields(before, after)) await fact.table.replace(client, stored.id, row)
  return { subject: { type: fact.type, id: stored.id }, action: 'updated', before, after }
}

/** Adds a fact with the record of its change, and returns it. */
export const createFact = async <Row extends VersionedRow, FormValue extends object>(
  fact: PriceFact<Row, FormValue>,
  input: object,
  context: Context,
): Promise<Row> => factAfter(fact, context, (client) => addFact(fact, input, client))

/** Changes a fact with the record of its change, and returns it. */
export const updateFact = async <Row extends VersionedRow, FormValue extends object>(
  fact: PriceFact<Row, FormValue>,
  input: FactVersion,
  context: Context,
): Promise<Row> => factAfter(fact, context, (client) => changeFact(fact, input, client))

async function factAfter<Row extends VersionedRow>(
  { table }: { readonly table: VersionedTable<Row> },
  context: Context,
  work: (client: Statements) => Promise<Change>,
): Promise<Row> {
  const id = await administer(administrator(context), work)
  context.factsChanged()
  const [row] = await table.find(context.database.pool, [id])
  if (!row) throw new Error(`${id} of ${table.name} was changed and is not found`)
  return row
}

/** Filter of a list of price facts. `itemId` is the public name of `productId`. */
type Filter<Row> = Omit<Conditions<Row>, 'productId'> & { readonly itemId?: string | null | undefined }

/** A page of facts in the order of their table. */
export async function factPage<Row extends VersionedRow>(
  { table }: { readonly table: VersionedTable<Row> },
  args: PageArguments & { readonly filter?: Filter<Row> | null | undefined },
  { database, cursors }: Context,
): Promise<Page<Row>> {
  const filter = args.filter ?? ({} as Filter<Row>)
  requireValid(
    uuidErrors(
      Object.fromEntries(
        Object.entries(filter).flatMap(([name, id]) => (name.endsWith('Id') ? [[name, id as string | null]] : [])),
      ),
    ),
  )
  const scope = [table.name, database.environment, filter]
  const { itemId: productId, ...others } = filter
  const where = { ...others, productId } as Conditions<Row>
  const request = readPageRequest(args, { cursors, scope, refuse: refusePage })
  return pageOf(
    await table.list(database.pool, { where, first: request.first + 1, after: request.after }),
    request,
    (row) => cursors.encode(scope, table.positionOf(row)),
    () => table.count(database.pool, where),
  )
}

async function requireNoErrors(checking: Promise<FieldErrors> | undefined): Promise<void> {
  const fields = (await checking) ?? {}
  requireValid(fields)
}
