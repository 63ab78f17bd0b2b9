import {
  createSourceEventStream,
  execute,
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  ValuesOfCorrectTypeRule,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import { mapAsync } from '../values/async-iterator.ts'
import type { Identity } from '../trust/identity.ts'
import { createSecondUseCache } from '../values/second-use-cache.ts'
import type { Subgraph } from './subgraph.ts'
import { variableDefaults } from './variable-defaults.ts'

export interface GraphQLOperation {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
}

/** How an operation is run, besides what it is. */
export interface ExecuteOptions {
  /** Aborted when the result is not needed any more. */
  readonly signal?: AbortSignal | undefined
  /** A mutation is never repeated, nor given up. */
  readonly isMutation?: boolean
}

/** Runs operations of a subgraph, in process or over HTTP alike. */
export interface GraphQLExecutor {
  execute(operation: GraphQLOperation, identity: Identity, options?: ExecuteOptions): Promise<ExecutionResult>
  subscribe(operation: GraphQLOperation, identity: Identity): Promise<AsyncIterableIterator<ExecutionResult>>
  close(): Promise<void>
}

const maxPrepared = 300
/** About 340 bytes of memory are held for each character of a compiled text, and half of that before it is compiled. */
const maxPreparedCharacters = 200_000
/** Longer texts are prepared each time. */
const maxCachedLength = 40_000
/** Compiling blocks the thread, for about 5 ms for each thousand characters. Longer texts are interpreted. */
const maxCompiledLength = 5_000

/** An operation that was parsed, and compiled once it is used again. */
class Prepared {
  readonly withDefaults: (variables: Values) => Values
  readonly #compilable: boolean
  #compiled: CompiledQuery | undefined
  #isNew = true

  constructor(
    private readonly schema: GraphQLSchema,
    readonly document: DocumentNode,
    operation: OperationDefinitionNode,
    private readonly operationName: string | undefined,
    length: number,
  ) {
    this.withDefaults = variableDefaults(schema, operation)
    this.#compilable = length <= maxCompiledLength
  }

  /**
   * Executes the operation. The first execution is interpreted, because most documents of a flood are sent only once.
   */
  run(rootValue: unknown, contextValue: unknown, variableValues: Values): PromiseOrValue<ExecutionResult> {
    if (this.#isNew || !this.#compilable) {
      this.#isNew = false
      const { schema, document, operationName } = this
      return execute({ schema, document, rootValue, contextValue, variableValues, operationName })
    }
    return this.#compile().query(rootValue, contextValue, variableValues)
  }

  #compile(): CompiledQuery {
    if (this.#compiled) return this.#compiled
    const query = compileQuery(this.schema, this.document, this.operationName ?? '')
    if (!isCompiledQuery(query)) throw query.errors?.[0] ?? new Error('An operation could not be compiled')
    this.#compiled = query
    return query
  }
}

type Values = Record<string, unknown>
type PromiseOrValue<T> = T | Promise<T>

/**
 * Runs planned operations inside this process. Each text is parsed once, compiled when it is used again and not
 * validated: it comes from the query planner or from our own documents, which validation has seen already.
 */
export function localExecutor(subgraph: Subgraph): GraphQLExecutor {
  const { schema } = subgraph
  const known = createSecondUseCache<Prepared | Refused>({
    entries: maxPrepared,
    weight: { weigh: (key) => key.length, limit: maxPreparedCharacters, heaviest: maxCachedLength },
    stays: (prepared) => !('errors' in prepared),
  })

  function prepare({ query: text, operationName }: GraphQLOperation): Prepared | Refused {
    const document = parse(text, { noLocation: true })
    // Only the subgraph can parse the literals of its scalars, so it may reject an operation that the gateway accepted.
    const errors = validate(schema, document, [ValuesOfCorrectTypeRule])
    if (errors.length > 0) return refusal({ errors })
    const operation = getOperationAST(document, operationName)
    if (!operation) throw new Error(`A document for ${subgraph.name} has not the operation that it was planned with`)
    return new Prepared(schema, document, operation, operationName, text.length)
  }

  const prepared = (operation: GraphQLOperation): Prepared | Refused => {
    const key = `${operation.operationName ?? ''}\n${operation.query}`
    const cached = known.get(key)
    if (cached) return cached
    const created = prepare(operation)
    known.set(key, created)
    return created
  }

  return {
    async execute(operation, identity) {
      const runnable = prepared(operation)
      if ('errors' in runnable) return runnable
      const variables = runnable.withDefaults(operation.variables ?? {})
      const result = await runnable.run({}, subgraph.createContext(identity), variables)
      // Without data it was refused before it began: its variables do not fit.
      return result.data === undefined ? refusal(result) : result
    },
    async subscribe(operation, identity) {
      const runnable = prepared(operation)
      if ('errors' in runnable) return single(runnable)
      const { document } = runnable
      const variableValues = runnable.withDefaults(operation.variables ?? {})
      const events = await createSourceEventStream({
        schema,
        document,
        variableValues,
        operationName: operation.operationName,
        contextValue: subgraph.createContext(identity),
      })
      if (!(Symbol.asyncIterator in events)) return single(events)
      // Each event gets its own context, so that its loaders do not serve results of an earlier event.
      return mapAsync(events[Symbol.asyncIterator]() as AsyncIterator<unknown>, (event) =>
        runnable.run(event, subgraph.createContext(identity), variableValues),
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
