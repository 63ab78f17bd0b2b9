import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { CachedResponse } from './gateway-client.ts'
import { represent } from './represent.ts'
import { requestContextOf } from './request-context.ts'

/** A response in the cache of the gateway; `grown` has what its derived values were reported to take. */
function cachedResponse(): { cached: CachedResponse; grown: number[] } {
  const grown: number[] = []
  const derived = new Map<string, object>()
  const cached: CachedResponse = {
    derived: <Value extends object>(name: string) => derived.get(name) as Value | undefined,
    addDerived(name, value, bytes) {
      derived.set(name, value)
      grown.push(bytes)
      return (more) => void grown.push(more)
    },
  }
  return { cached, grown }
}

/** A server whose route builds its body from data that is cached, or is not. */
function server(cached: CachedResponse | undefined) {
  const app = createHttpServer(createLogger('silent', 'test'))
  const list = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Gran Cenote' }))
  let built = 0
  app.get('/list', (request, reply) => {
    requestContextOf(request).cached = cached
    return represent(request, reply, () => {
      reply.header('link', '<next>; rel="next"')
      return { built: (built += 1), list }
    })
  })
  return async (accepted?: string, path = '/list') => {
    const response = await app.inject({ url: path, headers: accepted ? { 'accept-encoding': accepted } : {} })
    const { headers, rawPayload } = response
    const coding = headers['content-encoding']
    const bytes = coding === 'br' ? brotliDecompressSync(rawPayload) : coding ? gunzipSync(rawPayload) : rawPayload
    const { built } = JSON.parse(bytes.toString()) as { built: number }
    return { built, coding, link: headers['link'], type: headers['content-type'] }
  }
}

const json = 'application/json; charset=utf-8'

describe('the body of a response', () => {
  it('is built once from cached data, and compressed once in each coding', async () => {
    const { cached, grown } = cachedResponse()
    const read = server(cached)
    for (const coding of [undefined, 'br', 'gzip', 'br', 'gzip', undefined, 'br'])
      expect(await read(coding)).toEqual({ built: 1, coding, link: '<next>; rel="next"', type: json })
    // Its own bytes, and those of two forms.
    expect(grown).toHaveLength(3)
    const [own = 0, ...forms] = grown
    for (const bytes of forms) expect([bytes > 0, bytes < own / 3]).toEqual([true, true])
  })

  it('is another one for another request on the same data', async () => {
    const read = server(cachedResponse().cached)
    expect([(await read()).built, (await read('br', '/list?fields=name')).built, (await read()).built]).toEqual([
      1, 2, 1,
    ])
  })

  it('is built each time from data that is not cached', async () => {
    const read = server(undefined)
    expect([(await read('br')).built, (await read('br')).built]).toEqual([1, 2])
  })

  it('leaves other work a turn while it is a long list', async () => {
    let serialized = 0
    const list = Array.from({ length: 64 }, (_, id) => ({
      toJSON() {
        serialized += 1
        for (const began = performance.now(); performance.now() - began < 1;);
        return { id }
      },
    }))
    const app = createHttpServer(createLogger('silent', 'test'))
    let serializedBefore = 0
    app.get('/list', (request, reply) => {
      requestContextOf(request).cached = cachedResponse().cached
      setImmediate(() => (serializedBefore = serialized))
      return represent(request, reply, () => list)
    })
    const { body } = await app.inject('/list')
    expect(JSON.parse(body)).toEqual(list.map((_, id) => ({ id })))
    expect(serializedBefore).toBeLessThan(64)
  })
})
