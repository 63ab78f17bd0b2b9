import type { Client } from 'openapi-fetch'
import { CenotesApiError } from './errors.ts'
import type { paths } from './openapi.ts'

type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? NonNullable<Q>
  : never

/** Paths of lists that can be read by cursor. */
export type IterablePath = { [P in keyof paths]: 'cursor' extends keyof Query<P> ? P : never }[keyof paths]

/** Filters of a list, and the parameters of its path. */
export interface IterableInit<P extends IterablePath> {
  readonly params?: {
    readonly query?: Query<P>
    readonly path?: Readonly<Record<string, string>>
  }
  readonly signal?: AbortSignal
}

type Body<P extends IterablePath> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer B } } } }
}
  ? B
  : never

/** The item type of a list. */
export type ItemOf<P extends IterablePath> = Body<P> extends { data: (infer Item)[] } ? Item : never

interface Page {
  readonly data: unknown[]
  readonly pagination: { readonly nextCursor?: string | null }
}

/** Every item of a list, each once, however many pages there are and whatever is added meanwhile. */
export async function* iterate<P extends IterablePath>(
  client: Client<paths>,
  path: P,
  { params = {}, signal }: IterableInit<P> = {},
): AsyncGenerator<ItemOf<P>, void, undefined> {
  const get = client.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: Page; error?: unknown; response: Response }>
  let query: Record<string, unknown> = { perPage: 100, ...params.query }
  for (;;) {
    const { data, error, response } = await get(path, { params: { ...params, query }, signal })
    if (!data) throw CenotesApiError.of(response.status, error)
    yield* data.data as ItemOf<P>[]
    const cursor = data.pagination.nextCursor ?? cursorIn(response.headers.get('Link'))
    if (cursor === undefined) return
    const { page: _page, after: _after, ...filters } = query
    query = { ...filters, cursor }
  }
}

/** The first page is read by number; its Link header has the first cursor. */
function cursorIn(link: string | null): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? []
  return address === undefined ? undefined : (new URL(address).searchParams.get('cursor') ?? undefined)
}
