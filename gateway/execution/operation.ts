import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { CachedResponse } from '../cache/cached-responses.ts'
import type { PersistedRequest } from '../trusted-documents/persisted.ts'
import type { ResponseJson } from './response/index.ts'
import { RefusedDocument, type CheckedOperation } from './documents/index.ts'

/** One operation as a client sends it, by text or by the id of a persisted document. */
export interface OperationRequest extends PersistedRequest {
  readonly operationName?: string | undefined
  readonly variables?: Record<string, unknown> | undefined
}

/** Where a result names how it was found; no part of what is sent. */
export const foundInCache = Symbol('found in cache')

/** How a response that may be cached was found. */
export interface CacheUse {
  readonly status: 'hit' | 'miss'
  /** The response in memory, whose data it has. */
  readonly response: CachedResponse | undefined
}

export interface OperationResult {
  /** Absent for what is never cached. */
  readonly [foundInCache]?: CacheUse | undefined
  readonly data?: Record<string, unknown> | ResponseJson | null
  readonly errors?: readonly GraphQLFormattedError[] | undefined
  readonly extensions?: Record<string, unknown> | undefined
}

/** An operation that its caller may run, with these variables. */
export interface AdmittedOperation extends CheckedOperation {
  /** The variables as the caller sent them, without defaults. */
  readonly declared: Record<string, unknown>
  readonly variables: Record<string, unknown>
  /** The operation's cost as reported to the caller; absent for the product's own operations. */
  readonly extensions: { readonly cost: { readonly requested: number; readonly budget: number } } | undefined
}

/** The errors of a rejected admission. */
export function errorsOf(failure: unknown): readonly GraphQLError[] {
  if (failure instanceof RefusedDocument) return failure.errors
  if (failure instanceof GraphQLError) return [failure]
  return [new GraphQLError('', { originalError: failure as Error })]
}

/** An invalid request that GraphQL has a code for. */
export const inputError = (message: string, code = 'BAD_USER_INPUT'): GraphQLError =>
  new GraphQLError(message, { extensions: { code } })
