import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { PersistedRequest } from '../trusted-documents/persisted.ts'
import type { JsonText } from './answer.ts'
import { RefusedDocument, type CheckedOperation } from './documents.ts'

/** One operation as a client sends it, by text or by the id of a persisted document. */
export interface Operation extends PersistedRequest {
  readonly operationName?: string | undefined
  readonly variables?: Record<string, unknown> | undefined
}

export interface OperationResult {
  readonly data?: Record<string, unknown> | JsonText | null
  readonly errors?: readonly GraphQLFormattedError[]
  readonly extensions?: Record<string, unknown>
}

/** An operation that its caller may run, with these variables. */
export interface AdmittedOperation extends CheckedOperation {
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
