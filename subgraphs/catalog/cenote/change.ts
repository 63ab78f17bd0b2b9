import { plain, withoutNulls } from '../../shared/form.ts'
import type { Context } from '../context.ts'
import type { UpdateCenoteInput, UpdateCenoteScheduleInput } from '../generated/resolvers.ts'
import { updateProduct } from '../product/index.ts'
import { openingForm } from './form.ts'
import { cenoteKind } from './kind.ts'

/** Changes a cenote, except for what decides about its places, and returns its id. */
export const updateCenote = ({ id, version, ...given }: UpdateCenoteInput, context: Context): Promise<string> =>
  updateProduct(cenoteKind, { id, version }, context, (form) => ({ ...form, ...plain(given) }))

/** Changes when a cenote is open and how many people it holds; booking has made sure that no reservation is lost. */
export const applySchedule = (
  { id, version, ...given }: UpdateCenoteScheduleInput,
  dryRun: boolean,
  context: Context,
): Promise<string> =>
  updateProduct(cenoteKind, { id, version, dryRun }, context, (form) => {
    const { schedule, capacity } = form
    return { ...form, ...openingForm.read({ schedule, capacity, ...(withoutNulls(given) as object) }) }
  })
