import { afterEach, expect, it, jest } from '@jest/globals'
import fastify from 'fastify'
import { publishDocument } from './publish.ts'

afterEach(() => void jest.useRealTimers())

it('a document is built a while after the start and once a day, and on no request after that', async () => {
  jest.useFakeTimers({ now: Date.UTC(2030, 0, 1), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  const days: string[] = []
  const app = fastify()
  await app.register((scope) =>
    publishDocument(scope, {
      frame: { info: { title: 'A', version: '1' } },
      complete: (routes, today) => {
        days.push(today)
        return routes
      },
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    expect(days).toEqual([])
    jest.advanceTimersByTime(30_000)
    expect(days).toEqual(['2030-01-01'])
    for (const _ of [1, 2]) expect((await app.inject('/openapi.json')).statusCode).toBe(200)
    expect(days).toEqual(['2030-01-01'])
    jest.advanceTimersByTime(86_400_000)
    expect(days).toEqual(['2030-01-01', '2030-01-02'])
  } finally {
    await app.close()
  }
})
