import { expect, it, jest } from '@jest/globals'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { httpExecutor } from '../../../platform/graphql/http-executor.ts'
import { IdentitySigner } from '../../../platform/trust/identity.ts'
import { addDays } from '../../../platform/values/clock.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { expectBalancedBooks, holdTwenty } from '../../testkit/capacity.ts'
import { times } from '../../testkit/long-form.ts'
import { nextSaturday, partner } from '../../testkit/product.ts'
import { identity, secrets, type Cluster } from './cluster.ts'

/** Registers tests of subgraphs that are called without the gateway. */
export function subgraphTests(cluster: () => Cluster): void {
  it('has subgraphs that refuse a caller without an identity, or with one that is old, used, or for something else', async () => {
    const signer = new IdentitySigner(secrets.signing)
    const subgraphUrl = `${cluster().catalog.url}/graphql`
    const query = '{ cenotes { totalCount } }'
    const text = JSON.stringify({ query })
    const signedAt = async (secondsAgo: number): Promise<string> => {
      const now = Date.now() - secondsAgo * 1_000
      jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
      const token = await signer.sign(identity, 'catalog', text)
      jest.useRealTimers()
      return token
    }
    const refused = [
      undefined,
      'eyJhbGciOiJub25lIn0.e30.',
      await signedAt(600),
      await signer.sign(identity, 'booking', text),
      await signer.sign(identity, 'catalog', JSON.stringify({ query: '{ tours { totalCount } }' })),
      await new IdentitySigner('a secret that no other test uses').sign(identity, 'catalog', text),
    ]
    for (const token of refused) {
      const reply = await partner(subgraphUrl).post('', { query }, token === undefined ? {} : { 'x-identity': token })
      expect([reply.status, reply.body.data]).toEqual([401, undefined])
      expect(JSON.stringify(await overSocket(subgraphUrl, query, token))).toContain('UNAUTHENTICATED')
    }
    // The clock of a gateway may be minutes behind or ahead.
    for (const secondsAgo of [0, 240, -240]) {
      const welcome = await signedAt(secondsAgo)
      const reply = await partner(subgraphUrl).post('', { query }, { 'x-identity': welcome })
      expect(reply.body.data.cenotes.totalCount).toBeGreaterThan(20)
      const again = await partner(subgraphUrl).post('', { query }, { 'x-identity': welcome })
      expect([again.status, again.body.data]).toEqual([401, undefined])
      expect(JSON.stringify(await overSocket(subgraphUrl, query, welcome))).toContain('UNAUTHENTICATED')
      expect(await overSocket(subgraphUrl, query, await signedAt(secondsAgo))).toMatchObject({ data: reply.body.data })
    }
  })

  it('gives exactly 20 places to concurrent requests to two booking processes on one database', async () => {
    const { bookings, databaseUrl: serverUrl } = cluster()
    const signer = new IdentitySigner(secrets.signing)
    const replicas = bookings.map(({ url }) => httpExecutor(`${url}/graphql`, signer, 'booking'))
    const cenoteId = demoId('cenote', 'dos-ojos')
    // A Saturday on which nothing else reserves.
    const visitDate = addDays(nextSaturday(), 210)
    await holdTwenty('booking', cenoteId, visitDate, '10:00', { serverUrl })
    const guest = { name: 'Crowd', email: 'crowd@example.com', phone: '+52 1' }
    const visitors = { adults: 1, children: 0 }
    const variables = { input: { cenoteId, visitDate, visitTime: '10:00', visitors, guest } }
    const query = 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
    const count = times(80, 200)
    const results = await Promise.all(
      Array.from({ length: count }, async (_, index) => replicas[index % 2]?.execute({ query, variables }, identity)),
    )
    const codes = results.map((result) => result?.errors?.[0]?.extensions?.['code'] ?? 'created')
    expect(codes.filter((code) => code === 'created')).toHaveLength(20)
    expect(codes.filter((code) => code === 'CENOTE_NOT_AVAILABLE')).toHaveLength(count - 20)
    await expectBalancedBooks('booking', { serverUrl })
    await Promise.all(replicas.map((replica) => replica.close()))
  })
}

/** Calls a subgraph over WebSocket, with a token as the gateway sends it; returns the first message. */
async function overSocket(url: string, query: string, token: string | undefined): Promise<unknown> {
  const client = createClient({ url: url.replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 })
  const extensions = token === undefined ? {} : { identity: token }
  try {
    for await (const result of client.iterate({ query, extensions })) return result
    return null
  } catch (error) {
    return error
  } finally {
    await client.dispose()
  }
}
