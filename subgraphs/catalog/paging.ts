import { apiError, validationError } from '../../schema/errors.ts'
import type { FieldErrors } from '../../schema/field-errors.ts'
import type { CursorCodec } from '../../platform/trust/cursor.ts'

/** The paging arguments of a list. */
export interface PageArguments {
  readonly first?: number | null
  readonly after?: string | null
  readonly offset?: number | null
}

/** A part of a list: behind a keyset position, or behind a number of items. */
export interface PageRequest<Position> {
  readonly first: number
  readonly after: Position | null
  readonly offset: number
}

export const defaultPageSize = 15
const maxPageSize = 100

/**
 * Validates paging arguments. A cursor that was altered or belongs to another list is INVALID_CURSOR; `first` outside 1
 * to 100 and `after` together with `offset` are ERROR_VALIDACION.
 */
export function pageRequest<Position extends readonly unknown[]>(
  { first, after, offset }: PageArguments,
  cursors: CursorCodec,
  scope: unknown,
): PageRequest<Position> {
  const fields: FieldErrors = {}
  const size = first ?? defaultPageSize
  if (size < 1 || size > maxPageSize) fields.first = [{ code: 'OUT_OF_RANGE', min: 1, max: maxPageSize }]
  if (typeof after === 'string' && typeof offset === 'number') fields.offset = [{ code: 'NOT_WITH_AFTER' }]
  if (Object.keys(fields).length > 0) throw validationError(fields)
  // A cursor we signed for this scope was made from a position of this list, so its shape is known.
  const position = typeof after === 'string' ? (cursors.decode(scope, after) as Position | null) : null
  if (typeof after === 'string' && !position) throw apiError('INVALID_CURSOR')
  return { first: size, after: position, offset: offset ?? 0 }
}

/** A part of a list as it was found. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly hasNextPage: boolean
  readonly request: PageRequest<readonly unknown[]>
  readonly cursorOf: (row: Row) => string
  /** Counts the whole list; called only when the total is selected. */
  readonly total: () => Promise<number>
}

/** Makes a page from up to one more row than requested, which shows whether there are more. */
export function pageOf<Row>(
  found: readonly Row[],
  request: PageRequest<readonly unknown[]>,
  cursorOf: (row: Row) => string,
  count: () => Promise<number>,
): Page<Row> {
  const hasNextPage = found.length > request.first
  const rows = hasNextPage ? found.slice(0, request.first) : found
  const atEnd = !request.after && !hasNextPage && (rows.length > 0 || request.offset === 0)
  let counted: Promise<number> | undefined
  const total = (): Promise<number> => (counted ??= atEnd ? Promise.resolve(request.offset + rows.length) : count())
  return { rows, hasNextPage, request, cursorOf, total }
}

/** GraphQL's PageInfo of a page. */
export async function pageInfoOf<Row>(page: Page<Row>): Promise<{
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}> {
  const { rows, request, cursorOf } = page
  const [first, last] = [rows.at(0), rows.at(-1)]
  // For an offset past the end, only the count shows whether anything comes before.
  const hasPreviousPage =
    request.after !== null || (request.offset > 0 && (rows.length > 0 || (await page.total()) > 0))
  return {
    hasNextPage: page.hasNextPage,
    hasPreviousPage,
    startCursor: first ? cursorOf(first) : null,
    endCursor: last ? cursorOf(last) : null,
  }
}

/** A row with its position. */
export interface Edge<Row> {
  readonly row: Row
  readonly cursor: string
}

export const edgesOf = <Row>({ rows, cursorOf }: Page<Row>): Edge<Row>[] =>
  rows.map((row) => ({ row, cursor: cursorOf(row) }))
