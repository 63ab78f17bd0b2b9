import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { Client as UrqlClient, subscriptionExchange } from '@urql/core'
import { createClient as createStreamClient } from 'graphql-sse'
import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { keys, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { revokeKey } from '../testkit/stored-keys.ts'
import { Stream, type StreamRequest } from '../testkit/stream.ts'
import { eventually } from '../testkit/eventually.ts'
import { betweenAttempts } from '../testkit/pauses.ts'

let product: TestProduct
let proxy: TcpProxy
let url: string
let port: number
beforeAll(async () => {
  product = await startTestProduct({ CONNECTIONS_PER_PARTNER: '5', CONNECTION_PING_SECONDS: '1' })
  port = Number(new URL(product.url).port)
  proxy = await TcpProxy.before(port)
  url = proxy.address(product.url)
})
afterAll(async () => {
  await proxy.close()
  await product.close()
})

const query =
  'subscription Events($after: String) { reservationEvents(after: $after) { cursor reservation { reservationId } } }'

/**
 * As docs/frontend/subscriptions.md shows it: a client whose subscriptions continue from the last cursor when it
 * reconnects.
 */
function resuming<C extends Pick<Client, 'subscribe'>>(client: C): C {
  return {
    ...client,
    subscribe(payload: Json, sink: Json) {
      const variables = { ...payload.variables }
      return client.subscribe(
        { ...payload, variables },
        {
          next(result: Json) {
            const [event] = Object.values<Json>(result.data ?? {})
            variables.after = event?.cursor ?? variables.after
            sink.next(result)
          },
          error: (error) => sink.error(error),
          complete: () => sink.complete(),
        },
      )
    },
  }
}

const socketClient = () =>
  createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey: keys.demo },
    retryWait: () => betweenAttempts(50),
    retryAttempts: 100,
    shouldRetry: () => true,
  })

const streamClient = () =>
  createStreamClient({
    url: `${url}/graphql/stream`,
    headers: { 'X-API-Key': keys.demo },
    retry: () => betweenAttempts(50),
    retryAttempts: 100,
  })

interface Running {
  stop(): unknown
}

/** Each real client: subscribes, and reports each reservation's id. */
const clients: Record<string, (after: string, received: (id: string) => void) => Running> = {
  'graphql-ws'(after, received) {
    const client = resuming(socketClient())
    client.subscribe<Json>(
      { query, variables: { after } },
      {
        next: ({ data }) => received(data.reservationEvents.reservation.reservationId),
        error: (error) => received(`error ${JSON.stringify(error)}`),
        complete: () => undefined,
      },
    )
    return { stop: () => client.dispose() }
  },
  'Apollo Client by GraphQLWsLink'(after, received) {
    const client = socketClient()
    const apollo = new ApolloClient({
      link: ApolloLink.from([new GraphQLWsLink(resuming(client))]),
      cache: new InMemoryCache(),
    })
    apollo.subscribe<Json>({ query: gql(query), variables: { after } }).subscribe({
      next: ({ data }) => received(data.reservationEvents.reservation.reservationId),
      error: (error) => received(`error ${String(error)}`),
    })
    return {
      stop: () => {
        apollo.stop()
        return client.dispose()
      },
    }
  },
  urql(after, received) {
    const client = resuming(socketClient())
    const urql = new UrqlClient({
      url: `${url}/graphql`,
      preferGetMethod: false,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: (operation) => ({
            subscribe: (sink) => ({
              unsubscribe: client.subscribe(
                { query: operation.query ?? '', variables: operation.variables as Json },
                sink as Json,
              ),
            }),
          }),
        }),
      ],
    })
    urql.subscription<Json>(query, { after }).subscribe(({ data, error }) => {
      received(error ? `error ${String(error)}` : data.reservationEvents.reservation.reservationId)
    })
    return { stop: () => client.dispose() }
  },
  'graphql-sse in distinct connections mode'(after, received) {
    const client = resuming(streamClient() as unknown as Client)
    client.subscribe<Json>(
      { query, variables: { after } },
      {
        next: ({ data }) => received(data.reservationEvents.reservation.reservationId),
        error: (error) => received(`error ${String(error)}`),
        complete: () => undefined,
      },
    )
    return { stop: () => client.dispose() }
  },
}

describe.each(Object.entries(clients))('%s', (_name, start) => {
  it('receives each event once and in order, also when the network fails in between, and leaves nothing behind', async () => {
    const received: string[] = []
    const running = start(await logEnd(product.url), (id) => received.push(id))
    const reserved: string[] = []
    const reserveAndReceive = async (): Promise<void> => {
      reserved.push((await reserve(product.url)).id)
      await eventually(() => received.length >= reserved.length, true, {
        describe: () => `Received ${JSON.stringify(received)} of ${JSON.stringify(reserved)}`,
      })
    }
    await reserveAndReceive()
    for (let round = 0; round < 2; round += 1) {
      proxy.shut()
      reserved.push((await reserve(product.url)).id)
      proxy.leadTo(port)
      await reserveAndReceive()
    }
    expect(received).toEqual(reserved)
    await running.stop()
    // Node's fetch opens another connection when one is broken off, and sends nothing on it.
    await eventually(() => [...proxy.open].every(({ bytesRead }) => bytesRead === 0), true, {
      describe: () => `${proxy.open.size} connections are left`,
    })
  })
})

describe('server-sent events', () => {
  const listen = (variables: Json, others: Partial<StreamRequest> = {}) =>
    Stream.open(product.url, { query, variables, ...others })

  it('have the cursor as their id: Last-Event-ID continues after it, whatever `after` said', async () => {
    const after = await logEnd(product.url)
    const stream = await listen({ after })
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers['cache-control']).toBe('no-store')
    const ids = [(await reserve(product.url)).id, (await reserve(product.url)).id]
    await stream.received(2)
    const [first] = stream.events
    expect(first).toEqual({
      event: 'next',
      id: first?.data.data.reservationEvents.cursor,
      data: {
        data: { reservationEvents: { cursor: first?.id, reservation: { reservationId: ids[0] } } },
        extensions: { _sandbox: true },
      },
    })
    stream.stop()
    const resumed = await listen({ after }, { headers: { 'last-event-id': first?.id ?? '' } })
    await resumed.received(1)
    expect(resumed.events.map(({ data }) => data.data.reservationEvents.reservation.reservationId)).toEqual([ids[1]])
    resumed.stop()
  })

  it('return the result of a query, and then complete', async () => {
    const stream = await listen({}, { query: '{ __typename }' })
    await stream.ended()
    expect(stream.events.map(({ event, data }) => [event, data?.data])).toEqual([
      ['next', { __typename: 'Query' }],
      ['complete', undefined],
    ])
  })

  it('are refused with a status for their caller, and in the stream for what they request', async () => {
    const refused = await listen({}, { query: 'subscription { nothing }' })
    await refused.ended()
    expect([refused.status, refused.events.map(({ event }) => event)]).toEqual([200, ['next', 'complete']])
    expect((await listen({}, { apiKey: keys.revoked })).status).toBe(401)
    const unknown = await listen({ after: 'x' })
    expect(unknown.status).toBe(200)
    await unknown.ended()
    expect(unknown.events.map(({ event, data }) => [event, data?.errors[0].extensions.code])).toEqual([
      ['next', 'INVALID_CURSOR'],
      ['complete', undefined],
    ])
  })

  it('count as connections of their partner, until their client goes away', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen({})))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    const oneMore = await listen({})
    expect(oneMore.status).toBe(429)
    for (const stream of streams) stream.stop()
    const next = async (): Promise<number> => {
      const stream = await listen({})
      stream.stop()
      return stream.status
    }
    await eventually(next, 200)
  })

  it('send pings, and end with INVALID_API_KEY when their key does', async () => {
    const stream = await listen({}, { apiKey: 'sk_test_demo_pro' })
    await eventually(() => stream.text.startsWith(':\n\n:\n\n'), true, { describe: () => stream.text })
    await revokeKey(product.database('access'), 'sk_test_demo_pro')
    await stream.ended()
    expect(stream.events.map(({ event, data }) => [event, data?.errors[0].extensions.code])).toEqual([
      ['next', 'INVALID_API_KEY'],
      ['complete', undefined],
    ])
  })

  it('end without `complete` when the process stops, so that clients reconnect', async () => {
    const stream = await listen({ after: await logEnd(product.url) })
    await reserve(product.url)
    await stream.received(1)
    // A connection without requests does not delay it.
    const unused = connect(port)
    await once(unused, 'connect')
    await product.close()
    await stream.ended()
    expect(stream.events.map(({ event }) => event)).toEqual(['next'])
  })
})
