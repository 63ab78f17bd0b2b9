import { administer, changedFields, type Administrator, type Change } from '../../../platform/postgres/changes.ts'
import type { Pool, Statements } from '../../../platform/postgres/database.ts'
import type { ChangeSubjectType } from '../../../schema/change-subjects.ts'
import { requireVersion } from '../../../schema/errors.ts'
import { plain, type CompiledForm } from '../../shared/form.ts'
import { administrator, type Context } from '../context.ts'
import { growListVersion, readListVersion, type PriceListId } from './repository.ts'

/** Price facts that operators change together, as one list with one version. */
export interface PriceList<FormValue extends object> {
  readonly id: PriceListId
  readonly type: ChangeSubjectType
  readonly form: CompiledForm<FormValue>
  /** The form as it will be stored: in order, with every default. */
  settle(form: FormValue, before: FormValue, now: Date): FormValue
  read(database: Pool | Statements): Promise<FormValue>
  write(client: Statements, form: FormValue): Promise<void>
}

/** A list as it was read. */
export type VersionedList<FormValue> = FormValue & { readonly version: number; readonly stored: FormValue }

/**
 * Replaces members of a list within a transaction; without a version whatever it is. Errors: EDIT_CONFLICT,
 * ERROR_VALIDACION with every field error.
 */
export async function changePriceList<FormValue extends object>(
  list: PriceList<FormValue>,
  version: number | undefined,
  given: (before: FormValue) => object,
  { client, now }: { readonly client: Statements; readonly now: Date },
): Promise<Change> {
  const current = await readListVersion(client, list.id, { lock: true })
  if (version !== undefined) requireVersion(current, version)
  const before = await list.read(client)
  const after = list.settle(list.form.read({ ...before, ...plain(given(before)) }), before, now)
  if (changedFields(before, after)) {
    await list.write(client, after)
    await growListVersion(client, list.id)
  }
  return { subject: { type: list.type, id: list.id }, action: 'updated', before, after }
}

/** Replaces members of a list, with the record of the change, as a command of the operator does. */
export const changePriceListBy = async <FormValue extends object>(
  list: PriceList<FormValue>,
  given: (before: FormValue) => object,
  by: Administrator,
  now: Date,
): Promise<void> => void (await administer(by, (client) => changePriceList(list, undefined, given, { client, now })))

/** Replaces members of the version of a list that the caller has read. Errors: EDIT_CONFLICT, ERROR_VALIDACION. */
export async function updatePriceList<FormValue extends object>(
  list: PriceList<FormValue>,
  { version, ...given }: { readonly version: number },
  context: Context,
): Promise<VersionedList<FormValue>> {
  const now = context.clock.now()
  await administer(administrator(context), (client) => changePriceList(list, version, () => given, { client, now }))
  context.factsChanged()
  return readPriceList(list, context)
}

/** The version is read first: content that is newer than it makes an update a conflict, never a lost change. */
export async function readPriceList<FormValue extends object>(
  list: PriceList<FormValue>,
  { database: { pool } }: Pick<Context, 'database'>,
): Promise<VersionedList<FormValue>> {
  const version = await readListVersion(pool, list.id)
  const stored = await list.read(pool)
  return { ...stored, version, stored }
}
