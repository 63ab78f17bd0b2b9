import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import fastify, { type FastifyInstance } from 'fastify'
import { createLogger } from '../../platform/process/logger.ts'
import { publishDocuments, type Documents } from './publish.ts'

const logger = createLogger('silent', 'test')
const build = jest.fn<(today: string) => Promise<Documents>>()
let app: FastifyInstance

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2030, 0, 1), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  build.mockReset().mockImplementation(async (today) => ({
    '/openapi.json': JSON.stringify({ rest: today }),
    '/octo/v1/openapi.json': JSON.stringify({ octo: today }),
  }))
  app = fastify()
  publishDocuments(app, { build, sendUnavailable: (_request, reply) => reply.code(503).send(), logger })
})
afterEach(async () => {
  await app.close()
  jest.useRealTimers()
})

const days = (): string[] => build.mock.calls.map(([today]) => today)
const get = async (path: string): Promise<unknown> => (await app.inject(path)).json()

describe('the documents', () => {
  it('are built a while after the start and once a day, and on no request after that', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    expect(days()).toEqual([])
    await jest.advanceTimersByTimeAsync(30_000)
    expect(days()).toEqual(['2030-01-01'])
    for (const _ of [1, 2]) expect(await get('/openapi.json')).toEqual({ rest: '2030-01-01' })
    expect(days()).toEqual(['2030-01-01'])
    await jest.advanceTimersByTimeAsync(86_400_000)
    expect(days()).toEqual(['2030-01-01', '2030-01-02'])
    expect(await get('/octo/v1/openapi.json')).toEqual({ octo: '2030-01-02' })
  })

  it('are built once for all requests that wait for one of them', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const paths = ['/openapi.json', '/octo/v1/openapi.json', '/openapi.json']
    const [rest] = await Promise.all(paths.map(get))
    expect(rest).toEqual({ rest: '2030-01-01' })
    await jest.advanceTimersByTimeAsync(30_000)
    expect(build).toHaveBeenCalledTimes(1)
  })

  it('are built again at the next request after a failure, which is logged', async () => {
    const error = jest.spyOn(logger, 'error')
    build.mockRejectedValueOnce(new Error('No memory'))
    expect((await app.inject('/openapi.json')).statusCode).toBe(503)
    expect(error).toHaveBeenCalledTimes(1)
    expect(await get('/openapi.json')).toEqual({ rest: '2030-01-01' })
  })

  it('stay available while they are rebuilt, and after that has failed', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    await jest.advanceTimersByTimeAsync(30_000)
    let fail: (error: Error) => void = () => undefined
    build.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)))
    await jest.advanceTimersByTimeAsync(86_400_000)
    expect(build).toHaveBeenCalledTimes(2)
    expect(await get('/openapi.json')).toEqual({ rest: '2030-01-01' })
    fail(new Error('No memory'))
    expect(await get('/openapi.json')).toEqual({ rest: '2030-01-01' })
  })

  it('are completed before the server closes, because a thread must not be ended while it loads modules', async () => {
    let finish: () => void = () => undefined
    build.mockReturnValueOnce(
      new Promise((resolve) => {
        finish = () => resolve({ '/openapi.json': '{}', '/octo/v1/openapi.json': '{}' })
      }),
    )
    const response = app.inject('/openapi.json')
    await jest.advanceTimersByTimeAsync(0)
    let isClosed = false
    const closing = app.close().then(() => (isClosed = true))
    await jest.advanceTimersByTimeAsync(1_000)
    expect(isClosed).toBe(false)
    finish()
    await closing
    expect((await response).statusCode).toBe(200)
  })
})
