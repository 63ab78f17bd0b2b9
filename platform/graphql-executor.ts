import type { DocumentNode, ExecutionResult } from 'graphql'
import { createSourceEventStream, Kind, parse } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import { createBoundedCache } from './bounded-cache.ts'
import type { Identity } from './identity.ts'
import type { Subgraph } from './subgraph.ts'

export interface GraphQLOperation {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
}

/** A way to a subgraph: in process or over HTTP, the same to whoever asks. */
export interface GraphQLExecutor {
  execute(operation: GraphQLOperation, identity: Identity): Promise<ExecutionResult>
  subscribe(operation: GraphQLOperation, identity: Identity): AsyncIterable<ExecutionResult>
  close(): Promise<void>
}

/**
 * Runs planned operations inside this process. Each text is parsed and compiled once and not validated: it comes
 * from the query planner or from our own documents, which validation has seen already.
 */
export function localExecutor(subgraph: Subgraph): GraphQLExecutor {
  const compiled = createBoundedCache<{ query: CompiledQuery; document: DocumentNode }>(2_000)
  const compile = (operation: GraphQLOperation): { query: CompiledQuery; document: DocumentNode } => {
    const key = `${operation.operationName ?? ''}\n${operation.query}`
    return compiled.getOrCreate(key, () => {
      const document = parse(operation.query, { noLocation: true })
      const query = compileQuery(subgraph.schema, document, operation.operationName ?? '')
      if (!isCompiledQuery(query)) throw new Error(`Cannot compile: ${JSON.stringify(query.errors)}`)
      return { query, document }
    })
  }
  return {
    async execute(operation, identity) {
      return compile(operation).query.query({}, subgraph.createContext(identity), operation.variables ?? {})
    },
    async *subscribe(operation, identity) {
      const document = parse(operation.query, { noLocation: true })
      const contextValue = subgraph.createContext(identity)
      const events = await createSourceEventStream({
        schema: subgraph.schema,
        document,
        contextValue,
        variableValues: operation.variables,
        operationName: operation.operationName,
      })
      if (!(Symbol.asyncIterator in events)) {
        yield events
        return
      }
      // Each event is executed as a query on the subscription root, with a context of its own for fresh loaders.
      const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
      const { execute } = await import('graphql')
      if (!definition) return
      for await (const event of events) {
        yield await execute({
          schema: subgraph.schema,
          document,
          rootValue: event,
          contextValue: subgraph.createContext(identity),
          variableValues: operation.variables,
          operationName: operation.operationName,
        })
      }
    },
    close: () => subgraph.close(),
  }
}
