import { stringifyDocument, type TypedDocumentNode } from '@urql/core'
import { clientMark } from '../api/client-mark.ts'
import { endsSession, fieldErrorsOf, type Failure } from '../api/failure.ts'
import type { Language } from '../text/text.ts'

/** A failure, and whether the same request may succeed later. */
export interface GateFailure extends Failure {
  readonly isTransient: boolean
}
export type GateResult<Data> = { readonly data: Data } | { readonly failure: GateFailure }

export interface RequestOptions {
  readonly timeoutMilliseconds?: number
  /** Repeated with the same request it makes the server do the work once. */
  readonly idempotencyKey?: string
}

/** GraphQL over HTTP alone, with a limit of time for each request: the connection at an entrance is bad. */
export interface GateApi {
  request<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<GateResult<Data>>
}

export interface GateApiOptions {
  readonly apiKey: string
  readonly language: () => Language
  readonly onKeyRefused: () => void
}

const defaultTimeoutMilliseconds = 15_000

export const openGateApi = ({ apiKey, language, onKeyRefused }: GateApiOptions): GateApi => ({
  async request<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    { timeoutMilliseconds = defaultTimeoutMilliseconds, idempotencyKey }: RequestOptions = {},
  ): Promise<GateResult<Data>> {
    let body: unknown
    try {
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-API-Key': apiKey,
          'Accept-Language': language(),
          ...clientMark,
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify({ query: stringifyDocument(document), variables }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      body = await response.json()
    } catch (error) {
      return { failure: networkFailure(String(error)) }
    }
    const result = resultOf<Data>(body)
    if ('failure' in result && endsSession(result.failure)) onKeyRefused()
    return result
  },
})

/** The result in the body of a response. A body that is not GraphQL comes from a proxy on the way to the server. */
export function resultOf<Data>(body: unknown): GateResult<Data> {
  const { data, errors } = (body ?? {}) as {
    readonly data?: Data | null
    readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[]
  }
  const [first] = errors ?? []
  if (first) {
    const { code = 'INTERNAL_ERROR', status = 500, details } = first.extensions ?? {}
    const failure = { code: String(code), message: first.message, fields: fieldErrorsOf(details), details }
    return { failure: { ...failure, isTransient: isTransient(failure.code, Number(status)) } }
  }
  return data == null ? { failure: networkFailure('No GraphQL response') } : { data }
}

/** Too many requests, a server that is not ready, or an earlier copy of the request that is still running. */
const isTransient = (code: string, status: number): boolean =>
  status >= 500 || status === 429 || code === 'IDEMPOTENCY_KEY_IN_USE'

const networkFailure = (message: string): GateFailure => ({
  code: 'NETWORK',
  message,
  fields: {},
  details: null,
  isTransient: true,
})
