import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import fastify from 'fastify'
import type { CancelSignal } from '../process/cancellation.ts'
import { CallerLeft } from '../process/failures.ts'
import { departureOf } from './departure.ts'

/** The signal of a caller who leaves before the response is sent, or stays. */
async function signalOf(leaves: boolean): Promise<{ signal: CancelSignal; others: number; listeners: number }> {
  const app = fastify()
  const client = new AbortController()
  const arrived = new Promise<ServerResponse>((resolve) => {
    app.get('/', (_request, reply) => resolve(reply.raw))
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const request = fetch(url, { signal: client.signal }).then(
    (response) => response.text(),
    () => undefined,
  )
  const response = await arrived
  const before = response.listenerCount('close')
  const signals = new Set(Array.from({ length: 20 }, () => departureOf(response)))
  const listeners = response.listenerCount('close') - before
  const closed = once(response, 'close')
  if (leaves) client.abort()
  else response.end()
  await Promise.all([closed, request])
  await app.close()
  const [signal = departureOf(response), ...others] = signals
  return { signal, others: others.length, listeners }
}

describe('the departure of a caller', () => {
  it('aborts one signal, however many operations wait for it', async () => {
    const { signal, others, listeners } = await signalOf(true)
    expect([signal.aborted, others, listeners]).toEqual([true, 0, 1])
    expect(signal.reason).toBeInstanceOf(CallerLeft)
  })

  it('aborts nothing once the response was sent', async () => {
    const { signal } = await signalOf(false)
    expect(signal.aborted).toBe(false)
  })
})
