import { administer, changedFields, type Change } from '../../../platform/postgres/changes.ts'
import type { PoolClient } from '../../../platform/postgres/database.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { plain, withoutNulls } from '../../../schema/form.ts'
import { apiError, requireVersion } from '../../../schema/errors.ts'
import { administrator, type Context } from '../context.ts'
import { changeUnlessDryRun } from '../dry-run.ts'
import type { PublishCenoteInput, UpdateCenoteInput, UpdateCenoteScheduleInput } from '../generated/resolvers.ts'
import { readProducts, replaceProducts, setActive, settledForm, type StoredProduct } from '../product/index.ts'
import { cenoteForm, openingForm, type CenoteForm } from './form.ts'
import { cenoteKind } from './kind.ts'

interface CenoteVersion {
  readonly id: string
  readonly version: number
}

/** Changes a cenote, except for what decides about its places, and returns its id. */
export const updateCenote = ({ id, version, ...given }: UpdateCenoteInput, context: Context): Promise<string> =>
  changeCenote({ id, version }, context, (client, stored) => replaced(client, stored, given))

/** Changes when a cenote is open and how many people it holds; booking has made sure that reservations are kept. */
export const applySchedule = (
  { id, version, ...given }: UpdateCenoteScheduleInput,
  dryRun: boolean,
  context: Context,
): Promise<string> =>
  changeUnlessDryRun<StoredProduct<CenoteForm>, Outcome>(
    { id, dryRun },
    (work) => changeCenote({ id, version }, context, work),
    (client, stored) => {
      const { schedule, capacity } = stored.form
      const opening = openingForm.read({ schedule, capacity, ...(withoutNulls(given) as object) })
      return replaced(client, stored, opening)
    },
  )

/** Takes a cenote off sale; booking has decided what becomes of its reservations. */
export const applyDeactivation = (cenote: CenoteVersion, dryRun: boolean, context: Context): Promise<string> =>
  changeUnlessDryRun<StoredProduct<CenoteForm>, Outcome>(
    { id: cenote.id, dryRun },
    (work) => changeCenote(cenote, context, work),
    (client, stored) => activated(client, stored, false),
  )

export const publishCenote = (input: PublishCenoteInput, context: Context): Promise<string> =>
  changeCenote(input, context, (client, stored) => activated(client, stored, true))

type Outcome = Pick<Change, 'action' | 'before' | 'after'>

/** Changes the version of a cenote that the caller has read. Errors: CENOTE_NOT_FOUND, EDIT_CONFLICT. */
function changeCenote(
  { id, version }: CenoteVersion,
  context: Context,
  work: (client: PoolClient, stored: StoredProduct<CenoteForm>) => Promise<Outcome>,
): Promise<string> {
  return administer(administrator(context), async (client) => {
    const [stored] = isUuid(id) ? await readProducts(client, cenoteKind, { ids: [id] }, { lock: true }) : []
    if (!stored) throw apiError('CENOTE_NOT_FOUND', { cenoteId: id })
    requireVersion(stored.version, version)
    return { subject: { type: 'cenote', id: stored.id }, ...(await work(client, stored)) }
  })
}

async function replaced(client: PoolClient, stored: StoredProduct<CenoteForm>, given: object): Promise<Outcome> {
  const { id, form: before, isActive } = stored
  const form: CenoteForm = cenoteForm.read({ ...before, ...plain(given) })
  const after = await settledForm(client, cenoteKind, { id, form, present: before.meetingPoints })
  if (changedFields(before, after)) await replaceProducts(client, cenoteKind, [{ id, form: after, isActive }])
  return { action: 'updated', before, after }
}

async function activated(
  client: PoolClient,
  { id, isActive }: StoredProduct<CenoteForm>,
  wanted: boolean,
): Promise<Outcome> {
  if (isActive !== wanted) await setActive(client, 'cenote', [id], wanted)
  return { action: wanted ? 'published' : 'deactivated', before: { isActive }, after: { isActive: wanted } }
}
