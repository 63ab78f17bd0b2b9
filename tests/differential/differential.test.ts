import { describe, expect, it } from '@jest/globals'
import {
  execute,
  getOperationAST,
  isNonNullType,
  OperationTypeNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ExecutionResult,
} from 'graphql'
import type { ResponseForm } from '../../gateway/execution/engine.ts'
import { plannedSupergraph } from '../../packages/open-gateway/planning/planned-supergraph.ts'
import { Chance } from '../../bench/chance.ts'
import { difference } from './compare.ts'
import { engineOver } from '../testkit/engine.ts'
import { isLong, seedOf } from '../testkit/long-form.ts'
import { executorsOf, randomGraph, rootThing, worldResolver, type ComposedGraph } from './graph.ts'
import { randomOperation } from './operations.ts'
import { shrunk } from './shrink.ts'
import { World, type Thing } from './world.ts'

const seed = seedOf(20_261_122)
/**
 * Graphs of the short form: their operations reach the branches of the engine and its planner that 9,000 operations over
 * 360 graphs do, all but about ten of 1,375 (V8's coverage).
 */
const chosenGraphs = {
  plain: [18, 80, 120, 176, 302],
  failing: [5, 39, 51, 67, 121],
}
const operationsPerGraph = 25
/** The seeds of the graphs, those of failing resolvers apart. */
const graphSeeds = isLong
  ? {
      plain: Array.from({ length: 200 }, (_, index) => seed + index * 7_919),
      failing: Array.from({ length: 200 }, (_, index) => seed + index * 7_919 + 1),
    }
  : chosenGraphs
/** How many failures are shown with their smallest operation and their graph. */
const reported = 3

const isRefusalOfNull = /^Variable "\$\w+" is null, but "[^"]+!" is required where it is used/

type Variables = Readonly<Record<string, unknown>>

/** The engine and, over the same data in one schema, the reference. */
function bothOver(graph: ComposedGraph, worldSeed: number, failing: boolean) {
  const world = new World(graph.model, worldSeed, failing)
  const engine = engineOver(graph.supergraphSdl, executorsOf(graph, world), { rewrite: plannedSupergraph })
  const fieldResolver = worldResolver(world)
  const reference = (text: string, variableValues: Variables): ExecutionResult => {
    const document = parse(text)
    const isMutation = getOperationAST(document)?.operation === OperationTypeNode.MUTATION
    return execute({
      schema: engine.supergraph.apiSchema,
      document,
      variableValues,
      rootValue: rootThing(isMutation ? 'Mutation' : 'Query'),
      fieldResolver: fieldResolver as never,
      typeResolver: (thing) => (thing as Thing).type,
    }) as ExecutionResult
  }
  /** Whether a variable that is null stands where none may be. */
  const usesNull = (text: string, variables: Variables): boolean => {
    const types = new TypeInfo(engine.supergraph.apiSchema)
    let isUsed = false
    visit(
      parse(text),
      visitWithTypeInfo(types, {
        Variable: ({ name }) => void (isUsed ||= variables[name.value] === null && isNonNullType(types.getInputType())),
      }),
    )
    return isUsed
  }
  return {
    schema: engine.supergraph.apiSchema,
    async compare(text: string, variables: Variables, form: ResponseForm): Promise<string | undefined> {
      const expected = reference(text, variables)
      // A null where none may be is found by the reference at the field; the engine refuses before anything runs.
      const refused =
        expected.data === undefined ||
        expected.errors?.some(({ message }) => /must not be null|of non-null type/.test(message))
      try {
        const response = await engine.run(text, variables, form)
        // So that also refuses what the reference does not reach, below an object that is null.
        if (response.errors?.every(({ message }) => isRefusalOfNull.test(message)) && usesNull(text, variables))
          return response.data == null ? undefined : 'refused with data'
        if (refused) return response.data == null && response.errors?.length ? undefined : 'should have been refused'
        return difference(expected, response)
      } catch (error) {
        return `the engine threw ${error instanceof Error ? error.stack : String(error)}`
      }
    },
  }
}

async function compareMany(kind: keyof typeof graphSeeds): Promise<string[]> {
  const failures: string[] = []
  for (const graphSeed of graphSeeds[kind]) {
    const chance = new Chance(graphSeed)
    const graph = randomGraph(chance)
    const both = bothOver(graph, graphSeed, kind === 'failing')
    for (let index = 0; index < operationsPerGraph; index += 1) {
      const form = index % 2 === 0 ? 'json' : 'objects'
      const { text, variables } = randomOperation(both.schema, chance)
      const found = await both.compare(text, variables, form)
      if (found === undefined) continue
      if (failures.length < reported) {
        const smaller = await shrunk(
          text,
          both.schema,
          async (one) => (await both.compare(one, variables, form)) !== undefined,
        )
        failures.push(
          [
            `graph ${graphSeed}, operation ${index}: ${await both.compare(smaller, variables, form)}`,
            smaller,
            JSON.stringify(variables),
            ...Object.entries(graph.contracts).map(([name, contract]) => `# ${name}\n${contract}`),
          ].join('\n'),
        )
      } else failures.push(`graph ${graphSeed}, operation ${index}`)
    }
  }
  return failures
}

const outcome = (failures: readonly string[]) => ({
  failed: failures.length,
  examples: failures.slice(0, reported).join('\n\n'),
})

describe(`the engine, over ${isLong ? `graphs of seed ${seed}` : 'chosen graphs'}`, () => {
  it('returns random operations as one schema would', async () => {
    expect(outcome(await compareMany('plain'))).toEqual({ failed: 0, examples: '' })
  })

  it('reports failing resolvers where one schema would', async () => {
    expect(outcome(await compareMany('failing'))).toEqual({ failed: 0, examples: '' })
  })
})
