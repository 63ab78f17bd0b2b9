import { administer, changedFields, type Change } from '../../../platform/postgres/changes.ts'
import type { PoolClient } from '../../../platform/postgres/database.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError, requireVersion } from '../../../schema/errors.ts'
import { withoutNulls } from '../../../schema/form.ts'
import { administrator, type Context } from '../context.ts'
import { changeUnlessDryRun } from '../dry-run.ts'
import type { ApplyTourDeparturesInput, PublishTourInput, UpdateTourInput } from '../generated/resolvers.ts'
import { readProducts, replaceProducts, setActive, settledForm, type StoredProduct } from '../product/index.ts'
import { hasDepartures } from './departures.ts'
import { departuresForm, tourForm, type SettledTourForm } from './form.ts'
import { tourKind } from './kind.ts'

interface TourVersion {
  readonly id: string
  readonly version: number
}

/** Changes a tour, except for its departures and stops, and returns its id. */
export const updateTour = ({ id, version, ...given }: UpdateTourInput, context: Context): Promise<string> =>
  changeTour({ id, version }, context, (client, stored) => {
    const { departures, ...before } = stored.form
    // Start times and a capacity are for a tour without departures.
    const givesDepartures = given.startTimes != null || given.capacity != null
    const present = givesDepartures && !hasDepartures(departures) ? {} : { departures }
    return replaced(client, stored, { ...before, ...present, ...given })
  })

/** Changes when a tour departs and where it stops; booking has made sure that reservations are kept. */
export const applyDepartures = (
  { id, version, ...given }: ApplyTourDeparturesInput,
  dryRun: boolean,
  context: Context,
): Promise<string> =>
  changeUnlessDryRun<StoredProduct<SettledTourForm>, Outcome>(
    { id, dryRun },
    (work) => changeTour({ id, version }, context, work),
    (client, stored) => {
      const { departures, stops, minParty, bookingCutoffMinutes, timezone } = stored.form
      const before = { ...departures, stops, minParty, bookingCutoffMinutes, timezone }
      const form = departuresForm.read({ ...before, ...(withoutNulls(given) as object) })
      const { times, exceptions, ...others } = form
      return replaced(client, stored, { ...stored.form, ...others, departures: { times, exceptions } })
    },
  )

export const publishTour = (input: PublishTourInput, context: Context): Promise<string> =>
  changeTour(input, context, (client, stored) => activated(client, stored, true))

/** Takes a tour off sale; booking has decided what becomes of its reservations. */
export const applyDeactivation = (tour: TourVersion, dryRun: boolean, context: Context): Promise<string> =>
  changeUnlessDryRun<StoredProduct<SettledTourForm>, Outcome>(
    { id: tour.id, dryRun },
    (work) => changeTour(tour, context, work),
    (client, stored) => activated(client, stored, false),
  )

type Outcome = Pick<Change, 'action' | 'before' | 'after'>

/** Changes the version of a tour that the caller has read. Errors: TOUR_NOT_FOUND, EDIT_CONFLICT. */
function changeTour(
  { id, version }: TourVersion,
  context: Context,
  work: (client: PoolClient, stored: StoredProduct<SettledTourForm>) => Promise<Outcome>,
): Promise<string> {
  return administer(administrator(context), async (client) => {
    const [stored] = isUuid(id) ? await readProducts(client, tourKind, { ids: [id] }, { lock: true }) : []
    if (!stored) throw apiError('TOUR_NOT_FOUND', { tourId: id })
    requireVersion(stored.version, version)
    return { subject: { type: 'tour', id: stored.id }, ...(await work(client, stored)) }
  })
}

async function replaced(client: PoolClient, stored: StoredProduct<SettledTourForm>, changed: object): Promise<Outcome> {
  const { id, form: before, isActive } = stored
  const after = await settledForm(client, tourKind, { id, form: tourForm.read(changed), present: before.meetingPoints })
  if (changedFields(before, after)) await replaceProducts(client, tourKind, [{ id, form: after, isActive }])
  return { action: 'updated', before, after }
}

async function activated(
  client: PoolClient,
  { id, isActive }: StoredProduct<SettledTourForm>,
  wanted: boolean,
): Promise<Outcome> {
  if (isActive !== wanted) await setActive(client, 'tour', [id], wanted)
  return { action: wanted ? 'published' : 'deactivated', before: { isActive }, after: { isActive: wanted } }
}
