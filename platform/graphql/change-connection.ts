import {
  countChanges,
  readChanges,
  type ChangeFilter,
  type ChangePosition,
  type ChangeRow,
} from '../postgres/changes.ts'
import type { Pool } from '../postgres/database.ts'

/** Which changes the gateway requests of the subgraphs. */
export interface ChangeRequest {
  readonly filter: ChangeFilter
  /** Maximum number of changes. */
  readonly first: number
  /** Where those of each subgraph begin; null at the latest. */
  readonly after: Readonly<Record<string, ChangePosition>> | null
}

/** A list of changes of which a subgraph has a part; the request is JSON. */
export interface ChangeSource {
  readonly request: string
}

interface ChangeContext {
  readonly database: { readonly pool: Pool }
}

/** Resolvers of the changes that a subgraph returns to the gateway, which merges those of all subgraphs into one list. */
export const changeSource = (name: string) => ({
  reference: ({ request }: ChangeSource): ChangeSource => ({ request }),
  rows: ({ request }: ChangeSource, _arguments: object, { database: { pool } }: ChangeContext): Promise<ChangeRow[]> =>
    readSource(pool, name, JSON.parse(request) as ChangeRequest),
  count: ({ request }: ChangeSource, _arguments: object, { database: { pool } }: ChangeContext): Promise<number> =>
    countChanges(pool, (JSON.parse(request) as ChangeRequest).filter),
})

/** The part of a list that the database of a subgraph has. */
export const readSource = (pool: Pool, name: string, { filter, first, after }: ChangeRequest): Promise<ChangeRow[]> =>
  readChanges(pool, filter, { first, after: after?.[name] ?? null })
