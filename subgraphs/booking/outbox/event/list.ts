import { cutPage, readPageArguments, type PageArguments } from '../../../../platform/graphql/connection.ts'
import type { Pool } from '../../../../platform/postgres/database.ts'
import { turn } from '../../../../platform/process/turn.ts'
import { endOfLog, eventTypes, type AnyEventType } from '../../../../schema/event-types.ts'
import type { QueryEventsArgs, QueryReservationEventsArgs } from '../../generated/resolvers.ts'
import { refusePage } from '../../paging.ts'
import type { EventContext } from './context.ts'
import { cursorOf, positionAt, withCursor } from './cursor.ts'
import type { EventPage, LoggedEvent, LogPage, LogPosition, WithCursor } from './event.ts'
import { logFilterOf, reservationFilterOf } from './filter.ts'
import { countInLog, findInLog } from './store/log.ts'
import { countEvents, findEvents } from './store/reservation-events.ts'

/** A page of the caller's reservation events, the oldest first. */
export function eventPage({ filter, ...args }: QueryReservationEventsArgs, context: EventContext): Promise<EventPage> {
  const wanted = reservationFilterOf(filter, context)
  return pageOf(args, context, {
    types: eventTypes,
    find: (pool, part) => findEvents(pool, wanted, part),
    count: (pool) => countEvents(pool, wanted),
  })
}

/** A page of the log, the oldest events first, or the newest where requested. */
export function logPage({ filter, newestFirst, ...args }: QueryEventsArgs, context: EventContext): Promise<LogPage> {
  const { wanted, types } = logFilterOf(filter, context)
  return pageOf(args, context, {
    types,
    find: (pool, part) => findInLog(pool, wanted, { ...part, isNewestFirst: newestFirst }),
    count: (pool) => countInLog(pool, wanted),
  })
}

/** The cursor of the end of the log. */
export const currentEnd = async (context: EventContext): Promise<string> =>
  cursorOf(await context.services.hubs[context.database.environment].end(), context)

interface Listed<Event> {
  readonly types: readonly AnyEventType[]
  find(pool: Pool, part: { after: LogPosition | undefined; skip: number; take: number }): Promise<Event[]>
  count(pool: Pool): Promise<number>
}

async function pageOf<Event extends LoggedEvent>(
  args: PageArguments,
  context: EventContext,
  { types, find, count }: Listed<Event>,
): Promise<EventPage<WithCursor<Event>>> {
  const { first, after, offset } = readPageArguments(args, refusePage)
  const position = await positionAt(after, context, types)
  const { pool } = context.database
  const events = await find(pool, { after: position, skip: offset, take: first + 1 })
  await turn.forList(events)
  const { rows, hasNextPage } = cutPage(events, first)
  const shown = rows.map((event) => withCursor(event, context))
  return {
    events: shown,
    // Of an empty page only the end of the log is worth coming back to: any other cursor is known already.
    endCursor: shown.at(-1)?.cursor ?? (position && after === endOfLog ? cursorOf(position, context) : null),
    hasNextPage,
    hasPreviousPage: position !== undefined || offset > 0,
    count: () => count(pool),
  }
}
