import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { CancelSignal } from '../../process/cancellation.ts'
import type { Variables } from '../selection/conditions.ts'
import { fragmentsOf } from '../selection/fragments.ts'
import { Variants } from '../selection/variants.ts'
import { compileObject, type ExecutableObject } from './compile.ts'
import { resultAsJson, type JsonResult } from '../json-text.ts'
import { Place, Run, type Container, type ExecutableOperation, type Output } from './run.ts'
import { variablesOf, type CoercedVariables } from './variables.ts'

type PromiseOrValue<T> = T | Promise<T>

/**
 * An operation of a validated document, compiled into closures: everything that follows from the schema and the text is
 * done once. It results in what `execute` of graphql-js does, without a promise where no resolver returned one.
 */
export class CompiledOperation {
  readonly coerceVariables: (given: Variables) => CoercedVariables
  readonly #operation: ExecutableOperation
  readonly #roots: Variants<ExecutableObject>

  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode) {
    this.#operation = { schema, definition, fragments: fragmentsOf(document) }
    this.#roots = new Variants(document, definition)
    this.coerceVariables = variablesOf(schema, definition.variableDefinitions ?? [])
  }

  /** Runs the operation; `shared` may put objects that resolvers returned into the result. */
  run(
    rootValue: unknown,
    context: unknown,
    variables: Variables,
    output: Exclude<Output, 'json'> = 'copied',
    signal?: CancelSignal,
  ): PromiseOrValue<ExecutionResult> {
    const run = new Run(this.#operation, rootValue, context, variables, output, signal)
    const finish = (data: unknown): ExecutionResult => withErrors({ data: data as Container | null }, run)
    const data = this.#execute(run)
    return data instanceof Promise ? data.then(finish) : finish(data)
  }

  /** Runs the operation and writes the data as JSON. */
  runToJson(
    rootValue: unknown,
    context: unknown,
    variables: Variables,
    signal?: CancelSignal,
  ): PromiseOrValue<JsonResult> {
    const run = new Run(this.#operation, rootValue, context, variables, 'json', signal)
    const finish = (data: unknown): JsonResult => withErrors({ data: resultAsJson(data) }, run)
    const data = this.#execute(run)
    return data instanceof Promise ? data.then(finish) : finish(data)
  }

  #execute(run: Run): unknown {
    const holder: Container = {}
    let root: ExecutableObject
    try {
      root = this.#roots.get(run.variables, (conditions) => this.#compile(conditions))
    } catch (error) {
      run.errors.push(error as GraphQLError)
      return null
    }
    const data = root.create()
    holder['data'] = data
    const place = new Place(undefined, holder, 'data', { nodes: [], isNullable: true, typeName: undefined })
    if (this.#operation.definition.operation === OperationTypeNode.MUTATION)
      return inTurn(root, data, place, run).then(() => holder['data'])
    root.fill(run.rootValue, data, place, run)
    return run.isIdle ? holder['data'] : run.idle().then(() => holder['data'])
  }

  #compile(conditions: Variables): ExecutableObject {
    const { schema, definition } = this.#operation
    const type = schema.getRootType(definition.operation)
    if (!type)
      throw new GraphQLError(`Schema is not configured to execute ${definition.operation} operation.`, {
        nodes: definition,
      })
    return compileObject(this.#operation, type, [definition.selectionSet], conditions)
  }
}

/** Executes the fields of a mutation one after the other. */
async function inTurn({ fields }: ExecutableObject, data: Container, place: Place, run: Run): Promise<void> {
  for (const execute of fields) {
    if (place.isNulled) return
    execute(run.rootValue, data, place, run)
    if (!run.isIdle) await run.idle()
  }
}

const withErrors = <R extends object>(result: R, { errors }: Run): R & { errors?: readonly GraphQLError[] } =>
  errors.length > 0 ? { errors, ...result } : result
