import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { ExecutionResult } from 'graphql'
import type { GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { engineOver } from '../../tests/testkit/engine.ts'
import { ownSupergraph } from '../graph.ts'
import { FactCache } from './fact-cache.ts'

const sdl = readFileSync(ownSupergraph, 'utf8')
const cenote = { __typename: 'Cenote', id: '1' }
const query = '{ cenotes(first: 1) { nodes { id name services { id } } } }'
const changeSchedule = (alias: string): string =>
  `${alias}: updateCenoteSchedule(input: { id: "1", version: 1 }) { id name }`

/** The value for each use of a field, by the name that the planner gave it. */
const named = (query: string, field: string, value: object): Record<string, object> =>
  Object.fromEntries([...query.matchAll(new RegExp(`(\\w+): ?${field}`, 'g'))].map(([, alias = '']) => [alias, value]))

const opened: FactCache[] = []
// A clock of the test, because the cache polls again after a quarter of a second.
beforeEach(() => {
  let now = 1_000
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 0.01))
})
afterEach(() => {
  opened.splice(0).forEach((cache) => cache.close())
  jest.restoreAllMocks()
})

/** The gateway's engine and cache over subgraphs of the test, and what they are asked, in order. */
function product(meanwhile: (cache: FactCache) => Promise<void> | void = () => undefined) {
  const requests: string[] = []
  const responses: Record<string, (operation: GraphQLOperation) => ExecutionResult> = {
    catalog: ({ query }) =>
      query.includes('_entities')
        ? { data: { _entities: [{ ...cenote, name: 'Azul' }] } }
        : { data: named(query, 'cenotes', { nodes: [{ ...cenote, name: 'Azul' }] }) },
    pricing: ({ query }) => ({ data: { _entities: [{ ...cenote, ...named(query, 'services', []) }] } }),
    booking: ({ query }) => ({ data: named(query, 'updateCenoteSchedule', cenote) }),
  }
  const reported = { position: '1', changes: [], isComplete: true, time: Date.now() }
  const executors = Object.fromEntries(
    [...Object.keys(responses), 'access'].map((name): [string, GraphQLExecutor] => [
      name,
      {
        async execute(operation) {
          const isPoll = operation.query.includes('factChanges')
          if (!isPoll || name === 'catalog') requests.push(isPoll ? 'changes' : name)
          if (!isPoll) await meanwhile(cache)
          return isPoll ? { data: { factChanges: reported } } : (responses[name]?.(operation) ?? { data: {} })
        },
        subscribe: () => Promise.reject(new Error('no subscriptions')),
        close: () => Promise.resolve(),
      },
    ]),
  )
  const { access, ...reporting } = executors
  const cache: FactCache = new FactCache(1_000_000, {
    subgraphs: reporting,
    logger: createLogger('silent', 'test'),
  })
  opened.push(cache)
  const engine = engineOver(sdl, { ...reporting, access: access as GraphQLExecutor }, { cache })
  return {
    requests,
    cache,
    async run(text: string): Promise<unknown> {
      const { data, errors = [] } = await engine.run(text, {})
      expect(errors).toEqual([])
      return data
    },
  }
}

describe('changes are asked for', () => {
  it('once by a request, whatever others change before its last read', async () => {
    const { requests, run } = product((cache) => cache.changed())
    await run(query)
    expect(requests).toEqual(['changes', 'catalog', 'pricing'])
  })

  it('again by a request that begins after a change', async () => {
    const { requests, run, cache } = product()
    await run(query)
    await run(query)
    expect(requests).toEqual(['changes', 'catalog', 'pricing'])
    cache.changed()
    await run(query)
    expect(requests).toEqual(['changes', 'catalog', 'pricing', 'changes'])
  })

  it('after each change of a request, before it reads on', async () => {
    const { requests, run } = product()
    expect(await run(`mutation { ${changeSchedule('one')} ${changeSchedule('two')} }`)).toEqual({
      one: { id: '1', name: 'Azul' },
      two: { id: '1', name: 'Azul' },
    })
    expect(requests).toEqual(['booking', 'changes', 'catalog', 'booking', 'changes'])
  })
})
