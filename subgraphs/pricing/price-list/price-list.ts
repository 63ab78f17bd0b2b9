import type { Pool, Statements } from '../../../platform/postgres/database.ts'
import type { ChangeSubjectType } from '../../../schema/change-subjects.ts'
import type { CompiledForm } from '../../../schema/form.ts'

/** Price facts that operators change together, as one list with one version. */
export interface PriceList<FormValue extends object> {
  readonly id: 'charges' | 'exchange_rates' | 'transport_group_discounts'
  readonly type: ChangeSubjectType
  /** Tables that hold it. */
  readonly tables: readonly string[]
  readonly form: CompiledForm<FormValue>
  /** The form as it will be stored: in order, with every default. */
  settle(form: FormValue, before: FormValue, now: Date): FormValue
  read(database: Pool | Statements): Promise<FormValue>
  write(client: Statements, form: FormValue): Promise<void>
}

/** A list as it was read. */
export type VersionedList<FormValue> = FormValue & { readonly version: number; readonly stored: FormValue }
