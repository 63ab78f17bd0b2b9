import { GraphQLError, print, type DocumentNode } from 'graphql'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { GraphQLExecutor } from '../../../platform/graphql/executor.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { isErrorCode } from '../../../schema/errors.ts'

const texts = new WeakMap<DocumentNode, string>()

/** Runs an operation of another subgraph; its data. */
export async function run<R, V extends Record<string, unknown>>(
  executor: GraphQLExecutor,
  document: TypedDocumentNode<R, V>,
  variables: V,
  identity: Identity,
): Promise<R> {
  let query = texts.get(document)
  if (query === undefined) texts.set(document, (query = print(document)))
  const { data, errors } = await executor.execute({ query, variables }, identity)
  const [error] = errors ?? []
  // An error of the catalog of errors is for the caller; anything else is an internal failure.
  if (error && isErrorCode(error.extensions?.code))
    throw new GraphQLError(error.message, { extensions: error.extensions })
  if (error) throw new Error(`A subgraph failed: ${error.message}`, { cause: error.originalError })
  if (!data) throw new Error('A subgraph returned neither data nor errors')
  return data as R
}
