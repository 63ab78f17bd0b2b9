import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Receiver } from '../../../tests/testkit/receiver.ts'
import { send, type Outcome } from './send.ts'

let receiver: Receiver
const stopping = new AbortController()
const deliver = (timeoutMilliseconds = 10_000, signal = stopping.signal): Promise<Outcome> =>
  send(receiver.url, {}, '{}', { environment: 'sandbox', timeoutMilliseconds, signal })

beforeAll(async () => {
  receiver = await new Receiver().start()
})
afterAll(() => receiver.stop())

describe('an attempt', () => {
  it('tells the status, and leaves nothing behind at the process it is made by', async () => {
    expect(await deliver()).toEqual({ statusCode: 200 })
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  it('is given up when no answer comes in time', async () => {
    receiver.behaviour = () => undefined
    expect(await deliver(100)).toEqual({ error: 'no answer within 0.1 s' })
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  it('is broken off when the process stops, and not begun when it has', async () => {
    const stop = new AbortController()
    const before = receiver.received.length
    const sending = deliver(10_000, stop.signal)
    await receiver.got(before + 1)
    stop.abort()
    expect(await sending).toEqual({ error: 'interrupted' })
    expect(await deliver(10_000, stop.signal)).toEqual({ error: 'interrupted' })
  })
})
