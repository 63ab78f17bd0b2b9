import { getEventListeners } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '../../../../../tests/testkit/eventually.ts'
import { Receiver } from '../../../../../tests/testkit/receiver.ts'
import { receiverRules, type PrivateReach } from '../address.ts'
import { Connections, type Resolve } from './connections.ts'
import { send, type Outcome } from './send.ts'

let receiver: Receiver
const stopping = new AbortController()
const deliver = (timeoutMilliseconds = 10_000, signal = stopping.signal): Promise<Outcome> =>
  send(receiver.url, {}, '{}', { rules: receiverRules('sandbox', 'loopback'), timeoutMilliseconds, signal })

beforeAll(async () => {
  receiver = await new Receiver().start()
})
afterAll(() => receiver.stop())

describe('an attempt', () => {
  it('returns the status, and leaves nothing behind in its process', async () => {
    expect(await deliver()).toEqual({ statusCode: 200 })
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  it('fails when no response arrives in time', async () => {
    receiver.behaviour = () => undefined
    expect(await deliver(100)).toEqual({ failure: 'no answer within 0.1 s' })
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  it('is broken off when the process stops, and not begun when it has', async () => {
    const stop = new AbortController()
    const before = receiver.received.length
    const sending = deliver(10_000, stop.signal)
    await receiver.got(before + 1)
    stop.abort()
    expect(await sending).toEqual({ failure: 'interrupted' })
    expect(await deliver(10_000, stop.signal)).toEqual({ failure: 'interrupted' })
  })
})

describe('an attempt at a name', () => {
  const to = (host: string, resolve: Resolve, reach: PrivateReach = 'loopback'): Promise<Outcome> => {
    const url = new URL(receiver.url)
    url.hostname = host
    const rules = receiverRules('sandbox', reach)
    return send(url.href, {}, '{}', { rules, timeoutMilliseconds: 5_000, signal: stopping.signal, resolve })
  }

  it('whose name changes its address after the check goes to the checked address', async () => {
    receiver.behaviour = () => 200
    const addresses = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']]
    let requests = 0
    const rebinding: Resolve = async () => addresses[requests++] ?? []
    expect(await to('rebinding.example', rebinding)).toEqual({ statusCode: 200 })
    expect(requests).toBe(1)
    const before = receiver.received.length
    expect(await to('rebinding.example', rebinding)).toEqual({ failure: 'its address 10.0.0.1 is not public' })
    expect(await to('rebinding.example', rebinding)).toEqual({ failure: 'its address 10.0.0.1 is not public' })
    expect(await to('rebinding.example', rebinding)).toEqual({ failure: 'its name does not resolve' })
    expect([requests, receiver.received.length]).toEqual([4, before])
  })

  it('of this machine reaches nothing where only public addresses may be called', async () => {
    const before = receiver.received.length
    for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433'])
      expect((await to(host, async () => ['127.0.0.1'], 'none')).failure).toMatch(/^its address .*1 is not public$/)
    expect(receiver.received.length).toBe(before)
  })
})

describe('connections that stay open', () => {
  const rules = receiverRules('sandbox', 'loopback')
  /** The connections on which requests arrive, in their order. */
  const sockets: Socket[] = []
  const opened: Connections[] = []
  beforeEach(() => {
    sockets.length = 0
    receiver.behaviour = (_received, response) => {
      sockets.push(response.socket as Socket)
      response.writeHead(200).end()
    }
  })
  afterEach(() => opened.splice(0).forEach((connections) => connections.close()))

  const open = (resolve: Resolve): Connections => {
    const connections = new Connections(rules, resolve)
    opened.push(connections)
    return connections
  }
  const to = (connections: Connections): Promise<Outcome> => {
    const url = new URL(receiver.url)
    url.hostname = 'receiver.example'
    return send(url.href, {}, '{}', { rules, timeoutMilliseconds: 5_000, signal: stopping.signal, connections })
  }

  it('serve one request after the other, with one check of their name', async () => {
    let requests = 0
    const connections = open(async () => {
      requests += 1
      return ['127.0.0.1']
    })
    for (let count = 0; count < 3; count += 1) expect(await to(connections)).toEqual({ statusCode: 200 })
    expect([sockets.length, new Set(sockets).size, requests]).toEqual([3, 1, 1])
  })

  it('are closed and not used again when the name has a forbidden address at the next check', async () => {
    const addresses = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['127.0.0.1']]
    let requests = 0
    const connections = open(async () => addresses[requests++] ?? [])
    expect(await to(connections)).toEqual({ statusCode: 200 })
    connections.recheck()
    expect(await to(connections)).toEqual({ failure: 'its address 10.0.0.1 is not public' })
    await eventually(() => sockets[0]?.destroyed, true)
    expect(await to(connections)).toEqual({ statusCode: 200 })
    expect(new Set(sockets).size).toBe(2)
  })

  it('are replaced where the receiver closed one while a request was on its way', async () => {
    const connections = open(async () => ['127.0.0.1'])
    expect(await to(connections)).toEqual({ statusCode: 200 })
    const [idle] = sockets
    receiver.behaviour = (_received, response) => {
      if (response.socket === idle) response.socket?.destroy()
      else response.writeHead(204).end()
    }
    expect(await to(connections)).toEqual({ statusCode: 204 })
  })

  it('are not tried twice when they are new', async () => {
    const before = receiver.received.length
    receiver.behaviour = (_received, response) => void response.socket?.destroy()
    expect((await to(open(async () => ['127.0.0.1']))).failure).toMatch(/^ECONNRESET: /)
    expect(receiver.received.length).toBe(before + 1)
  })
})
