import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '../process/logger.ts'
import { expectBody, jsonSizeOf, type BodySize } from './body.ts'
import { createHttpServer } from './server.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A server whose callers may send bodies of 200 bytes, and the sizes that were counted. */
function bounded(maxMembers = 5) {
  const sizes: BodySize[] = []
  let isHandled = false
  app = createHttpServer(createLogger('silent', 'test'))
  app.addHook('onRequest', (request, reply, done) => {
    try {
      expectBody(request, reply, { maxBytes: 200, maxMembers })
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onSend', async (request) => {
    const size = jsonSizeOf(request)
    if (size) sizes.push(size)
  })
  app.post('/', ({ body }) => {
    isHandled = true
    return { body }
  })
  const post = async (payload: string) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    return [statusCode, body] as const
  }
  return { post, sizes, isHandled: () => isHandled }
}

describe('the JSON body of a request', () => {
  it('is parsed within its bounds, and its size is reported', async () => {
    const { post, sizes } = bounded()
    expect(await post('{"a":[1,2]}')).toEqual([200, '{"body":{"a":[1,2]}}'])
    expect(sizes).toEqual([{ bytes: 11, members: 3 }])
  })

  it('is refused before it is parsed when it has too many members, and is charged all the same', async () => {
    const { post, sizes, isHandled } = bounded()
    expect(await post('[1,2,3,4,5,6]')).toEqual([400, expect.stringContaining('more than 5 members and elements')])
    expect([sizes.length, isHandled()]).toEqual([1, false])
  })

  it('is refused when it nests too deep', async () => {
    const { post } = bounded(100)
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect((await post(nested(64)))[0]).toBe(200)
    expect(await post(nested(65))).toEqual([400, expect.stringContaining('deeper than 64 levels')])
  })

  it('is refused unread when its length is announced as too large', async () => {
    const { post, sizes, isHandled } = bounded()
    expect(await post(JSON.stringify('x'.repeat(300)))).toEqual([413, expect.stringContaining('larger than 200 bytes')])
    expect([sizes, isHandled()]).toEqual([[], false])
  })

  it('without a length is cut at its limit', async () => {
    const { isHandled } = bounded()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const response = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
            `12c\r\n${'1'.repeat(300)}\r\n`,
        ),
      )
      socket.once('data', (chunk) => {
        socket.destroy()
        resolve(chunk.toString())
      })
    })
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(isHandled()).toBe(false)
  })

  it('may have members that set no prototype', async () => {
    const { post } = bounded()
    const text = '{"__proto__":{"a":1},"constructor":{"prototype":1}}'
    expect(await post(text)).toEqual([200, `{"body":${text}}`])
  })
})
