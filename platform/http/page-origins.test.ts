import { expect, it, jest } from '@jest/globals'
import { createLogger } from '../process/logger.ts'
import { followOrigins } from './page-origins.ts'

it('follows the origins within seconds, and holds the last ones while they cannot be read', async () => {
  jest.useFakeTimers()
  let read = async (): Promise<string[]> => ['https://one.example']
  const origins = followOrigins(() => read(), createLogger('silent', 'test'))
  await origins.first
  expect(origins.has('https://one.example')).toBe(true)
  read = () => Promise.reject(new Error('away'))
  await jest.advanceTimersByTimeAsync(2_500)
  expect(origins.list()).toEqual(['https://one.example'])
  read = async () => ['https://two.example']
  await jest.advanceTimersByTimeAsync(2_500)
  expect(origins.list()).toEqual(['https://two.example'])
  origins.close()
  expect(jest.getTimerCount()).toBe(0)
  jest.useRealTimers()
})
