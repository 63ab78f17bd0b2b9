import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { SharedReads } from '../execution/run/shared-reads.ts'
import { cachedReads, ownSupergraph } from '../graph.ts'
import { readSupergraph } from '../supergraph/supergraph.ts'
import { FactCache } from './fact-cache.ts'

const supergraph = readSupergraph(readFileSync(ownSupergraph, 'utf8'))
const caller: Identity = { partnerId: 'one', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'test' }
const query: GraphQLOperation = { query: '{ cenotes(first: 1) { nodes { id name } } }', variables: {} }

const opened: FactCache[] = []
afterEach(() => opened.splice(0).forEach((cache) => cache.close()))

/** A catalog whose cenote and log of changes the test sets, and the cached reads of it. */
function catalog() {
  const state = { name: 'Azul', position: '10:10:', changes: [] as string[], held: Promise.resolve() }
  const reads: { position: string | undefined; name: string }[] = []
  const executor: GraphQLExecutor = {
    async execute({ query }, identity) {
      if (query.includes('factChanges')) {
        const { position, changes } = state
        return { data: { factChanges: { position, changes, isComplete: true, time: Date.now() } } }
      }
      const { name, held } = state
      reads.push({ position: identity.factsAt, name })
      await held
      return { data: { cenotes: { nodes: [{ id: '1', name }] } } }
    },
    subscribe: () => Promise.reject(new Error('no subscriptions')),
    close: () => Promise.resolve(),
  }
  const cache = new FactCache(1_000_000, { subgraphs: { catalog: executor }, logger: createLogger('silent', 'test') })
  opened.push(cache)
  const { executors } = cachedReads(cache, new SharedReads({ catalog: executor }), supergraph)
  return {
    state,
    reads,
    /** Another process changes the cenote, and the next request asks what changed. */
    change(name: string): void {
      Object.assign(state, { name, position: `${10 + name.length}:${10 + name.length}:`, changes: ['10 cenote:1'] })
      cache.changed()
    },
    read: async (): Promise<unknown> =>
      (await executors['catalog']?.execute(query, caller, { begunAt: performance.now() }))?.data,
  }
}

const named = (name: string) => ({ cenotes: { nodes: [{ id: '1', name }] } })

describe('what is read to be stored', () => {
  it('has reached the position to which changes were followed', async () => {
    const { read, reads, change, state } = catalog()
    expect(await read()).toEqual(named('Azul'))
    change('Verde')
    expect(await read()).toEqual(named('Verde'))
    expect(reads).toEqual([
      { position: '10:10:', name: 'Azul' },
      { position: state.position, name: 'Verde' },
    ])
  })

  it('is not what a read returns that began before a change was followed', async () => {
    const { read, reads, change, state } = catalog()
    let release: () => void = () => undefined
    state.held = new Promise((resolve) => (release = resolve))
    const before = Promise.all([read(), read()])
    while (reads.length === 0) await new Promise((resolve) => setImmediate(resolve))
    change('Verde')
    const after = read()
    while (reads.length === 1) await new Promise((resolve) => setImmediate(resolve))
    release()
    expect(await before).toEqual([named('Azul'), named('Azul')])
    expect(await after).toEqual(named('Verde'))
    expect(await read()).toEqual(named('Verde'))
    expect(reads.map(({ name }) => name)).toEqual(['Azul', 'Verde'])
  })
})
