import {
  positionOf,
  readPageArguments,
  type PageArguments,
  type PageRequest,
} from '../../platform/graphql/connection.ts'
import type { CursorCodec } from '../../platform/trust/cursor.ts'
import { pageRefusal } from '../../schema/page-errors.ts'

export const refusePage = pageRefusal({ code: 'NOT_WITH_AFTER' }, { namesAll: true })

/** Reads which part of a list is asked for; its cursors are those of a scope. */
export function pageRequest<Position extends readonly unknown[]>(
  args: PageArguments,
  cursors: CursorCodec,
  scope: unknown,
): PageRequest<Position> {
  const { first, after, offset } = readPageArguments(args, refusePage)
  return { first, after: positionOf<Position>(after, { cursors, scope, refuse: refusePage }), offset }
}
