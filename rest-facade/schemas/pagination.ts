import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { FieldErrors } from '../../schema/field-errors.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { DateOrInstant, instantOfText, type MemberRule } from './validation.ts'

/** Query parameters of a list that is read by page or by cursor (docs/partner-api/conventions.md#lists). */
export const pageParameters = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Page, from 1.' })),
  perPage: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 15, description: 'Items a page, 1 to 100.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 4_000,
      description:
        'Opaque position: the `pagination.nextCursor` or `Link` of an earlier response with the same filter and sort. Not together with `page`.',
    }),
  ),
}

/** Refuses a page together with a position: one of them would be ignored. */
export const pageOrPosition =
  <Position extends string>(...positions: readonly Position[]): MemberRule<Record<'page' | Position, unknown>> =>
  (query): FieldErrors => {
    const position = positions.find((name) => query[name] !== undefined)
    return query.page === undefined || position === undefined ? {} : { page: [{ code: 'NOT_WITH', field: position }] }
  }

/** The page number of a response; a cursor has none. */
export const CurrentPage = Type.Union([Type.Integer(), Type.Null()], { description: 'Null in cursor mode.' })

/** Filters of every paged list. */
export const commonFilters = ({
  isActive,
  search,
  created,
}: {
  isActive: string
  search: string
  created: string
}) => ({
  isActive: Type.Optional(Type.Boolean({ description: isActive })),
  search: Type.Optional(Type.String({ maxLength: 200, description: search })),
  createdAfter: Type.Optional(DateOrInstant(`${created} at or after.`)),
  createdBefore: Type.Optional(DateOrInstant(`${created} at or before; a date includes that day.`)),
})

/** Filter of a list whose items callers copy. */
export const UpdatedAfter = Type.Optional(DateOrInstant('Updated at or after, as `updatedAt` says.'))

interface CommonFilters {
  readonly isActive?: boolean
  readonly search?: string
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly updatedAfter?: string
}

/** The common filters as GraphQL variables. */
export const filterVariables = ({ isActive, search, createdAfter, createdBefore, updatedAfter }: CommonFilters) =>
  presentFields({
    isActive,
    search: search?.trim() === '' ? undefined : search,
    createdAfter: instantOfText(createdAfter, 'start'),
    createdBefore: instantOfText(createdBefore, 'end'),
    updatedAfter: instantOfText(updatedAfter, 'start'),
  })

/** The sort direction of a list, in REST and in GraphQL. */
export const SortDirection = (byDefault: 'asc' | 'desc') =>
  Type.Optional(Type.Enum(['asc', 'desc'], { default: byDefault }))
export const directionVariable = (direction: 'asc' | 'desc'): 'ASC' | 'DESC' => (direction === 'asc' ? 'ASC' : 'DESC')

/** Pagination, with `nextCursor` in cursor mode only. */
export const Pagination = Type.Object(
  {
    total: Type.Integer(),
    perPage: Type.Integer(),
    currentPage: CurrentPage,
    lastPage: Type.Integer(),
    hasNextPage: Type.Boolean(),
    hasPreviousPage: Type.Boolean(),
    nextCursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'Cursor mode only; null at the end.' }),
    ),
  },
  { title: 'Pagination' },
)

interface PageQuery {
  readonly page?: number
  readonly perPage?: number
  readonly cursor?: string
}

/** Variables of a connection: an offset in page mode, a keyset cursor in cursor mode. */
export interface PageVariables {
  first: number
  after?: string
  offset?: number
}

const defaultPerPage = 15
// The offset is a GraphQL Int; a page beyond its maximum is past the end of any list.
const maxOffset = 2_147_483_647

export function pageVariables({ page = 1, perPage = defaultPerPage, cursor }: PageQuery): PageVariables {
  if (cursor !== undefined) return { first: perPage, after: cursor }
  return { first: perPage, offset: Math.min((page - 1) * perPage, maxOffset) }
}

/** The four fields in the pagination of every list. */
export function guaranteedPagination(
  { page = 1, perPage = defaultPerPage, cursor }: PageQuery,
  total: number,
): { total: number; perPage: number; currentPage: number | null; lastPage: number } {
  const currentPage = cursor === undefined ? page : null
  return { total, perPage, currentPage, lastPage: Math.max(1, Math.ceil(total / perPage)) }
}

interface Connection {
  readonly totalCount: number
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly endCursor: string | null
  }
}

/**
 * Pagination object of a response. In page mode a `Link` header with rel="next" leads to cursor mode, so that a client
 * that pages through a changing list neither repeats nor skips an item.
 */
export function paginate(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  query: PageQuery,
  { totalCount, pageInfo }: Connection,
): Static<typeof Pagination> {
  const next = pageInfo.hasNextPage ? pageInfo.endCursor : null
  if (next !== null) {
    const address = new URL(request.url, publicUrl)
    address.searchParams.delete('page')
    address.searchParams.set('cursor', next)
    reply.header('link', `<${publicUrl}${address.pathname}${address.search}>; rel="next"`)
  }
  return {
    ...guaranteedPagination(query, totalCount),
    hasNextPage: pageInfo.hasNextPage,
    hasPreviousPage: pageInfo.hasPreviousPage,
    ...(query.cursor === undefined ? {} : { nextCursor: next }),
  }
}
