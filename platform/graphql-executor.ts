import {
  createSourceEventStream,
  getOperationAST,
  GraphQLError,
  parse,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import { mapAsync } from './async-iterator.ts'
import { createBoundedCache } from './bounded-cache.ts'
import type { Identity } from './identity.ts'
import type { Subgraph } from './subgraph.ts'
import { variableDefaults } from './variable-defaults.ts'

export interface GraphQLOperation {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
}

/** A way to a subgraph: in process or over HTTP, the same to whoever asks. */
export interface GraphQLExecutor {
  execute(operation: GraphQLOperation, identity: Identity): Promise<ExecutionResult>
  subscribe(operation: GraphQLOperation, identity: Identity): Promise<AsyncIterableIterator<ExecutionResult>>
  close(): Promise<void>
}

interface Compiled {
  readonly document: DocumentNode
  readonly query: CompiledQuery
  readonly withDefaults: (variables: Record<string, unknown>) => Record<string, unknown>
}

/**
 * Runs planned operations inside this process. Each text is parsed and compiled once and not validated: it comes
 * from the query planner or from our own documents, which validation has seen already.
 */
export function localExecutor(subgraph: Subgraph): GraphQLExecutor {
  const { schema } = subgraph
  const known = createBoundedCache<Compiled>(2_000)
  const compiled = ({ query: text, operationName }: GraphQLOperation): Compiled =>
    known.getOrCreate(`${operationName ?? ''}\n${text}`, () => {
      const document = parse(text, { noLocation: true })
      const query = compileQuery(schema, document, operationName ?? '')
      const operation = getOperationAST(document, operationName)
      if (!isCompiledQuery(query) || !operation) throw new Error(`An operation for ${subgraph.name} cannot be compiled`)
      return { document, query, withDefaults: variableDefaults(schema, operation) }
    })
  return {
    async execute(operation, identity) {
      const { query, withDefaults } = compiled(operation)
      const result = await query.query({}, subgraph.createContext(identity), withDefaults(operation.variables ?? {}))
      return result.data === undefined ? { errors: result.errors?.map(asInputError) ?? [] } : result
    },
    async subscribe(operation, identity) {
      const { document, query } = compiled(operation)
      const variableValues = operation.variables ?? {}
      const events = await createSourceEventStream({
        schema,
        document,
        variableValues,
        operationName: operation.operationName,
        contextValue: subgraph.createContext(identity),
      })
      if (!(Symbol.asyncIterator in events)) return single(events)
      // Each event is executed with a context of its own: its loaders must not remember an earlier event.
      return mapAsync(events[Symbol.asyncIterator]() as AsyncIterator<unknown>, (event) =>
        query.query(event, subgraph.createContext(identity), variableValues),
      )
    },
    close: () => subgraph.close(),
  }
}

/** An operation refused before it began: its variables do not fit. */
const asInputError = (error: GraphQLError): GraphQLError =>
  error.extensions.code === undefined && !error.originalError
    ? new GraphQLError(error.message, { extensions: { code: 'BAD_USER_INPUT' } })
    : error

async function* single(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield await Promise.resolve(result)
}
