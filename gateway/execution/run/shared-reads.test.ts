import { describe, expect, it } from '@jest/globals'
import type { ExecutionResult } from 'graphql'
import type { ExecuteOptions } from '../../../platform/graphql/executor.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { SharedReads } from './shared-reads.ts'

const identity = (other: Partial<Identity> = {}): Identity => ({
  partnerId: 'demo',
  environment: 'sandbox',
  key: { id: 'one', lastFour: '1111' },
  scopes: ['catalog:read'],
  locale: 'en',
  requestId: 'test',
  ...other,
})

/** A subgraph that responds when the test says so, and its requests. */
function subgraph() {
  const requests: { identity: Identity; options: ExecuteOptions; resolve: (result: ExecutionResult) => void }[] = []
  const reads = new SharedReads({
    catalog: {
      execute: (_operation, caller, options = {}) =>
        new Promise((resolve) => requests.push({ identity: caller, options, resolve })),
    },
  })
  const readFor = (cursor: string) =>
    reads.forEvent(cursor)['catalog']!.execute({ query: '{ cenotes }', variables: {} }, identity())
  const read = (caller: Identity, options: ExecuteOptions = {}, variables: Record<string, unknown> = {}) =>
    reads.executors['catalog']!.execute({ query: '{ cenotes }', variables }, caller, options)
  return { requests, read, readFor }
}

describe('equal reads in flight', () => {
  it('are asked once for requests of one key, and give all of them the response', async () => {
    const { requests, read } = subgraph()
    const both = [read(identity()), read(identity({ requestId: 'another' }))]
    expect(requests).toHaveLength(1)
    requests[0]?.resolve({ data: { cenotes: 1 } })
    expect(await Promise.all(both)).toEqual([{ data: { cenotes: 1 } }, { data: { cenotes: 1 } }])
    void read(identity())
    expect(requests).toHaveLength(2)
  })

  it.each<[what: string, other: Partial<Identity>]>([
    ['key', { key: { id: 'two', lastFour: '2222' } }],
    ['partner', { partnerId: 'rival' }],
    ['environment', { environment: 'live' }],
    ['scopes', { scopes: [] }],
    ['language', { locale: 'es' }],
    ['plan', { plan: 'pro' }],
  ])('are asked for each caller with another %s', (_what, other) => {
    const { requests, read } = subgraph()
    void read(identity())
    void read(identity(other))
    expect(requests).toHaveLength(2)
  })

  it('for one event are shared among its subscriptions, and join none for another or for a request', () => {
    const { requests, read, readFor } = subgraph()
    void read(identity())
    void readFor('c1')
    void readFor('c1')
    expect(requests).toHaveLength(2)
    void readFor('c2')
    void read(identity())
    expect(requests).toHaveLength(3)
  })

  it('with other variables are others', () => {
    const { requests, read } = subgraph()
    void read(identity(), {}, { first: 1 })
    void read(identity(), {}, { first: 2 })
    expect(requests).toHaveLength(2)
  })

  it('are not joined after the response to a change, and changes are never shared', async () => {
    const { requests, read } = subgraph()
    void read(identity())
    const changes = [read(identity(), { isMutation: true }), read(identity(), { isMutation: true })]
    expect(requests).toHaveLength(3)
    for (const { resolve } of requests.slice(1)) resolve({ data: {} })
    await Promise.all(changes)
    void read(identity())
    expect(requests).toHaveLength(4)
  })

  it('are aborted when the last caller has left, not before', () => {
    const { requests, read } = subgraph()
    const [one, other] = [new AbortController(), new AbortController()]
    void read(identity(), { signal: one.signal })
    void read(identity(), { signal: other.signal })
    one.abort()
    expect(requests[0]?.options.signal?.aborted).toBe(false)
    other.abort()
    expect(requests[0]?.options.signal?.aborted).toBe(true)
    // A new caller does not join what was broken off.
    void read(identity())
    expect(requests).toHaveLength(2)
  })
})
