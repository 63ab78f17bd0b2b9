import { expect, it } from '@jest/globals'
import { getOperationAST, parse, print, type ExecutionResult } from 'graphql'
import { anyCaller, planHere } from '../../tests/testkit/planner.ts'
import type { GraphQLOperation } from '../../platform/graphql/executor.ts'
import type { GatewayContext } from '../context.ts'
import { ownSupergraph } from '../graph.ts'
import { loadSupergraph } from '../supergraph/supergraph.ts'
import { createExecution, type ExecutionOptions } from './execution.ts'
import { compilePlan, fetchesOf, flattened, selectionOf, type PartialResults } from './plan/index.ts'
import { projectionOf, respond, type ResponseJson } from './response/index.ts'
import { runPlan } from './run/index.ts'

it('fingerprints a request under an Idempotency-Key as sent, without the schema’s defaults', async () => {
  let fingerprinted: unknown
  const execution = createExecution({
    supergraph: loadSupergraph(ownSupergraph),
    policies: { budgetOf: () => undefined },
    rules: { authorization: { check: () => undefined }, operationLimits: { usesOf: () => [] }, costOf: () => () => 1 },
    idempotency: {
      once: (_request: unknown, operation: unknown) => {
        fingerprinted = operation
        return Promise.resolve({ data: null })
      },
    },
  } as unknown as ExecutionOptions)
  const context = {
    identity: { scopes: [] },
    meter: { take: () => undefined, use: () => undefined },
    idempotent: { key: 'k', apiKey: 'a' },
  } as unknown as GatewayContext
  const query = 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
  const sent = { input: { cenoteId: 'c', visitDate: '2030-01-05', visitors: { adults: 1, children: 0 } } }
  const operation = await execution.admit({ query, variables: sent }, context, { trusted: true })
  expect(operation.variables).not.toEqual(sent)
  await execution.run(operation, context)
  expect(fingerprinted).toEqual({ text: query, variables: sent })
})

it('plans, runs and writes the example in the comments of plan/, run/ and response/ as they say', async () => {
  const supergraph = loadSupergraph(ownSupergraph)
  const document = parse(`query ($id: ID!) { cenote(id: $id) { title: name ...Price } }
    fragment Price on Cenote { priceSummary(people: 2) { totalCents } }`)
  const operation = getOperationAST(document)!
  const selection = selectionOf(supergraph.apiSchema, document, operation, {})
  const text = flattened(operation, selection)!
  expect(compact(text)).toBe(
    'query ($id: ID!) { _0: cenote(id: $id) { name _1: priceSummary(people: 2) { totalCents } } }',
  )
  const { node } = await planHere(supergraph.sdl).plan({ text }, anyCaller)
  if (node?.kind === 'Subscription') throw new Error('The example is a query')
  const plan = compilePlan(supergraph, node)
  expect(plan.step?.kind).toBe('sequence')
  expect(fetchesOf(plan.step).map(({ subgraph, path, part, query }) => [subgraph, path, part, compact(query)])).toEqual(
    [
      [
        'catalog',
        [],
        0,
        'query ($id: ID!) { _0: cenote(id: $id) { __typename id name isActive pricing { adultCents } } }',
      ],
      [
        'pricing',
        ['_0'],
        1,
        'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Cenote { _1: priceSummary(people: 2) { totalCents } } } }',
      ],
    ],
  )

  const represented = { __typename: 'Cenote', id: '1', isActive: true, pricing: { adultCents: 350 } }
  const cenote = { ...represented, name: 'Azul' }
  const price = { _1: { totalCents: 700 } }
  const requested: unknown[] = []
  const returning = (data: object) => ({
    execute({ variables }: GraphQLOperation): Promise<ExecutionResult> {
      requested.push(variables)
      return Promise.resolve({ data: data as Record<string, unknown> })
    },
  })
  const executors = { catalog: returning({ _0: cenote }), pricing: returning({ _entities: [price] }) }
  const identity = { partnerId: 'p', environment: 'live', scopes: [], locale: 'en', requestId: 'test' } as const
  const gathered = await runPlan(plan, { executors, identity, variables: { id: '1' } })
  expect(requested).toEqual([{ id: '1' }, { representations: [represented] }])
  const results = plan.root.child('_0').enter(cenote, gathered.index) as PartialResults
  expect(results.byPart).toEqual([cenote, price])
  expect(results.byPart[0]).toBe(cenote)
  const single = ['pricing', '_1'].map((key) => plan.root.child('_0').child(key).isSingle)
  expect(single).toEqual([true, true])

  const { data, errors } = await respond(projectionOf(supergraph, selection, plan.root), gathered, 'json')
  expect(errors).toEqual([])
  expect((data as ResponseJson).text).toBe('{"cenote":{"title":"Azul","priceSummary":{"totalCents":700}}}')
})

const compact = (text: string): string => print(parse(text)).replace(/\s+/g, ' ')
