import { expect, it } from '@jest/globals'
import type { GatewayContext } from '../context.ts'
import { ownSupergraph } from '../graph.ts'
import { loadSupergraph } from '../supergraph/supergraph.ts'
import { createExecution, type ExecutionOptions } from './execution.ts'

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
