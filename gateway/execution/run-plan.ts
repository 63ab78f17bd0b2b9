// The library's own pieces, so that data is merged and rewritten exactly as its executor does it.
import { applyRewrites, isObjectOfType } from '@apollo/gateway/dist/dataRewrites.js'
import { deepMerge } from '@apollo/gateway/dist/utilities/deepMerge.js'
import { evaluateCondition, getResponseName, type FetchNode, type PlanNode } from '@apollo/query-planner'
import type { VariableDefinitions } from '@apollo/federation-internals'
import { GraphQLError, Kind, parse, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'

export type Data = Record<string, unknown>

/** One run of a plan. */
export interface PlanRun {
  /** The schema with every subgraph's particulars. */
  readonly schema: GraphQLSchema
  readonly executors: Readonly<Record<string, Pick<GraphQLExecutor, 'execute'>>>
  readonly identity: Identity
  readonly variables: Readonly<Record<string, unknown>>
  readonly variableDefinitions: VariableDefinitions
  /** Collects errors; the rest of the plan continues. */
  readonly errors: GraphQLError[]
  /** Gathers what the subgraphs answer. */
  readonly data: Data
}

/** Where in the data a step of the plan works. */
interface Place {
  readonly data: unknown
  /** `@` matches each item of a list. */
  readonly path: readonly string[]
}

/** Runs the steps of a plan; what they find is in the run's data. */
export const runPlan = (node: PlanNode, run: PlanRun): Promise<void> => step(node, { data: run.data, path: [] }, run)

async function step(node: PlanNode, place: Place, run: PlanRun): Promise<void> {
  switch (node.kind) {
    case 'Sequence':
      for (const inner of node.nodes) await step(inner, place, run)
      return
    case 'Parallel':
      await Promise.all(node.nodes.map((inner) => step(inner, place, run)))
      return
    case 'Flatten': {
      const path = node.path.map(String)
      const data = dataAt(place.data, path)
      if (data) await step(node.node, { data, path: [...place.path, ...path] }, run)
      return
    }
    case 'Condition': {
      const holds = evaluateCondition(node, run.variableDefinitions, run.variables)
      const branch = holds ? node.ifClause : node.elseClause
      if (branch) await step(branch, place, run)
      return
    }
    case 'Fetch':
      try {
        await fetch(node, place, run)
      } catch (error) {
        const failure = error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })
        run.errors.push(located(failure, () => beginningOf(node, place, run)))
      }
      return
    default:
      throw new Error(`A plan has a step of kind ${node.kind}`)
  }
}

async function fetch(node: FetchNode, place: Place, run: PlanRun): Promise<void> {
  const entities = (Array.isArray(place.data) ? place.data : [place.data]).filter(
    (one): one is Data => one !== null && one !== undefined,
  )
  if (entities.length === 0) return
  const variables: Record<string, unknown> = {}
  for (const name of node.variableUsages ?? [])
    if (Object.hasOwn(run.variables, name) && run.variables[name] !== undefined) variables[name] = run.variables[name]

  if (!node.requires) {
    const data = await ask(node, variables, place, (path) => [...place.path, ...path], run)
    if (!data) return
    applyRewrites(run.schema, node.outputRewrites, data)
    for (const entity of entities) deepMerge(entity, data)
    return
  }
  const represented: Data[] = []
  const representations: Data[] = []
  for (const entity of entities) {
    const representation = selected(run.schema, entity, node.requires)
    if (!representation?.['__typename']) continue
    applyRewrites(run.schema, node.inputRewrites, representation)
    represented.push(entity)
    representations.push(representation)
  }
  if (representations.length === 0) return
  // `_entities`, the index of an entity, and the path within it: reported as the entity's path in the response.
  const pathOf = (path: Path): Path => {
    const [, index, ...within] = path
    if (typeof index !== 'number') return [...place.path, ...path]
    return [...(pathTo(represented[index], run.data, place.path) ?? place.path), ...within]
  }
  const data = await ask(node, { ...variables, representations }, place, pathOf, run)
  if (!data) return
  const received = data['_entities']
  if (!Array.isArray(received) || received.length !== representations.length)
    throw new Error(`${node.serviceName} returned another number of entities than requested`)
  for (const [index, entity] of represented.entries()) {
    const found = received[index] as Data | null
    if (found && !found['__typename']) found['__typename'] = entity['__typename']
    applyRewrites(run.schema, node.outputRewrites, found as Data)
    deepMerge(entity, found as Data)
  }
}

type Path = readonly (string | number)[]

async function ask(
  node: FetchNode,
  variables: Record<string, unknown>,
  place: Place,
  pathOf: (path: Path) => Path,
  run: PlanRun,
): Promise<Data | null | undefined> {
  const { serviceName, operation, operationName } = node
  const { executors, identity, errors } = run
  const executor = executors[serviceName]
  if (!executor) throw new Error(`No executor for the subgraph ${serviceName} is configured`)
  const answer = await executor.execute(
    { query: operation, variables, ...(operationName === undefined ? {} : { operationName }) },
    identity,
  )
  for (const error of answer.errors ?? [])
    errors.push(located(error, () => (error.path ? pathOf(error.path) : beginningOf(node, place, run))))
  return answer.data as Data | null | undefined
}

/** An error of a subgraph with its path in the whole response; the cause is for the log. */
function located(error: GraphQLError | GraphQLFormattedError, pathOf: () => Path | undefined): GraphQLError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error.cause ?? error) : error
  return new GraphQLError(error.message, {
    path: pathOf() ?? null,
    extensions: error.extensions ?? null,
    originalError: cause as Error,
  })
}

/** Where an answer that failed as a whole would have begun: at its first field, or at the first entity it is about. */
function beginningOf({ operation, requires }: FetchNode, place: Place, { data }: PlanRun): Path | undefined {
  if (requires) return pathTo(Array.isArray(place.data) ? place.data[0] : place.data, data, place.path)
  const [definition] = parse(operation, { noLocation: true }).definitions
  const [first] = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
  return first?.kind === Kind.FIELD ? [...place.path, (first.alias ?? first.name).value] : undefined
}

function dataAt(value: unknown, [current, ...rest]: readonly string[]): unknown {
  if (current === undefined || value === undefined || value === null) return value
  if (current === '@') return (value as unknown[]).flatMap((item) => dataAt(item, rest))
  return dataAt(Object.hasOwn(value, current) ? (value as Data)[current] : undefined, rest)
}

/** The path of an object, found by searching for it: only errors need it. */
function pathTo(
  wanted: unknown,
  value: unknown,
  [current, ...rest]: readonly string[],
): (string | number)[] | undefined {
  if (current === undefined) return value === wanted ? [] : undefined
  if (value === undefined || value === null) return undefined
  if (current !== '@') {
    const way = pathTo(wanted, (value as Data)[current], rest)
    return way && [current, ...way]
  }
  for (const [index, item] of (value as unknown[]).entries()) {
    const way = pathTo(wanted, item, rest)
    if (way) return [index, ...way]
  }
  return undefined
}

/** What a subgraph requires of an entity; null when a part of it is missing. */
function selected(
  schema: GraphQLSchema,
  source: Data | null,
  selections: NonNullable<FetchNode['requires']>,
): Data | null {
  if (source === null) return null
  const result: Data = {}
  for (const selection of selections) {
    if (!('name' in selection)) {
      if (selection.typeCondition && isObjectOfType(schema, source, selection.typeCondition))
        deepMerge(result, selected(schema, source, selection.selections) as Data)
      continue
    }
    const name = getResponseName(selection)
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    if (value === undefined) return null
    const { selections: inner } = selection
    const within = (one: unknown): unknown => (inner ? selected(schema, one as Data | null, inner) : one)
    result[name] = Array.isArray(value) ? value.map(within) : within(value)
  }
  return result
}
