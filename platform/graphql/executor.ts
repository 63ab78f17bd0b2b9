import { createSourceEventStream, OperationTypeNode, type ExecutionResult, type ValidationRule } from 'graphql'
import { mapAsync } from '../values/async-iterator.ts'
import type { CancelSignal } from '../process/cancellation.ts'
import type { Identity } from '../trust/identity.ts'
import { reportedIn } from './reported-reads.ts'
import { preparedOperations, refusal, type PreparedOperation, type Refused } from './prepared-operations.ts'
import type { JsonResult } from './json-text.ts'
import type { Subgraph } from './subgraph.ts'

export interface GraphQLOperation {
  readonly query: string
  readonly variables?: Record<string, unknown>
  /** The variables as JSON, where the caller has written them already. */
  readonly variablesText?: string
  readonly operationName?: string
}

/** How an operation is run, besides what it is. */
export interface ExecuteOptions {
  /** Aborted when the result is not needed any more. */
  readonly signal?: CancelSignal | undefined
  /** A mutation is never repeated, nor given up. */
  readonly isMutation?: boolean
  /**
   * The caller reads what it selected and changes nothing: the result may consist of objects that others have too, with
   * more members than were selected.
   */
  readonly mayShare?: boolean
  /**
   * When the request began that this is part of, or its latest change ended, by `performance.now()`: what is read
   * need not be newer. Now, when absent.
   */
  readonly begunAt?: number | undefined
}

/** Runs operations of a subgraph, in process or over HTTP alike. */
export interface GraphQLExecutor {
  execute(operation: GraphQLOperation, identity: Identity, options?: ExecuteOptions): Promise<ExecutionResult>
  subscribe(operation: GraphQLOperation, identity: Identity): Promise<AsyncIterableIterator<ExecutionResult>>
  close(): Promise<void>
}

/** Runs operations of a subgraph in this process. */
export interface LocalExecutor extends GraphQLExecutor {
  /**
   * The same result as `execute`, with its data written as JSON, for another process. `begin` is called once it is known
   * whether the operation is a mutation, before it runs.
   */
  executeToJson(
    operation: GraphQLOperation,
    identity: Identity,
    begin?: (isMutation: boolean) => ExecuteOptions,
  ): Promise<JsonResult>
}

/** Runs operations inside this process. The gateway has validated those that it plans: `rules` is for any others. */
export function localExecutor(
  subgraph: Subgraph,
  { rules = [] }: { readonly rules?: readonly ValidationRule[] } = {},
): LocalExecutor {
  const { schema } = subgraph
  const find = preparedOperations(subgraph, rules)
  const rootValue = {}
  const ready = (operation: GraphQLOperation): Ready | Refused => {
    const prepared = find(operation)
    if ('errors' in prepared) return prepared
    const variables = prepared.compiled.coerceVariables(operation.variables ?? {})
    return 'errors' in variables ? refusal(variables.errors) : { ...prepared, variables: variables.values }
  }
  return {
    async execute(operation, identity, options = {}) {
      const one = ready(operation)
      if ('errors' in one) return one
      const signal = signalIn(options)
      const context = subgraph.createContext(identity, { isRead: one.kind === OperationTypeNode.QUERY, signal })
      const output = options.mayShare ? 'shared' : 'copied'
      const result = await one.compiled.run(rootValue, context, one.variables, output, signal)
      return withReports(result, context)
    },
    async executeToJson(operation, identity, begin = () => ({})) {
      const one = ready(operation)
      if ('errors' in one) return one
      const signal = signalIn(begin(one.kind === OperationTypeNode.MUTATION))
      const context = subgraph.createContext(identity, { isRead: one.kind === OperationTypeNode.QUERY, signal })
      const result = await one.compiled.runToJson(rootValue, context, one.variables, signal)
      return withReports(result, context)
    },
    async subscribe(operation, identity) {
      const one = ready(operation)
      if ('errors' in one) return single(one)
      const events = await createSourceEventStream({
        schema,
        document: one.document,
        variableValues: operation.variables,
        operationName: operation.operationName,
        contextValue: subgraph.createContext(identity),
      })
      if (!(Symbol.asyncIterator in events)) return single(events)
      // Each event gets its own context, so that its loaders do not serve results of an earlier event.
      return mapAsync(events[Symbol.asyncIterator]() as AsyncIterator<unknown>, (event) =>
        one.compiled.run(event, subgraph.createContext(identity), one.variables),
      )
    },
    close: () => subgraph.close(),
  }
}

interface Ready extends PreparedOperation {
  readonly variables: Record<string, unknown>
}

function withReports<Result extends object>(result: Result, context: object): Result {
  const extensions = reportedIn(context)
  return extensions ? { ...result, extensions } : result
}

/** A mutation is never given up. */
const signalIn = ({ signal, isMutation = false }: ExecuteOptions): CancelSignal | undefined =>
  isMutation ? undefined : signal

async function* single(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield await Promise.resolve(result)
}
