import { readSource, type ChangeRequest, type ChangeSource } from '../../platform/graphql/change-connection.ts'
import { cutPage, endsOf, positionOf, readPageArguments, type Edge } from '../../platform/graphql/connection.ts'
import { countChanges, type ChangeRow } from '../../platform/postgres/changes.ts'
import { shownBy } from '../../platform/trust/author.ts'
import { changeConnections, type ChangeSubjectType } from '../../schema/change-subjects.ts'
import { apiError, validationError } from '../../schema/errors.ts'
import { refusePage } from '../../schema/page-errors.ts'
import { managesAll } from '../auth/manage-keys.ts'
import type { Context } from './context.ts'
import type { Change } from './generated/resolvers.ts'

/** The subgraphs that record changes, in the order in which those of one instant are listed. */
const sources = ['access', 'booking', 'catalog', 'pricing'] as const
type Source = (typeof sources)[number]

const sourcesOf = {
  AccessChangeConnection: ['access'],
  BookingChangeConnection: ['booking'],
  CatalogChangeConnection: ['catalog'],
  PricingChangeConnection: ['pricing'],
  EnvironmentChangeConnection: sources,
} as const satisfies Record<string, readonly Source[]>

/** Lists that have changes of other subgraphs. */
export const mergedConnections = [
  'BookingChangeConnection',
  'CatalogChangeConnection',
  'PricingChangeConnection',
  'EnvironmentChangeConnection',
] as const satisfies readonly (keyof typeof sourcesOf)[]

/** Types whose changes only operators read. */
const operatorsOnly: readonly ChangeSubjectType[] = ['any', 'partner', 'api_key', 'reservation', 'partner_settings']

interface Subject {
  readonly type: ChangeSubjectType
  readonly id: string
}

interface ChangeArguments {
  readonly of: Subject
  readonly by?: string | null | undefined
  readonly from?: Date | null | undefined
  readonly to?: Date | null | undefined
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

/** The request that subgraphs receive, with what the gateway needs itself to show the page. */
interface ListRequest extends ChangeRequest {
  readonly of: Subject
  readonly scope: readonly unknown[]
}

type Position = readonly [at: string, source: Source, sequence: number]
type Counts = { readonly [Name in Source as `${Name}ChangeCount`]?: number }
/** Rows as JSON. */
type Parts = { readonly [Name in Source as `${Name}Changes`]?: unknown }

/** A list of changes; by a reference, with what subgraphs have handed over. */
export interface ChangeListReference extends ChangeSource, Parts, Counts {}

type Row = ChangeRow & { readonly source: Source }

/**
 * Changes of a subject. Errors: INSUFFICIENT_PERMISSIONS without `platform:manage` for those that only operators read,
 * ERROR_VALIDACION, INVALID_CURSOR.
 */
export function changeList(
  args: ChangeArguments,
  context: Context,
): ChangeList & { __typename: keyof typeof sourcesOf } {
  const { of, by, from, to } = args
  const { identity, cursors } = context
  if (operatorsOnly.includes(of.type) && !managesAll(context))
    throw apiError('INSUFFICIENT_PERMISSIONS', {
      requiredScopes: ['platform:manage'],
      grantedScopes: identity.scopes,
    })
  if (of.type === 'any' && of.id !== '*') throw validationError({ of: [{ code: 'NOT_ONE_OF', values: '*' }] })
  const { first, after } = readPageArguments(args, refusePage)
  const scope = ['changes', identity.environment, of, by ?? null, from ?? null, to ?? null]
  const position = positionOf<Position>(after, { cursors, scope, refuse: refusePage })
  const request: ListRequest = {
    filter: {
      type: of.type === 'any' ? undefined : of.type,
      id: of.id === '*' ? undefined : of.id,
      by: by ?? undefined,
      from: from?.toISOString(),
      to: to?.toISOString(),
    },
    first: first + 1,
    after: position && Object.fromEntries(sources.map((source) => [source, positionIn(source, position)])),
    of,
    scope,
  }
  const __typename = changeConnections[of.type]
  return Object.assign(new ChangeList({ request: JSON.stringify(request) }, __typename, context), { __typename })
}

/** The position at which a source continues after a position in the merged list. */
const positionIn = (source: Source, [at, last, sequence]: Position): { at: string; sequence: number } => ({
  at,
  sequence: source === last ? sequence : source > last ? Number.MAX_SAFE_INTEGER : 0,
})

const shownSubject = ({ type, id }: Subject): Change['subject'] => ({ type, subjectId: id })

/** One list of the changes that several databases have, the latest first. */
export class ChangeList {
  readonly request: string
  readonly #reference: ChangeListReference
  readonly #sources: readonly Source[]
  readonly #context: Context
  readonly #request: ListRequest
  #page: Promise<{ rows: readonly Row[]; hasNextPage: boolean }> | undefined

  constructor(reference: ChangeListReference, type: keyof typeof sourcesOf, context: Context) {
    this.request = reference.request
    this.#reference = reference
    this.#sources = sourcesOf[type]
    this.#context = context
    this.#request = JSON.parse(reference.request) as ListRequest
  }

  get subject(): Change['subject'] {
    return shownSubject(this.#request.of)
  }

  async edges(): Promise<Edge<Change>[]> {
    const { rows } = await this.#read()
    return rows.map((row) => ({ node: this.#shown(row), cursor: this.#cursorOf(row) }))
  }

  async nodes(): Promise<Change[]> {
    const { rows } = await this.#read()
    return rows.map((row) => this.#shown(row))
  }

  async pageInfo() {
    const { rows, hasNextPage } = await this.#read()
    const ends = endsOf(rows, (row) => this.#cursorOf(row))
    return { hasNextPage, hasPreviousPage: this.#request.after !== null, ...ends }
  }

  async totalCount(): Promise<number> {
    const counts = await Promise.all(this.#sources.map((source) => this.#countOf(source)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  #shown({ source: _, sequence: __, by, subject, ...row }: Row): Change {
    return { ...row, subject: shownSubject(subject as Subject), by: shownBy(by, this.#context) } as Change
  }

  #cursorOf({ at, source, sequence }: Row): string {
    return this.#context.cursors.encode(this.#request.scope, [at.toISOString(), source, sequence])
  }

  #read() {
    return (this.#page ??= this.#merge())
  }

  async #merge() {
    const parts = await Promise.all(this.#sources.map((source) => this.#rowsOf(source)))
    const all = parts.flat().sort((a, b) => b.at.getTime() - a.at.getTime())
    return cutPage(all, this.#request.first - 1)
  }

  async #rowsOf(source: Source): Promise<Row[]> {
    const rows =
      source === 'access'
        ? await readSource(this.#pool, source, this.#request)
        : (this.#reference[`${source}Changes`] as readonly ChangeRow[])
    return rows.map((row) => ({ ...row, at: new Date(row.at), source }))
  }

  async #countOf(source: Source): Promise<number> {
    if (source === 'access') return countChanges(this.#pool, this.#request.filter)
    return this.#reference[`${source}ChangeCount`] ?? 0
  }

  get #pool() {
    return this.#context.repository.pools[this.#context.identity.environment]
  }
}

/** Resolvers of a list of changes. */
export const changeFields = {
  subject: (list: ChangeList) => list.subject,
  edges: (list: ChangeList) => list.edges(),
  nodes: (list: ChangeList) => list.nodes(),
  pageInfo: (list: ChangeList) => list.pageInfo(),
  totalCount: (list: ChangeList) => list.totalCount(),
}

/** Resolves a list from the parts that the subgraphs returned. */
export const changeListOf =
  (type: keyof typeof sourcesOf) =>
  (reference: ChangeListReference, context: Context): ChangeList =>
    new ChangeList(reference, type, context)
