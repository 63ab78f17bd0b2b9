import { countChanges, readChanges, type ChangeRow } from '../postgres/changes.ts'
import type { Pool } from '../postgres/database.ts'
import type { CursorCodec } from '../trust/cursor.ts'
import type { Environment } from '../trust/identity.ts'
import { pageInfoOf, pageOf, positionOf, readPageArguments, type Page, type PageRefusal } from './connection.ts'

/** A part of the changes of a subject, as the gateway refers to it. */
export interface ChangePageReference {
  readonly subjectType: string
  readonly subjectId: string
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

export interface ChangePage extends Page<ChangeRow>, ChangePageReference {}

interface ChangeContext {
  readonly database: { readonly environment: Environment; readonly pool: Pool }
  readonly cursors: CursorCodec
}

/** Reads a part of the changes of a subject; `refuse` words errors of the page. */
export async function readChangePage(
  reference: ChangePageReference,
  { database: { environment, pool }, cursors }: ChangeContext,
  refuse: PageRefusal,
): Promise<ChangePage> {
  const subject = { type: reference.subjectType, id: reference.subjectId }
  const { first, after } = readPageArguments(reference, refuse)
  const scope = ['changes', environment, subject]
  const position = positionOf<readonly [number]>(after, { cursors, scope, refuse })
  const found = await readChanges(pool, subject, { first: first + 1, before: position?.[0] ?? null })
  const page = pageOf(
    found,
    { first, after: position, offset: 0 },
    ({ sequence }) => cursors.encode(scope, [sequence]),
    () => countChanges(pool, subject),
  )
  return { ...reference, ...page }
}

/** Resolvers of a page of changes. */
export const changePageFields = {
  nodes: ({ rows }: ChangePage): ChangeRow[] => [...rows],
  pageInfo: pageInfoOf,
  totalCount: (page: ChangePage): Promise<number> => page.total(),
}

/** Resolvers of the changes that a subgraph records; `refuse` words errors of the page. */
export const changeConnection = (refuse: PageRefusal) => ({
  __resolveReference: (reference: ChangePageReference, context: ChangeContext): Promise<ChangePage> =>
    readChangePage(reference, context, refuse),
  ...changePageFields,
})
