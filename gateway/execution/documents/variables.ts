import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import { variablesOf } from '../../../platform/graphql/execution/variables.ts'
import { pickVariables, type Variables } from '../../../platform/graphql/selection/conditions.ts'
import { variableDefaults } from '../../../platform/graphql/variable-defaults.ts'
import { RefusedDocument, type CheckedOperation } from './documents.ts'
import { nullVariables } from './null-variables.ts'
import { cutMiddle } from '../../../platform/values/text.ts'

/** No more errors than these are reported, or looked for. */
const maxErrors = 10

interface PreparedVariables {
  readonly names: readonly string[]
  readonly withDefaults: (declared: Variables) => Record<string, unknown>
  readonly errorsOf: (variables: Variables) => readonly GraphQLError[]
}

/**
 * Prepares the variables of operations, once for queries, mutations and subscriptions: later code sees the effective
 * values, and none of them can fail during execution.
 */
export class OperationVariables {
  readonly #schema: GraphQLSchema
  readonly #prepared = new WeakMap<OperationDefinitionNode, PreparedVariables>()

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The values given for variables that the operation declares; others are dropped without being looked at. */
  declared(operation: CheckedOperation, given: Variables): Record<string, unknown> {
    return pickVariables(given, this.#prepare(operation).names)
  }

  /** Declared values with the defaults of variables and of input fields for those that were left out. */
  withDefaults(operation: CheckedOperation, declared: Variables): Record<string, unknown> {
    return this.#prepare(operation).withDefaults(declared)
  }

  /** Throws RefusedDocument naming every variable that is missing, does not fit its type or is null where it may not be. */
  check(checked: CheckedOperation, variables: Variables): void {
    const errors = this.#prepare(checked).errorsOf(variables)
    if (errors.length > 0) throw new RefusedDocument(errors.slice(0, maxErrors).map(variableFailure))
  }

  #prepare({ document, operation }: CheckedOperation): PreparedVariables {
    let prepared = this.#prepared.get(operation)
    if (!prepared) {
      const coerced = variablesOf(this.#schema, operation.variableDefinitions ?? [], maxErrors)
      const nulls = nullVariables(this.#schema, document, operation)
      prepared = {
        names: (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value),
        withDefaults: variableDefaults(this.#schema, operation),
        errorsOf(variables) {
          const outcome = coerced(variables)
          return 'errors' in outcome ? outcome.errors : nulls(variables)
        },
      }
      this.#prepared.set(operation, prepared)
    }
    return prepared
  }
}

const variableFailure = ({ message, nodes }: GraphQLError): GraphQLError =>
  // Without the middle, because the place and the reason follow the value.
  new GraphQLError(cutMiddle(message, maxHalf), { nodes, extensions: { code: 'BAD_USER_INPUT' } })

/** Half the length of a message at most. graphql-js quotes the whole value in each: ten would be ten times the request. */
const maxHalf = 500
