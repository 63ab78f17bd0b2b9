import { describe, expect, it } from '@jest/globals'
import Fastify from 'fastify'
import { buildSchema } from 'graphql'
import { boundBodies } from '../../platform/http/body.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { Caller } from '../caller.ts'
import type { LoggedRequest } from './repository.ts'
import { createRequestLog } from './request-log.ts'

/** A log in the sandbox in which each API key is the id of its key, and what it wrote. */
function requestLog() {
  const batches: (readonly LoggedRequest[])[] = []
  const log = createRequestLog({
    repository: {
      add: (_environment, requests) => Promise.resolve(void batches.push(requests)),
      list: () => Promise.resolve([]),
      prune: () => Promise.resolve(false),
    },
    callerOf: (apiKey) => Promise.resolve({ environment: 'sandbox', key: { id: apiKey } } as Caller),
    isPartOfAnother: () => false,
    graphqlPath: '/graphql',
    apiSchema: () => buildSchema('type Query { a: Int }'),
    logger: createLogger('silent', 'test'),
  })
  return { log, batches }
}

describe('the request log', () => {
  it('marks requests of the console, and no other client', async () => {
    const { log, batches } = requestLog()
    const app = Fastify()
    log.observe(app)
    app.get('/works', () => ({}))
    for (const client of ['console', 'Console 2', undefined])
      await app.inject({ url: '/works', headers: { 'x-api-key': 'key', ...(client ? { 'x-client': client } : {}) } })
    await app.close()
    await log.close()
    expect(batches.flat().map(({ client }) => client)).toEqual(['console', null, null])
  })

  it('shows a body that is no JSON, or is large, by its type and size', async () => {
    const { log, batches } = requestLog()
    const app = Fastify({ bodyLimit: 10_000_000 })
    boundBodies(app)
    app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    log.observe(app)
    app.post('/images', () => ({}))
    const send = (type: string, payload: string | Buffer) =>
      app.inject({ method: 'POST', url: '/images', payload, headers: { 'x-api-key': 'key', 'content-type': type } })
    await send('image/jpeg', Buffer.alloc(5_000_000))
    await send('application/json; charset=utf-8', JSON.stringify({ a: 1, b: 'x' }))
    await send('application/json', JSON.stringify(Array.from({ length: 100_000 }, () => 1)))
    await app.close()
    await log.close()
    expect(batches.flat().map(({ body }) => body)).toEqual([
      'image/jpeg, 5000000 bytes',
      '{"(unknown)":1,"(unknown) 2":"…"}',
      'application/json, 200001 bytes',
    ])
  })

  it('records every failed request of a busy key, and a part of those that succeeded', async () => {
    const { log, batches } = requestLog()
    const app = Fastify()
    log.observe(app)
    app.get('/works', () => ({}))
    app.get('/fails', (_request, reply) => reply.status(404).send({}))
    const request = (url: string, apiKey: string) => app.inject({ url, headers: { 'x-api-key': apiKey } })
    await Promise.all([
      ...Array.from({ length: 300 }, () => request('/works', 'busy')),
      ...Array.from({ length: 150 }, () => request('/fails', 'busy')),
      request('/works', 'quiet'),
    ])
    await app.close()
    await log.close()
    const ofStatus = (status: number, keyId: string, requests: readonly LoggedRequest[]): number =>
      requests.filter((one) => one.status === status && one.keyId === keyId).length
    const all = batches.flat()
    expect(ofStatus(404, 'busy', all)).toBe(150)
    expect(ofStatus(200, 'quiet', all)).toBe(1)
    expect(ofStatus(200, 'busy', all)).toBeGreaterThan(0)
    for (const batch of batches) expect(ofStatus(200, 'busy', batch)).toBeLessThanOrEqual(100)
  })
})
