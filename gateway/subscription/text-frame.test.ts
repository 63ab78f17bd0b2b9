import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from '@jest/globals'
import WebSocket, { WebSocketServer } from 'ws'
import { nextFrame, nextHead, textFrame } from './text-frame.ts'

it.each([0, 1, 125, 126, 65_535, 65_536, 300_000])('a frame of %d bytes is read as its text', async (length) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  try {
    const text = length < 2 ? 'x'.repeat(length) : `é${'x'.repeat(length - 2)}`
    server.on('connection', (_socket: unknown, request: IncomingMessage) => {
      request.socket.write(textFrame(text))
      request.socket.write(textFrame('next'))
    })
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const received: string[] = []
    client.on('message', (data: Buffer, isBinary: boolean) => void received.push(`${isBinary} ${data.toString()}`))
    while (received.length < 2) await once(client, 'message')
    expect(received).toEqual([`false ${text}`, 'false next'])
    client.terminate()
  } finally {
    server.close()
  }
})

it('is made once for subscribers that get the same result under the same id', () => {
  const [head, other] = [nextHead('1'), nextHead('"2"')]
  const first = nextFrame(head, '{"data":1}')
  expect(nextFrame(nextHead('1'), '{"data":1}')).toBe(first)
  expect(nextFrame(other, '{"data":1}').toString('utf8', 2)).toBe('{"id":"\\"2\\"","type":"next","payload":{"data":1}}')
  expect(nextFrame(head, '{"data":2}').toString('utf8', 2)).toBe('{"id":"1","type":"next","payload":{"data":2}}')
})
