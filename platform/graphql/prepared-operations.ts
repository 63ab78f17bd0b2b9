import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  ValuesOfCorrectTypeRule,
  type DocumentNode,
} from 'graphql'
import { createSecondUseCache } from '../values/second-use-cache.ts'
import { CompiledOperation } from './execution/operation.ts'
import type { Subgraph } from './subgraph.ts'

/** Which operation of which text. */
export interface OperationText {
  readonly query: string
  readonly operationName?: string
}

/** An operation that can run. */
export interface PreparedOperation {
  readonly document: DocumentNode
  readonly compiled: CompiledOperation
  readonly isQuery: boolean
}

/** An operation that never ran: its literals or variables do not fit. */
export interface Refused {
  readonly errors: readonly GraphQLError[]
}

const maxPrepared = 300
/** About 200 bytes of memory are held for each character of a text. */
const maxPreparedCharacters = 200_000
/** Longer texts are prepared each time. */
const maxCachedLength = 40_000

/**
 * Finds the operation of a text. Each text is parsed once and not validated: it comes from the query planner or from our
 * own documents, which validation has seen already.
 */
export function preparedOperations({
  name,
  schema,
}: Pick<Subgraph, 'name' | 'schema'>): (operation: OperationText) => PreparedOperation | Refused {
  const known = createSecondUseCache<PreparedOperation | Refused>({
    entries: maxPrepared,
    weight: { weigh: (key) => key.length, limit: maxPreparedCharacters, heaviest: maxCachedLength },
    stays: (prepared) => !('errors' in prepared),
  })

  function prepare({ query, operationName }: OperationText): PreparedOperation | Refused {
    const document = parse(query, { noLocation: true })
    // Only the subgraph can parse the literals of its scalars, so it may reject an operation that the gateway accepted.
    const errors = validate(schema, document, [ValuesOfCorrectTypeRule])
    if (errors.length > 0) return refusal(errors)
    const definition = getOperationAST(document, operationName)
    if (!definition) throw new Error(`A document for ${name} has not the operation that it was planned with`)
    return {
      document,
      compiled: new CompiledOperation(schema, document, definition),
      isQuery: definition.operation === OperationTypeNode.QUERY,
    }
  }

  return (operation) => {
    const key = `${operation.operationName ?? ''}\n${operation.query}`
    const cached = known.get(key)
    if (cached) return cached
    const prepared = prepare(operation)
    known.set(key, prepared)
    return prepared
  }
}

export const refusal = (errors: readonly GraphQLError[]): Refused => ({
  errors: errors.map(({ message }) => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })),
})
