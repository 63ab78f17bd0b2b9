import { withoutNulls } from '../../shared/form.ts'
import type { Context } from '../context.ts'
import type { ApplyTourDeparturesInput, UpdateTourInput } from '../generated/resolvers.ts'
import { updateProduct } from '../product/index.ts'
import { hasDepartures } from './rules/departures.ts'
import { departuresForm } from './form.ts'
import { tourKind } from './kind.ts'

/** Changes a tour, except for its departures and stops, and returns its id. */
export const updateTour = ({ id, version, ...given }: UpdateTourInput, context: Context): Promise<string> =>
  updateProduct(tourKind, { id, version }, context, ({ departures, ...before }) => {
    // Start times and a capacity are for a tour without departures.
    const givesDepartures = given.startTimes != null || given.capacity != null
    const present = givesDepartures && !hasDepartures(departures) ? {} : { departures }
    return { ...before, ...present, ...given }
  })

/** Changes when a tour departs and where it stops; booking has made sure that no reservation is lost. */
export const applyDepartures = (
  { id, version, ...given }: ApplyTourDeparturesInput,
  dryRun: boolean,
  context: Context,
): Promise<string> =>
  updateProduct(tourKind, { id, version, dryRun }, context, (form) => {
    const { departures, stops, minParty, bookingCutoffMinutes, timezone } = form
    const before = { ...departures, stops, minParty, bookingCutoffMinutes, timezone }
    const { times, exceptions, ...others } = departuresForm.read({ ...before, ...(withoutNulls(given) as object) })
    return { ...form, ...others, departures: { times, exceptions } }
  })
