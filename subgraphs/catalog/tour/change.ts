import { administer, changedFields, type Change } from '../../../platform/postgres/changes.ts'
import type { PoolClient } from '../../../platform/postgres/database.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError, requireVersion } from '../../../schema/errors.ts'
import { administrator, type Context } from '../context.ts'
import type { DeactivateTourInput, PublishTourInput, UpdateTourInput } from '../generated/resolvers.ts'
import { tourForm } from './form.ts'
import { settledForm } from './references.ts'
import { readStoredTours, replaceTours, setActive, type StoredTour } from './store/forms.ts'

/** Changes a tour and returns its id. */
export const updateTour = ({ id, version, ...given }: UpdateTourInput, context: Context): Promise<string> =>
  changeTour({ id, version }, context, async (client, { id: tourId, form: before, isActive }) => {
    const form = tourForm.read({ ...before, ...given })
    const after = await settledForm(client, { id: tourId, form, present: before.meetingPoints })
    if (changedFields(before, after)) await replaceTours(client, [{ id: tourId, form: after, isActive }])
    return { action: 'UPDATED', before, after }
  })

export const publishTour = (input: PublishTourInput, context: Context): Promise<string> =>
  changeTour(input, context, (client, stored) => activated(client, stored, true))

export const deactivateTour = (input: DeactivateTourInput, context: Context): Promise<string> =>
  changeTour(input, context, (client, stored) => activated(client, stored, false))

type Outcome = Pick<Change, 'action' | 'before' | 'after'>

/** Changes the version of a tour that the caller has read. Errors: TOUR_NOT_FOUND, EDIT_CONFLICT. */
function changeTour(
  { id, version }: { readonly id: string; readonly version: number },
  context: Context,
  work: (client: PoolClient, stored: StoredTour) => Promise<Outcome>,
): Promise<string> {
  return administer(administrator(context), async (client) => {
    const [stored] = isUuid(id) ? await readStoredTours(client, { ids: [id] }, { lock: true }) : []
    if (!stored) throw apiError('TOUR_NOT_FOUND', { tourId: id })
    requireVersion(stored.version, version)
    return { subject: { type: 'TOUR', id: stored.id }, ...(await work(client, stored)) }
  })
}

async function activated(client: PoolClient, { id, isActive }: StoredTour, wanted: boolean): Promise<Outcome> {
  if (isActive !== wanted) await setActive(client, [id], wanted)
  return { action: wanted ? 'PUBLISHED' : 'DEACTIVATED', before: { isActive }, after: { isActive: wanted } }
}
