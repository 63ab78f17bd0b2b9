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

/** A subgraph that answers when the test says so, and what it was asked. */
function subgraph() {
  const asked: { identity: Identity; options: ExecuteOptions; answer: (result: ExecutionResult) => void }[] = []
  const reads = new SharedReads({
    catalog: {
      execute: (_operation, caller, options = {}) =>
        new Promise((answer) => asked.push({ identity: caller, options, answer })),
    },
  })
  const read = (caller: Identity, options: ExecuteOptions = {}, variables: Record<string, unknown> = {}) =>
    reads.executors['catalog']!.execute({ query: '{ cenotes }', variables }, caller, options)
  return { asked, read }
}

describe('equal reads in flight', () => {
  it('are asked once for requests of one key, and give all of them the response', async () => {
    const { asked, read } = subgraph()
    const both = [read(identity()), read(identity({ requestId: 'another' }))]
    expect(asked).toHaveLength(1)
    asked[0]?.answer({ data: { cenotes: 1 } })
    expect(await Promise.all(both)).toEqual([{ data: { cenotes: 1 } }, { data: { cenotes: 1 } }])
    void read(identity())
    expect(asked).toHaveLength(2)
  })

  it.each<[what: string, other: Partial<Identity>]>([
    ['key', { key: { id: 'two', lastFour: '2222' } }],
    ['partner', { partnerId: 'rival' }],
    ['environment', { environment: 'live' }],
    ['scopes', { scopes: [] }],
    ['language', { locale: 'es' }],
    ['plan', { plan: 'pro' }],
  ])('are asked for each caller with another %s', (_what, other) => {
    const { asked, read } = subgraph()
    void read(identity())
    void read(identity(other))
    expect(asked).toHaveLength(2)
  })

  it('with other variables are others', () => {
    const { asked, read } = subgraph()
    void read(identity(), {}, { first: 1 })
    void read(identity(), {}, { first: 2 })
    expect(asked).toHaveLength(2)
  })

  it('are not joined after a change has been answered, and changes are never shared', async () => {
    const { asked, read } = subgraph()
    void read(identity())
    const changes = [read(identity(), { isMutation: true }), read(identity(), { isMutation: true })]
    expect(asked).toHaveLength(3)
    for (const { answer } of asked.slice(1)) answer({ data: {} })
    await Promise.all(changes)
    void read(identity())
    expect(asked).toHaveLength(4)
  })

  it('are aborted when the last caller has left, not before', () => {
    const { asked, read } = subgraph()
    const [one, other] = [new AbortController(), new AbortController()]
    void read(identity(), { signal: one.signal })
    void read(identity(), { signal: other.signal })
    one.abort()
    expect(asked[0]?.options.signal?.aborted).toBe(false)
    other.abort()
    expect(asked[0]?.options.signal?.aborted).toBe(true)
    // A new caller does not join what was broken off.
    void read(identity())
    expect(asked).toHaveLength(2)
  })
})
