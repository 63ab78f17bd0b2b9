import { randomUUID } from 'node:crypto'
import { administer } from '../../../platform/postgres/changes.ts'
import { localDateTime } from '../../../platform/values/clock.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import type { CreateClosureInput } from '../generated/resolvers.ts'
import { administrator } from '../context.ts'
import type { CalendarContext } from './context.ts'
import { closureForm } from './form.ts'
import { messageOfClosure } from '../availability/index.ts'
import { deleteClosureRow, insertClosure, type ClosureRow } from './store/closures.ts'
import { lockCalendar } from './store/standing.ts'
import { requireNoneConfirmed } from './affected.ts'

/**
 * Closes a cenote on a range of days; reservations that stand are kept. Returns the closure's id. Errors:
 * ERROR_VALIDACION, CENOTE_NOT_FOUND, RESERVATIONS_AFFECTED over confirmed reservations without `force`.
 */
export async function createClosure(
  { cenoteId: named, force, ...given }: CreateClosureInput,
  context: CalendarContext,
): Promise<string> {
  const form = closureForm.read(given)
  const { id: cenoteId, schedule } = await context.services.upstream.cenote(named, context.identity)
  if (form.to < localDateTime(context.clock.now(), schedule.timezone).date)
    throw validationError({ to: [{ code: 'IN_THE_PAST' }] })
  const closure: ClosureRow = {
    id: randomUUID(),
    cenoteId,
    ...form,
    message: form.message ?? messageOfClosure(form.reason),
  }
  return administer(administrator(context), async (client) => {
    await lockCalendar(client, cenoteId)
    if (!force) await requireNoneConfirmed(client, { cenoteId, from: form.from, to: form.to })
    await insertClosure(client, closure)
    return { subject: { type: 'CLOSURE', id: closure.id }, action: 'CREATED', before: null, after: closure }
  })
}

/** Opens the days of a closure again and returns its id. Error: CALENDAR_ENTRY_NOT_FOUND. */
export const deleteClosure = (id: string, context: CalendarContext): Promise<string> =>
  administer(administrator(context), async (client) => {
    const closure = isUuid(id) ? await deleteClosureRow(client, id) : null
    if (!closure) throw apiError('CALENDAR_ENTRY_NOT_FOUND', { id })
    return { subject: { type: 'CLOSURE', id: closure.id }, action: 'DELETED', before: closure, after: null }
  })
