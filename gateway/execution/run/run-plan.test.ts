import { describe, expect, it } from '@jest/globals'
import { GraphQLError, type ExecutionResult } from 'graphql'
import type { GraphQLOperation } from '../../../platform/graphql/executor.ts'
import { Cancellation } from '../../../platform/process/cancellation.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import type { ReadResult } from '../../cache/cached-reads.ts'
import type { PartialResults, CompiledPlan, Fetch, Step } from '../plan/index.ts'
import { Position } from '../plan/positions.ts'
import { runPlan, type RunOptions } from './run-plan.ts'

const identity: Identity = { partnerId: 'p', environment: 'live', scopes: [], locale: 'en', requestId: 'test' }

/** A plan that reads a list of cenotes from one subgraph, and the prices of each from another. */
function planOf(...others: Partial<Fetch>[]): CompiledPlan {
  const root = new Position()
  const ofList = root.addPart({ kind: 'fetch', fetch: 0 })
  root.addField(ofList, 'cenotes', 'cenotes')
  const cenotes = root.child('cenotes')
  const own = cenotes.fieldPart(0, ofList, 'cenotes')
  for (const field of ['__typename', 'id']) cenotes.addField(own, field, field)
  const prices = cenotes.addPart({ kind: 'fetch', fetch: 1 })
  cenotes.addField(prices, 'price', 'price')
  const readId = cenotes.reader('id')
  const fetches = [
    { subgraph: 'catalog', query: '{ cenotes }', firstField: 'cenotes', part: ofList },
    {
      subgraph: 'pricing',
      query: 'entities',
      path: ['cenotes'],
      part: prices,
      firstField: 'price',
      representation: (results, index) => {
        const id = readId(results, index)
        return id === null ? null : { __typename: 'Cenote', id }
      },
    },
    ...others,
  ] satisfies Partial<Fetch>[]
  const steps = fetches.map((fetch, index): Step => ({
    kind: 'fetch',
    fetch: {
      ...{ index, subgraph: 'catalog', query: '', operationName: undefined, isMutation: false, variables: [] },
      ...{ path: [], part: 0, representation: undefined, firstField: undefined, renamed: new Map() },
      ...fetch,
    },
  }))
  return { root, step: { kind: 'sequence', steps } }
}

const cenote = (id: string | null) => ({ __typename: 'Cenote', id })
const listOf = (...ids: (string | null)[]): ExecutionResult => ({ data: { cenotes: ids.map(cenote) } })

/** Runs a plan over subgraphs that return these, in turn; and what they were requested. */
async function run(
  plan: CompiledPlan,
  responses: Readonly<Record<string, (operation: GraphQLOperation, call: number) => ReadResult | Error>>,
  options: Partial<RunOptions> = {},
) {
  const requested: { subgraph: string; variables: unknown; options: object | undefined }[] = []
  const executors = Object.fromEntries(
    Object.entries(responses).map(([subgraph, respond]) => [
      subgraph,
      {
        execute: (operation: GraphQLOperation, _identity: Identity, options?: object) => {
          requested.push({ subgraph, variables: operation.variables, options })
          const response = respond(operation, requested.length)
          return response instanceof Error ? Promise.reject(response) : Promise.resolve(response as ExecutionResult)
        },
      },
    ]),
  )
  const gathered = await runPlan(plan, { identity, variables: {}, ...options, executors })
  const errors = gathered.errors.map(({ error, path }) => [error.message, path?.join('.')])
  return { gathered, requested, errors, failed: [...gathered.failed] }
}

/** Prices by id, as many as are requested. */
const prices = ({ variables }: GraphQLOperation): ExecutionResult => ({
  data: { _entities: (variables?.['representations'] as { id: string }[]).map(({ id }) => ({ price: `of ${id}` })) },
})

describe('a plan', () => {
  it('requests the entities of a step for the objects of the one before, each once, and adds them at all places', async () => {
    const plan = planOf()
    const { gathered, requested, errors } = await run(plan, { catalog: () => listOf('1', '2', '1'), pricing: prices })
    expect(requested.map(({ variables }) => variables)).toEqual([{}, { representations: [cenote('1'), cenote('2')] }])
    const position = plan.root.child('cenotes')
    const list = plan.root.reader('cenotes')(gathered.root, gathered.index) as object[]
    const read = list.map((one) =>
      position.reader('price')(position.enter(one as never, gathered.index), gathered.index),
    )
    expect([read, errors]).toEqual([['of 1', 'of 2', 'of 1'], []])
  })

  it('requests objects once that are not known to be one, but represented alike', async () => {
    const plan = planOf()
    const position = plan.root.child('cenotes')
    // Their own fetch has more of them than their key.
    position.addField(0, 'name', 'name')
    const list = { data: { cenotes: ['a', 'b'].map((name) => ({ ...cenote('1'), name })) } }
    const { gathered, requested } = await run(plan, { catalog: () => list, pricing: prices })
    expect(requested[1]?.variables).toEqual({ representations: [cenote('1')] })
    const read = list.data.cenotes.map((one) =>
      position.reader('price')(position.enter(one, gathered.index), gathered.index),
    )
    expect(read).toEqual(['of 1', 'of 1'])
  })

  it('requests no entities where there are no objects, nor what lacks a key', async () => {
    const none = await run(planOf(), { catalog: () => listOf(), pricing: prices })
    const without = await run(planOf(), { catalog: () => listOf(null), pricing: prices })
    for (const { requested } of [none, without]) expect(requested.map(({ subgraph }) => subgraph)).toEqual(['catalog'])
  })

  it('uses what is given as the response of the first fetch', async () => {
    const plan = planOf()
    const given = { data: 1 }
    const gathered = await runPlan({ ...plan, step: undefined }, { executors: {}, identity, variables: {} }, given)
    expect((gathered.root as PartialResults).byPart).toEqual([given])
  })

  it('sends each fetch its own variables, of those that were given', async () => {
    const plan = planOf()
    const step = (plan.step as unknown as { steps: { fetch: { variables: string[] } }[] }).steps[0]
    step?.fetch.variables.push('a', 'b', 'toString')
    const { requested } = await run(plan, { catalog: () => listOf() }, { variables: { a: 1, b: undefined, c: 3 } })
    expect(requested[0]?.variables).toEqual({ a: 1 })
  })

  it('passes on when the request began and that it may be aborted, but not to a mutation nor before it', async () => {
    const signal = new Cancellation()
    const mutation = { subgraph: 'booking', isMutation: true }
    const { requested } = await run(
      planOf(mutation, { subgraph: 'catalog' }),
      { catalog: () => listOf(), booking: () => ({ data: {} }) },
      { signal, begunAt: 5 },
    )
    expect(requested.map(({ options }) => options)).toEqual([
      { signal, begunAt: 5 },
      { isMutation: true },
      { signal, begunAt: expect.any(Number) },
    ])
    // What follows a mutation is as new as it.
    expect((requested[2]?.options as { begunAt: number }).begunAt).toBeGreaterThan(5)
  })
})

describe('what fails', () => {
  it('is reported at its first field, and the rest of the plan is run', async () => {
    const { errors, failed, requested } = await run(planOf({ subgraph: 'booking', firstField: 'mine' }), {
      catalog: () => new Error('away'),
      booking: () => ({ data: { mine: 1 } }),
      pricing: prices,
    })
    expect([errors, failed]).toEqual([[['', 'cenotes']], [0]])
    expect(requested.map(({ subgraph }) => subgraph)).toEqual(['catalog', 'booking'])
  })

  it('of one entity is reported wherever it stands, and what is renamed by its name in the response', async () => {
    const plan = planOf()
    const [, entities] = (plan.step as unknown as { steps: { fetch: { renamed: Map<string, string> } }[] }).steps
    entities?.fetch.renamed.set('price_1', 'price')
    const { errors, failed } = await run(plan, {
      catalog: () => listOf('1', '2', '1'),
      pricing: () => ({
        data: { _entities: [null, { price: 1 }] },
        errors: [new GraphQLError('no price', { path: ['_entities', 0, 'price_1'] })],
      }),
    })
    expect(errors).toEqual([
      ['no price', 'cenotes.0.price'],
      ['no price', 'cenotes.2.price'],
    ])
    expect(failed).toEqual([])
  })

  it('of all entities is reported once, at the first', async () => {
    const { errors, failed } = await run(planOf(), {
      catalog: () => listOf('1', '2'),
      pricing: () => ({ data: null, errors: [new GraphQLError('away')] }),
    })
    expect([errors, failed]).toEqual([[['away', 'cenotes.0']], [1]])
  })

  it('is reported at most 100 times for one entity', async () => {
    const { errors } = await run(planOf(), {
      catalog: () => listOf(...Array<string>(150).fill('1')),
      pricing: () => ({ data: { _entities: [null] }, errors: [new GraphQLError('no', { path: ['_entities', 0] })] }),
    })
    expect(errors).toHaveLength(100)
  })

  it.each([
    ['neither data nor errors', {}],
    ['too few entities', { data: { _entities: [] } }],
    ['no entities', { data: {} }],
    ['entities that are none', { data: { _entities: [7] } }],
  ])('is a subgraph that returns %s', async (_what, response) => {
    const { errors, failed } = await run(planOf(), { catalog: () => listOf('1'), pricing: () => response })
    expect([errors.length, failed]).toEqual([1, [1]])
  })

  it('is a subgraph that is not configured', async () => {
    const { failed } = await run(planOf(), { catalog: () => listOf('1') })
    expect(failed).toEqual([1])
  })
})

describe('what a response depends on', () => {
  const on = (...tags: string[]) => ({ tags, startedAt: 1, until: Infinity })

  it('is what all its fetches depend on', async () => {
    const { gathered } = await run(planOf(), {
      catalog: () => ({ ...listOf('1'), dependencies: on('cenote:1') }),
      pricing: (operation) => ({ ...prices(operation), dependencies: on('prices:*') }),
    })
    expect(gathered.dependencies.all?.tags).toEqual(['cenote:1', 'prices:*'])
  })

  it('is not known, and so not cached, where one fetch does not say', async () => {
    const { gathered } = await run(planOf(), {
      catalog: () => ({ ...listOf('1'), dependencies: on('cenote:1') }),
      pricing: prices,
    })
    expect(gathered.dependencies.all).toBeUndefined()
  })
})
