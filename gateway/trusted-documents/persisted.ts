import { SecondUseCache } from '../../platform/values/second-use-cache.ts'
import type { Environment, Identity } from '../../platform/trust/identity.ts'
import { GraphQLError } from 'graphql'
import { apiError } from '../../schema/errors.ts'
import { documentId } from './document-id.ts'

/** How a request identifies its document: the text, an id, or both. */
export interface PersistedRequest {
  readonly query?: string | undefined
  /** `sha256:` and the hash of the text, as in GraphQL over HTTP. */
  readonly documentId?: string | undefined
  /** Automatic persisted queries: `persistedQuery {version, sha256Hash}`. */
  readonly extensions?: Record<string, unknown> | undefined
}

/** The store of documents that an operator trusts, shared by all replicas. */
export interface TrustedDocuments {
  /** The text of a document by its id; null when it is not trusted. */
  find(environment: Environment, id: string): Promise<string | null>
}

const missing = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })

/** Texts of automatic persisted queries cached in this process; a client sends one again when it was pushed out. */
const automaticLimit = 1_000
const automaticCharacters = 2_000_000
const maxAutomaticLength = 32_000

/** Finds the text of a document by its id: trusted ones in the store, automatic ones among those seen before. */
export class PersistedDocuments {
  readonly #automatic = new SecondUseCache<string>({
    max: automaticLimit,
    maxSize: automaticCharacters,
    maxEntrySize: maxAutomaticLength,
    sizeCalculation: (text) => text.length,
  })

  constructor(
    private readonly trusted: TrustedDocuments,
    /** Whether only trusted documents are run. */
    private readonly onlyTrusted: boolean,
  ) {}

  async find(request: PersistedRequest, { environment }: Identity): Promise<{ text: string; trusted: boolean }> {
    const { query } = request
    const id = idOf(request)
    if (query !== undefined && id !== undefined && documentId(query) !== id)
      throw missing('The hash is not that of the document')
    if (query !== undefined && !this.onlyTrusted) return { text: query, trusted: false }
    const wanted = id ?? (query === undefined ? undefined : documentId(query))
    if (wanted === undefined) throw missing('The request has no document: send query, documentId or persistedQuery')
    const text = await this.trusted.find(environment, wanted)
    if (text !== null) return { text, trusted: true }
    if (this.onlyTrusted) throw apiError('DOCUMENT_NOT_TRUSTED', { documentId: wanted })
    const automatic = this.#automatic.get(wanted)
    if (automatic !== undefined) return { text: automatic, trusted: false }
    // The words that clients wait for: they then send the text along.
    throw new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } })
  }

  /** Caches the text that a request sent along with its hash, once it was found to be a document that may run. */
  remember(request: PersistedRequest): void {
    const id = request.query === undefined ? undefined : idOf(request)
    if (id !== undefined && request.query !== undefined && !this.onlyTrusted) this.#automatic.set(id, request.query)
  }
}

/** The hash by which a request names its document, in either form. */
function idOf({ documentId: named, extensions }: PersistedRequest): string | undefined {
  if (named !== undefined) {
    const [, hash] = /^sha256:([0-9a-f]{64})$/i.exec(named) ?? []
    if (hash === undefined) throw missing('documentId must be sha256: and 64 hexadecimal digits')
    return hash.toLowerCase()
  }
  const automatic = extensions?.['persistedQuery']
  if (automatic === undefined || automatic === null) return undefined
  const { version, sha256Hash } = automatic as { version?: unknown; sha256Hash?: unknown }
  if (version !== 1)
    throw new GraphQLError('Unsupported persisted query version', { extensions: { code: 'BAD_REQUEST' } })
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256Hash))
    throw missing('persistedQuery.sha256Hash must be 64 hexadecimal digits')
  return sha256Hash.toLowerCase()
}
