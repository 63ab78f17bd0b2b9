import { apiError } from '../../../schema/errors.ts'
import { endOfLog } from '../../../schema/event-types.ts'
import { listedPartnerOf } from '../caller.ts'
import type { EventContext } from './context.ts'
import type { LogPosition } from './event.ts'
import { positionProblem } from './repository.ts'
import { retentionDays } from './prune.ts'

/** A cursor belongs to one partner, or to the operators, and one log; it can be used with any filter. */
const cursorScope = (context: EventContext): readonly string[] => [
  'events',
  context.services.logs[context.database.environment],
  listedPartnerOf(context) ?? 'all partners',
]

export const cursorOf = ({ transaction, sequence }: LogPosition, context: EventContext): string =>
  context.services.cursors.encode(cursorScope(context), [transaction, sequence])

/** The position of a cursor; undefined without one. Error: INVALID_CURSOR, also when events after it were pruned. */
export async function positionAt(
  cursor: string | null | undefined,
  context: EventContext,
): Promise<LogPosition | undefined> {
  if (cursor == null) return undefined
  if (cursor === endOfLog) return context.services.hubs[context.database.environment].end()
  const [transaction, sequence] = context.services.cursors.decode(cursorScope(context), cursor) ?? []
  if (typeof transaction !== 'number' || typeof sequence !== 'number')
    throw apiError('INVALID_CURSOR', { reason: 'unknown' })
  const position = { transaction, sequence }
  const reason = await positionProblem(context.database.pool, listedPartnerOf(context), position)
  if (reason) throw apiError('INVALID_CURSOR', reason === 'expired' ? { reason, keptDays: retentionDays } : { reason })
  return position
}
