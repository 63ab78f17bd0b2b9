import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { CancelSignal } from '../../process/cancellation.ts'
import { compileObject, type ExecutableObject } from './compile.ts'
import { resultAsJson } from './json-text.ts'
import { Place, Run, type Container, type Operation, type Output, type Values } from './run.ts'
import { conditionVariables } from './selection.ts'
import { variablesOf, type CoercedVariables } from './variables.ts'

type PromiseOrValue<T> = T | Promise<T>

/** Data as JSON text, and the errors as they are. */
export interface JsonResult {
  readonly data: string
  readonly errors?: readonly GraphQLError[]
}

/** More combinations of conditions than these are compiled each time. */
const maxVariants = 16

/**
 * An operation of a validated document, compiled into closures: everything that follows from the schema and the text is
 * done once. It results in what `execute` of graphql-js does, without a promise where no resolver returned one.
 */
export class CompiledOperation {
  readonly coerceVariables: (given: Readonly<Values>) => CoercedVariables
  readonly #operation: Operation
  readonly #conditions: readonly string[]
  readonly #variants = new Map<string, ExecutableObject>()

  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode) {
    const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>
    for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one
    this.#operation = { schema, definition, fragments }
    this.#conditions = conditionVariables(this.#operation)
    this.coerceVariables = variablesOf(schema, definition.variableDefinitions ?? [])
  }

  /** Runs the operation; `shared` may put objects that resolvers returned into the result. */
  run(
    rootValue: unknown,
    context: unknown,
    variables: Values,
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
    variables: Values,
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
      root = this.#root(run.variables)
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

  #root(variables: Values): ExecutableObject {
    const variant = this.#conditions.map((name) => String(variables[name])).join()
    const known = this.#variants.get(variant)
    if (known) return known
    const { schema, definition } = this.#operation
    const type = schema.getRootType(definition.operation)
    if (!type)
      throw new GraphQLError(`Schema is not configured to execute ${definition.operation} operation.`, {
        nodes: definition,
      })
    const conditions = Object.fromEntries(
      this.#conditions.flatMap((name) => (Object.hasOwn(variables, name) ? [[name, variables[name]]] : [])),
    )
    const compiled = compileObject(this.#operation, type, [definition.selectionSet], conditions)
    if (this.#variants.size < maxVariants) this.#variants.set(variant, compiled)
    return compiled
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
