import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { eventually } from '../testkit/eventually.ts'
import {
  composeSupergraph,
  serveFederatedSubgraph,
  type FederatedSubgraph,
  type SubgraphDefinition,
} from '../testkit/federated-subgraph.ts'
import { startOpenGateway, type OpenGatewayProcess } from '../testkit/open-gateway.ts'

const places: SubgraphDefinition = {
  name: 'places',
  typeDefs: 'type Query { place: Place } type Place @key(fields: "id") { id: ID! name: String! }',
  resolvers: { Query: { place: () => ({ id: 'a', name: 'Azul' }) } },
}
const guides: SubgraphDefinition = {
  name: 'guides',
  typeDefs:
    'type Query { guideCount: Int } type Mutation { train: Int } type Place @key(fields: "id") { id: ID! guide: String }',
  resolvers: { Query: { guideCount: () => 3 }, Mutation: { train: () => 4 }, Place: { guide: () => 'Ana' } },
}

let honest: FederatedSubgraph
let rogue: FederatedSubgraph
let gateway: OpenGatewayProcess
beforeAll(async () => {
  honest = await serveFederatedSubgraph(places)
  rogue = await serveFederatedSubgraph(guides)
  const subgraphs = { places: honest, guides: rogue }
  gateway = await startOpenGateway(
    composeSupergraph([places, guides], (name) => subgraphs[name as keyof typeof subgraphs].url),
  )
})
afterAll(async () => {
  await gateway?.close()
  await honest?.close()
  await rogue?.close()
})
beforeEach(() => {
  rogue.intercept = undefined
})

/** Responds to every operation with a text, but to checks with what they expect. */
const respondingWith =
  (body: string, type = 'application/json', status = 200) =>
  (response: ServerResponse, query: string): void =>
    void response
      .writeHead(status, { 'content-type': type })
      .end(query.includes('__typename }') ? '{"data":{"__typename":"Query"}}' : body)

describe('a subgraph whose response is not GraphQL', () => {
  it.each<[string, Parameters<typeof respondingWith>]>([
    ['HTML', ['<html>', 'text/html']],
    ['half a JSON', ['{"data":{"_entities":[{"guide":']],
    ['nothing', ['']],
    ['neither data nor errors', ['{}']],
    ['null data alone', ['{"data":null}']],
    ['a list as data', ['{"data":[]}']],
    ['a text as errors', ['{"data":{"_entities":[{"guide":"Ana"}]},"errors":"none"}']],
    ['an error of its proxy', ['{"data":{"_entities":[{"guide":"Ana"}]}}', 'application/json', 500]],
    ['51 MB', [JSON.stringify({ data: { _entities: [{ guide: 'x'.repeat(51_000_000) }] } })]],
  ])('is an error at the place of its data, and the rest of the response stands: %s', async (_name, result) => {
    rogue.intercept = respondingWith(...result)
    const { body } = await gateway.query('{ place { name guide } }')
    expect(body.data).toEqual({ place: { name: 'Azul', guide: null } })
    expect(body.errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }) }),
    ])
    expect(body.errors[0].path.slice(0, 1)).toEqual(['place'])
    await eventually(async () => gateway.process.output().includes('The subgraph guides at '), true)
    // The process is as healthy as before.
    rogue.intercept = undefined
    expect((await gateway.query('{ place { name guide } }')).body).toEqual({
      data: { place: { name: 'Azul', guide: 'Ana' } },
    })
  })

  it('has its errors passed on, also beside data and with a status of failure', async () => {
    const errors = [{ message: 'Guides are asleep', extensions: { code: 'ASLEEP' } }]
    rogue.intercept = respondingWith(JSON.stringify({ data: { guideCount: null }, errors }), undefined, 400)
    expect((await gateway.query('{ guideCount place { name } }')).body).toMatchObject({
      data: { guideCount: null, place: { name: 'Azul' } },
      errors,
    })
  })
})

describe('a client that leaves', () => {
  /** Has the subgraph wait until the client is gone; resolves when its request was broken off. */
  async function leaving(query: string, send: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
    const before = rogue.aborted()
    const requests = new Promise<void>((resolve) => {
      rogue.intercept = (response, text) => (text.includes(query) ? resolve() : respondingWith('{}')(response, text))
    })
    const client = new AbortController()
    const response = send(client.signal).catch(() => undefined)
    await requests
    client.abort()
    await response
    return before
  }
  const post = (query: string) => (signal: AbortSignal) =>
    fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal,
    })

  it('takes the requests to subgraphs with it, over HTTP', async () => {
    const before = await leaving('guideCount', post('{ guideCount }'))
    await eventually(async () => rogue.aborted(), before + 1)
    rogue.intercept = undefined
    expect((await gateway.query('{ guideCount }')).body).toEqual({ data: { guideCount: 3 } })
  })

  it('takes the requests to subgraphs with it, over WebSocket', async () => {
    const before = await leaving('guideCount', async (signal) => {
      const client = createClient({
        url: gateway.url.replace('http', 'ws'),
        webSocketImpl: WebSocket,
        retryAttempts: 0,
      })
      const results = client.iterate({ query: '{ guideCount }' })
      signal.addEventListener('abort', () => void results.return?.())
      await results.next()
      await client.dispose()
    })
    await eventually(async () => rogue.aborted(), before + 1)
  })

  it('leaves a mutation to its end', async () => {
    let finish: (() => void) | undefined
    const before = rogue.aborted()
    const client = new AbortController()
    const requests = new Promise<void>((resolve) => {
      rogue.intercept = (response, text) => {
        if (!text.includes('train')) return respondingWith('{}')(response, text)
        finish = () => respondingWith('{"data":{"train":4}}')(response, text)
        return resolve()
      }
    })
    const response = post('mutation { train }')(client.signal).catch(() => undefined)
    await requests
    client.abort()
    await response
    // Whatever the departure causes happens before the response to another request.
    expect((await gateway.query('{ place { name } }')).body.data).toEqual({ place: { name: 'Azul' } })
    expect(rogue.aborted()).toBe(before)
    finish?.()
  })
})
