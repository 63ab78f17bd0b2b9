import { declareBound } from '../process/bounds.ts'
import type { CursorCodec } from '../trust/cursor.ts'

/** How a caller asks for a part of a list. */
export interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly offset?: number | null | undefined
}

/** A part of a list: after a keyset position, or after a number of items. */
export interface PageRequest<Position> {
  readonly first: number
  readonly after: Position | null
  readonly offset: number
}

const defaultPageSize = 15
const maxPageSize = 100

const pageSize = declareBound({
  name: 'page-size',
  what: 'Items of a page of a list',
  per: 'list',
  default: `${maxPageSize}`,
  response: '400 `ERROR_VALIDACION`',
})

/**
 * The errors of page arguments: `first` is not from 1 to the largest page, `after` stands beside `offset`, or the
 * cursor was changed or belongs to another list. The contract has the words for it.
 */
export type PageFault = 'size' | 'combination' | 'cursor'
export type PageRefusal = (faults: readonly PageFault[], maxPageSize: number) => Error

/** The arguments with their defaults; the cursor is not read yet. */
export function readPageArguments(
  { first, after, offset }: PageArguments,
  refuse: PageRefusal,
): { readonly first: number; readonly after: string | null; readonly offset: number } {
  const size = first ?? defaultPageSize
  const faults: PageFault[] = []
  if (size < 1 || size > maxPageSize) faults.push('size')
  if (size > maxPageSize) pageSize.reached()
  if (after != null && offset != null) faults.push('combination')
  if (faults.length > 0) throw refuse(faults, maxPageSize)
  return { first: size, after: after ?? null, offset: offset ?? 0 }
}

/** The position of a cursor in the list of a scope; null without a cursor. */
export function positionOf<Position extends readonly unknown[]>(
  after: string | null,
  { cursors, scope, refuse }: { readonly cursors: CursorCodec; readonly scope: unknown; readonly refuse: PageRefusal },
): Position | null {
  if (after === null) return null
  const position = cursors.decode(scope, after)
  if (!position) throw refuse(['cursor'], maxPageSize)
  // A cursor that we signed for this scope was made from a position of this list, so its shape is known.
  return position as unknown as Position
}

/** Which part of a list is requested; its cursors are those of a scope. */
export function readPageRequest<Position extends readonly unknown[]>(
  args: PageArguments,
  list: { readonly cursors: CursorCodec; readonly scope: unknown; readonly refuse: PageRefusal },
): PageRequest<Position> {
  const { first, after, offset } = readPageArguments(args, list.refuse)
  return { first, after: positionOf<Position>(after, list), offset }
}

/** A part of a list as it was found. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly hasNextPage: boolean
  readonly request: PageRequest<readonly unknown[]>
  readonly cursorOf: (row: Row) => string
  /** Counts the whole list; called only when the count is asked for. */
  readonly total: () => Promise<number>
}

/** Makes a page of up to one row more than was asked for, which shows whether there are more. */
export function pageOf<Row>(
  found: readonly Row[],
  request: PageRequest<readonly unknown[]>,
  cursorOf: (row: Row) => string,
  count: () => Promise<number>,
): Page<Row> {
  const { rows, hasNextPage } = cutPage(found, request.first)
  const atEnd = !request.after && !hasNextPage && (rows.length > 0 || request.offset === 0)
  let counted: Promise<number> | undefined
  const total = (): Promise<number> => (counted ??= atEnd ? Promise.resolve(request.offset + rows.length) : count())
  return { rows, hasNextPage, request, cursorOf, total }
}

/** The rows of a page, of which one more was read than it holds. */
export function cutPage<Row>(found: readonly Row[], first: number): { rows: readonly Row[]; hasNextPage: boolean } {
  const hasNextPage = found.length > first
  return { rows: hasNextPage ? found.slice(0, first) : found, hasNextPage }
}

/** GraphQL's PageInfo of a page. */
export async function pageInfoOf<Row>(page: Page<Row>): Promise<{
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}> {
  const { rows, request, cursorOf } = page
  // After an offset that is past the end, only the count shows whether anything comes before.
  const hasPreviousPage =
    request.after !== null || (request.offset > 0 && (rows.length > 0 || (await page.total()) > 0))
  return { hasNextPage: page.hasNextPage, hasPreviousPage, ...endsOf(rows, cursorOf) }
}

/** Resolvers of a connection whose pages have rows of one type. */
export const pageResolvers = <Row>() => ({
  edges: edgesOf<Row>,
  nodes: ({ rows }: Page<Row>): Row[] => [...rows],
  pageInfo: pageInfoOf<Row>,
  totalCount: (page: Page<Row>): Promise<number> => page.total(),
})

/** The cursors of the first and the last row. */
export function endsOf<Row>(
  rows: readonly Row[],
  cursorOf: (row: Row) => string,
): { startCursor: string | null; endCursor: string | null } {
  const [first, last] = [rows.at(0), rows.at(-1)]
  return { startCursor: first ? cursorOf(first) : null, endCursor: last ? cursorOf(last) : null }
}

/** A row with its position. */
export interface Edge<Row> {
  readonly node: Row
  readonly cursor: string
}

export const edgesOf = <Row>({ rows, cursorOf }: Pick<Page<Row>, 'rows' | 'cursorOf'>): Edge<Row>[] =>
  rows.map((row) => ({ node: row, cursor: cursorOf(row) }))
