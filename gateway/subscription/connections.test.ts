import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Identity } from '../../platform/trust/identity.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import type { Callers } from '../auth/callers.ts'
import { Connections, type SubscriberConnection } from './connections.ts'
import type { SubscriptionLimits } from './subscriptions.ts'

const of = (partnerId: string, environment: Identity['environment'] = 'sandbox'): Identity => ({
  partnerId,
  environment,
  scopes: [],
  locale: 'en',
  requestId: 'test',
})

class Connection implements SubscriberConnection {
  readonly closed: number[] = []
  beats = 0
  close(code: number): void {
    this.closed.push(code)
  }
  beat(): void {
    this.beats += 1
  }
}

describe('the connections of subscribers', () => {
  const made: Connections[] = []
  afterEach(() => made.splice(0).forEach((connections) => connections.close()))

  /** Two for each partner and three in all; `end` ends the keys of all. */
  function connections(beatMilliseconds = 60_000) {
    const watchers = new Set<() => void>()
    const callers = {
      watch: (_identity: Identity, ended: () => void) => {
        watchers.add(ended)
        return () => watchers.delete(ended)
      },
    } as unknown as Callers
    const limits = { connectionsPerPartner: 2, connectionsPerProcess: 3, beatMilliseconds } as SubscriptionLimits
    const all = new Connections(callers, limits)
    made.push(all)
    return { all, watchers }
  }

  it('are limited for a partner in each environment, and for the process', () => {
    const { all } = connections()
    const add = (identity: Identity) => all.add(new Connection(), identity)
    const release = add(of('a')) as () => void
    add(of('a'))
    expect(add(of('a'))).toBe('partner')
    expect(add(of('a', 'live'))).toBeInstanceOf(Function)
    expect(add(of('b'))).toBe('process')
    release()
    // Only the first release counts.
    release()
    expect(add(of('a'))).toBeInstanceOf(Function)
    expect([add(of('a')), add(of('b'))]).toEqual(['partner', 'process'])
  })

  it('end with their key, which is watched no longer than they are open', () => {
    const { all, watchers } = connections()
    const connection = new Connection()
    const release = all.add(connection, of('a')) as () => void
    for (const ended of watchers) ended()
    expect(connection.closed).toEqual([4401])
    release()
    expect(watchers.size).toBe(0)
  })

  it('are pinged while they are open', async () => {
    const { all } = connections(5)
    const [left, open] = [new Connection(), new Connection()]
    const release = all.add(left, of('a')) as () => void
    all.add(open, of('a'))
    release()
    await eventually(() => open.beats > 1, true)
    expect(left.beats).toBe(0)
  })

  it('are pinged only after data that arrived while the process was busy has been read', async () => {
    const beatMilliseconds = 20
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [[accepted]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [
      [Socket],
      unknown,
    ]
    try {
      const seen: string[] = []
      accepted.on('data', () => seen.push('pong'))
      const { all } = connections(beatMilliseconds)
      all.add({ close: () => undefined, beat: () => void seen.push('beat') }, of('a'))
      client.write('pong')
      const busyUntil = performance.now() + 3 * beatMilliseconds
      while (performance.now() < busyUntil);
      await eventually(() => seen.includes('beat'), true)
      expect(seen.slice(0, 2)).toEqual(['pong', 'beat'])
    } finally {
      client.destroy()
      accepted.destroy()
      server.close()
    }
  })

  it('are all ended when the process stops', () => {
    const { all } = connections()
    const open = [new Connection(), new Connection()]
    for (const connection of open) all.add(connection, of('a'))
    all.close()
    expect(open.map(({ closed }) => closed)).toEqual([[1001], [1001]])
  })
})
