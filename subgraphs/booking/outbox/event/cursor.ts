import { apiError } from '../../../../schema/errors.ts'
import { endOfLog, eventTypes, type AnyEventType } from '../../../../schema/event-types.ts'
import { listedPartnerOf } from '../../caller.ts'
import type { EventContext } from './context.ts'
import type { LoggedEvent, LogPosition, WithCursor } from './event.ts'
import { positionProblem } from './store/position.ts'
import { retentionDays } from './prune.ts'

/** A cursor belongs to one partner, or to the operators, and one log; it can be used by any reader, with any filter. */
const cursorScope = (context: EventContext): readonly string[] => [
  'events',
  context.services.logs[context.database.environment],
  listedPartnerOf(context) ?? 'all partners',
]

export const cursorOf = ({ transaction, sequence }: LogPosition, context: EventContext): string =>
  context.services.cursors.encode(cursorScope(context), [transaction, sequence])

export const withCursor = <Event extends LoggedEvent>(event: Event, context: EventContext): WithCursor<Event> => ({
  ...event,
  cursor: cursorOf(event.position, context),
})

/**
 * The position of a cursor for a reader of some types; undefined without one. Error: INVALID_CURSOR, also when events of
 * these types after it were pruned.
 */
export function positionAt(cursor: string, context: EventContext, types?: readonly AnyEventType[]): Promise<LogPosition>
export function positionAt(
  cursor: string | null | undefined,
  context: EventContext,
  types?: readonly AnyEventType[],
): Promise<LogPosition | undefined>
export async function positionAt(
  cursor: string | null | undefined,
  context: EventContext,
  types: readonly AnyEventType[] = eventTypes,
): Promise<LogPosition | undefined> {
  if (cursor == null) return undefined
  if (cursor === endOfLog) return context.services.hubs[context.database.environment].end()
  const [transaction, sequence] = context.services.cursors.decode(cursorScope(context), cursor) ?? []
  if (typeof transaction !== 'number' || typeof sequence !== 'number')
    throw apiError('INVALID_CURSOR', { reason: 'unknown' })
  const position = { transaction, sequence }
  const reason = await positionProblem(context.database.pool, listedPartnerOf(context), position, types)
  if (reason) throw apiError('INVALID_CURSOR', reason === 'expired' ? { reason, keptDays: retentionDays } : { reason })
  return position
}
