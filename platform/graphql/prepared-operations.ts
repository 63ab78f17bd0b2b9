import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  ValuesOfCorrectTypeRule,
  type DocumentNode,
  type OperationTypeNode,
  type ValidationRule,
} from 'graphql'
import { SecondUseCache } from '../values/second-use-cache.ts'
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
  readonly kind: OperationTypeNode
}

/** An operation that never ran: its document is invalid, or its literals or variables do not fit. */
export interface Refused {
  readonly errors: readonly GraphQLError[]
}

const maxPrepared = 300
/** About 200 bytes of memory are held for each character of a text. */
const maxPreparedCharacters = 200_000
/** Longer texts are prepared each time. */
const maxCachedLength = 40_000

/**
 * Finds the operation of a text, which is parsed and validated by the rules once. Operations that were validated by the
 * gateway need no rules; the types of literals are checked in any case.
 */
export function preparedOperations(
  { schema }: Pick<Subgraph, 'schema'>,
  rules: readonly ValidationRule[] = [],
): (operation: OperationText) => PreparedOperation | Refused {
  const known = new SecondUseCache<PreparedOperation | Refused>({
    max: maxPrepared,
    maxSize: maxPreparedCharacters,
    maxEntrySize: maxCachedLength,
    sizeCalculation: (_prepared, key) => key.length,
    stays: (prepared) => !('errors' in prepared),
  })

  function prepare({ query, operationName }: OperationText): PreparedOperation | Refused {
    let document: DocumentNode
    try {
      document = parse(query, { noLocation: true })
    } catch (error) {
      return refusal([error as GraphQLError], 'GRAPHQL_PARSE_FAILED')
    }
    const invalid = rules.length > 0 ? validate(schema, document, rules) : []
    if (invalid.length > 0) return refusal(invalid, 'GRAPHQL_VALIDATION_FAILED')
    // Only the subgraph can parse the literals of its scalars, so it may reject an operation that the gateway accepted.
    const unfit = validate(schema, document, [ValuesOfCorrectTypeRule])
    if (unfit.length > 0) return refusal(unfit)
    const definition = getOperationAST(document, operationName)
    if (!definition)
      return refusal([new GraphQLError('The document has no operation of this name')], 'OPERATION_RESOLUTION_FAILURE')
    return {
      document,
      compiled: new CompiledOperation(schema, document, definition),
      kind: definition.operation,
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

export const refusal = (errors: readonly GraphQLError[], code = 'BAD_USER_INPUT'): Refused => ({
  errors: errors.map(({ message }) => new GraphQLError(message, { extensions: { code } })),
})
