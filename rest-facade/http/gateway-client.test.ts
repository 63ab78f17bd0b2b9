import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createHttpServer } from '../../platform/http/server.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { WorkAccount, workClock } from '../../platform/process/work-account.ts'
import { ForwardedCallerSigner } from '../../platform/http/forwarded-caller.ts'
import { httpGatewayClient, type GatewayClient } from './gateway-client.ts'
import { slowFor } from '../../tests/testkit/pauses.ts'

it('an unreachable gateway is SERVICE_UNAVAILABLE in the requested language, without rate limit headers', async () => {
  const client = httpGatewayClient(`http://127.0.0.1:${await freePort()}`, new ForwardedCallerSigner('x'.repeat(32)))
  const { errors, headers } = await client.execute({
    query: '{ __typename }',
    operationName: '',
    variables: {},
    headers: { requestId: 'test', clientAddress: '1.2.3.4', alreadyCounted: false, acceptLanguage: 'es' },
  })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
  expect(errors?.[0]?.message).toMatch(/servicio/i)
  expect(headers).toEqual({
    'x-ratelimit-limit': '2147483647',
    'x-ratelimit-remaining': '2147483647',
    'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    'x-ratelimit-window': '3600',
  })
})

describe('a caller of the facade', () => {
  it('has the bounds that the gateway returns, and its processor time is reported with its next operation', async () => {
    const signer = new ForwardedCallerSigner('x'.repeat(32))
    const forwarded: unknown[] = []
    const gateway = createHttpServer(createLogger('silent', 'test'))
    gateway.post('/graphql', async ({ headers }, reply) => {
      forwarded.push(signer.verify(headers['x-forwarded-caller']))
      reply.header('x-body-bounds', '65536 1000')
      return { data: null }
    })
    const client = httpGatewayClient(await gateway.listen({ host: '127.0.0.1', port: 0 }), signer)
    const requestOf = (apiKey: string) => ({
      query: '{ a }',
      operationName: '',
      headers: { requestId: 't', alreadyCounted: true, apiKey },
    })
    const account = new WorkAccount()
    workClock.switchTo(account)
    expect((await client.authorize(requestOf('one'))).bodyBounds).toEqual({ maxBytes: 65_536, maxMembers: 1_000 })
    account.add(500)
    account.close()
    workClock.switchTo(undefined)
    await client.authorize(requestOf('another'))
    await client.authorize(requestOf('one'))
    await gateway.close()
    const usedMilliseconds = expect.any(Number)
    expect(forwarded).toEqual([
      expect.not.objectContaining({ usedMilliseconds }),
      expect.not.objectContaining({ usedMilliseconds }),
      expect.objectContaining({ authorizeOnly: true, alreadyCounted: true, usedMilliseconds }),
    ])
    expect((forwarded[2] as { usedMilliseconds: number }).usedMilliseconds).toBeGreaterThanOrEqual(500)
  })
})

describe('a gateway that accepts few connections of one address', () => {
  let gateway: FastifyInstance
  let client: GatewayClient
  const perAddress = 150
  beforeAll(async () => {
    const connections = { perAddress, trusts: () => false }
    gateway = createHttpServer(createLogger('silent', 'test'), { connections })
    gateway.post('/graphql', async () => {
      await slowFor(20)
      return { data: { done: true } }
    })
    const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
    client = httpGatewayClient(url, new ForwardedCallerSigner('x'.repeat(32)))
  })
  afterAll(() => gateway.close())

  it('responds to 1,000 operations that the facade sends at once', async () => {
    const request = {
      query: '{ done }',
      operationName: '',
      variables: {},
      headers: { requestId: 't', alreadyCounted: false },
    }
    const responses = await Promise.all(Array.from({ length: 1_000 }, () => client.execute(request)))
    expect(responses.filter(({ data }) => data === undefined)).toEqual([])
  })
})

it('the language of a response is passed on when it is replayed, and only then', async () => {
  const gateway = createHttpServer(createLogger('silent', 'test'))
  let replayed = false
  gateway.post('/graphql', async (_request, reply) => {
    void reply.header('content-language', 'es').headers(replayed ? { 'idempotent-replayed': 'true' } : {})
    return { data: { done: true } }
  })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const client = httpGatewayClient(url, new ForwardedCallerSigner('x'.repeat(32)))
  const headers = { requestId: 't', alreadyCounted: false }
  const execute = async () =>
    (await client.execute({ query: '{ done }', operationName: '', variables: {}, headers })).headers
  expect(await execute()).toEqual({})
  replayed = true
  expect(await execute()).toEqual({ 'idempotent-replayed': 'true', 'content-language': 'es' })
  await gateway.close()
})
