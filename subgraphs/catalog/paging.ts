import { readPageRequest, type PageArguments, type PageRequest } from '../../platform/graphql/connection.ts'
import type { CursorCodec } from '../../platform/trust/cursor.ts'
import { pageRefusal } from '../../schema/page-errors.ts'

export const refusePage = pageRefusal({ code: 'NOT_WITH_AFTER' }, { namesAll: true })

/** Reads which part of a list is asked for; its cursors are those of a scope. */
export const pageRequest = <Position extends readonly unknown[]>(
  args: PageArguments,
  cursors: CursorCodec,
  scope: unknown,
): PageRequest<Position> => readPageRequest(args, { cursors, scope, refuse: refusePage })
