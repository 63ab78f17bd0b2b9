import { readPageRequest, type PageArguments, type PageRequest } from '../../platform/graphql/connection.ts'
import type { CursorCodec } from '../../platform/trust/cursor.ts'
import { refusePage } from '../../schema/page-errors.ts'

/** Reads which part of a list is asked for; its cursors are those of a scope. */
export const pageRequest = <Position extends readonly unknown[]>(
  args: PageArguments,
  cursors: CursorCodec,
  scope: unknown,
): PageRequest<Position> => readPageRequest(args, { cursors, scope, refuse: refusePage })
