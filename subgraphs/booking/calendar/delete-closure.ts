import { administer } from '../../../platform/postgres/changes.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError } from '../../../schema/errors.ts'
import { administrator } from '../context.ts'
import type { CalendarContext } from './context.ts'
import { deleteClosureRow } from './store/closures.ts'

/** Opens the days of a closure again and returns its id. Error: CALENDAR_ENTRY_NOT_FOUND. */
export const deleteClosure = (id: string, context: CalendarContext): Promise<string> =>
  administer(administrator(context), async (client) => {
    const closure = isUuid(id) ? await deleteClosureRow(client, id) : null
    if (!closure) throw apiError('CALENDAR_ENTRY_NOT_FOUND', { id })
    return { subject: { type: 'CLOSURE', id: closure.id }, action: 'DELETED', before: closure, after: null }
  })
