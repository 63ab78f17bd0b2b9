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

/** A compiled operation keeps tens of kilobytes of code and its source. */
const mostCompiled = 300

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
  const known = createBoundedCache<Compiled | Refused>(mostCompiled)
  const compiled = ({ query: text, operationName }: GraphQLOperation): Compiled | Refused =>
    known.getOrCreate(`${operationName ?? ''}\n${text}`, () => {
      const document = parse(text, { noLocation: true })
      const query = compileQuery(schema, document, operationName ?? '')
      // Only the subgraph knows which literals its scalars take, so it may refuse what was valid for the gateway.
      if (!isCompiledQuery(query)) {
        const failure = query.errors?.find(({ originalError }) => originalError)
        if (failure) throw failure
        return refusal(query)
      }
      const operation = getOperationAST(document, operationName)
      if (!operation) throw new Error(`A document for ${subgraph.name} has not the operation that it was planned with`)
      return { document, query, withDefaults: variableDefaults(schema, operation) }
    })
  return {
    async execute(operation, identity) {
      const runnable = compiled(operation)
      if ('errors' in runnable) return runnable
      const { query, withDefaults } = runnable
      const result = await query.query({}, subgraph.createContext(identity), withDefaults(operation.variables ?? {}))
      // Without data it was refused before it began: its variables do not fit.
      return result.data === undefined ? refusal(result) : result
    },
    async subscribe(operation, identity) {
      const runnable = compiled(operation)
      if ('errors' in runnable) return single(runnable)
      const { document, query, withDefaults } = runnable
      const variableValues = withDefaults(operation.variables ?? {})
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

/** An operation that never ran: its literals or variables do not fit. */
interface Refused {
  readonly errors: readonly GraphQLError[]
}

const refusal = ({ errors = [] }: ExecutionResult): Refused => ({
  errors: errors.map(({ message }) => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })),
})

async function* single(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield await Promise.resolve(result)
}
