import { randomUUID } from 'node:crypto'
import { administer } from '../../../platform/postgres/changes.ts'
import { localDateTime } from '../../../platform/values/clock.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { authorOf } from '../../../platform/trust/author.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import type { CreateClosureInput } from '../generated/resolvers.ts'
import { administrator } from '../context.ts'
import { orderClearing, scopeAtCenote, settleStanding, withDecision, type Closing } from '../disruption/index.ts'
import type { CalendarContext } from './context.ts'
import { closureForm } from './form.ts'
import { messageOfClosure } from '../availability/index.ts'
import { deleteClosureRow, insertClosure, type ClosureRow } from './store/closures.ts'
import { lockCalendar } from './store/standing.ts'

/**
 * Closes a cenote on a range of days; `reservations` says what becomes of those that stand. Returns the closure's id.
 * Errors: ERROR_VALIDACION, CENOTE_NOT_FOUND, EXISTING_RESERVATIONS, INSUFFICIENT_PERMISSIONS.
 */
export async function createClosure(
  { cenoteId: named, ...input }: CreateClosureInput,
  context: CalendarContext,
): Promise<string> {
  const { decision, given } = withDecision(input, context)
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
    await settleStanding(client, closingOf(closure), decision, context.clock.now())
    await insertClosure(client, closure)
    return { subject: { type: 'closure', id: closure.id }, action: 'created', before: null, after: closure }
  })
}

/** The days that a closure closes. */
export const closingOf = ({ id, cenoteId, from, to, reason, message }: ClosureRow): Closing => ({
  cause: 'closure',
  scope: scopeAtCenote(cenoteId, { from, to }),
  closureId: id,
  reason,
  text: message,
})

/**
 * Opens the days of a closure again and returns its id. Reservations that were kept are no longer disrupted. Error:
 * CALENDAR_ENTRY_NOT_FOUND.
 */
export const deleteClosure = (id: string, context: CalendarContext): Promise<string> =>
  administer(administrator(context), async (client) => {
    const closure = isUuid(id) ? await deleteClosureRow(client, id) : null
    if (!closure) throw apiError('CALENDAR_ENTRY_NOT_FOUND', { id })
    await orderClearing(client, closure.id, authorOf(context.identity), context.clock.now())
    return { subject: { type: 'closure', id: closure.id }, action: 'deleted', before: closure, after: null }
  })
