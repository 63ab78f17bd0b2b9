import type { FieldErrors } from '../../../../../schema/field-errors.ts'
import type { Context } from '../../../context.ts'
import { tooLong } from '../../rules/guest.ts'
import type { Staff } from '../../reservation.ts'

/** Clocks at the cenote may be a little ahead of ours. */
const toleranceMilliseconds = 5 * 60_000

/** Validates what the people on site report, by field: nothing that is still to come. */
export function visitErrors(
  { staff, notes }: { readonly staff?: Partial<Staff> | null; readonly notes?: string | null },
  instantName: string,
  instant: Date | null | undefined,
  { clock }: Pick<Context, 'clock'>,
): FieldErrors {
  const fieldErrors = tooLong([
    ['staff.id', staff?.id, 100],
    ['staff.name', staff?.name, 200],
    ['notes', notes, 2_000],
  ])
  if (instant && instant.getTime() > clock.now().getTime() + toleranceMilliseconds)
    fieldErrors[instantName] = [{ code: 'IN_THE_FUTURE' }]
  return fieldErrors
}
