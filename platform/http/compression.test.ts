import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '../process/logger.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import { timePasses } from '../../tests/testkit/pauses.ts'
import { CompressedForms, compressOnce } from './compression.ts'
import { makeConditional } from './etag.ts'
import { createHttpServer } from './server.ts'

const long = JSON.stringify({ list: Array.from({ length: 200 }, (_, id) => ({ id, name: 'Gran Cenote' })) })
const short = JSON.stringify({ id: 1 })

/** How far the rows of a stream were read. */
let rowsRead = 0
let rowsEnded = false
async function* rows(count: number, randomBytesEach: number) {
  rowsEnded = false
  try {
    for (rowsRead = 0; rowsRead < count; rowsRead += 1)
      yield `${rowsRead},${randomBytes(randomBytesEach).toString('base64')}\r\n`
  } finally {
    rowsEnded = true
  }
}
const stored = compressOnce(Buffer.from(long))

let app: FastifyInstance
let url: string
beforeAll(async () => {
  app = createHttpServer(createLogger('silent', 'test'))
  const json = 'application/json; charset=utf-8'
  app.get('/long', (_request, reply) => reply.type(json).send(long))
  app.get('/short', (_request, reply) => reply.type(json).send(short))
  app.get('/object', () => JSON.parse(long) as object)
  app.get('/stored', (_request, reply) => reply.type(json).send(stored))
  app.get('/failed', (_request, reply) => reply.code(422).type(json).send(long))
  app.get('/picture', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5_000)))
  app.get('/drawing', (_request, reply) => reply.type('image/svg+xml').send(Buffer.alloc(5_000, ' ')))
  app.get('/events', (_request, reply) => reply.type('text/event-stream; charset=utf-8').send(long))
  app.get('/encoded', (_request, reply) => reply.type(json).header('content-encoding', 'zstd').send(long))
  app.get('/part', (_request, reply) => reply.code(206).type(json).header('content-range', 'bytes 0-9/10').send(long))
  for (const [path, count, bytes] of [
    ['/rows', 2_000, 30],
    // Few long rows fill the buffers on the way, because no coding makes random bytes much shorter.
    ['/endless', Infinity, 48_000],
  ] as const)
    app.get(path, (_request, reply) =>
      reply.type('text/csv').send(Readable.from(rows(count, bytes), { objectMode: false })),
    )
  app.get('/broken', (_request, reply) =>
    reply.type('text/csv').send(
      Readable.from(
        (async function* () {
          yield 'a,b\r\n'
          throw new Error('The next page could not be read')
        })(),
        { objectMode: false },
      ),
    ),
  )
  await app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply, payload) =>
      makeConditional(request, reply, payload, { publicSeconds: null }),
    )
    scope.get('/tagged', (_request, reply) => reply.type(json).header('vary', 'X-API-Key').send(long))
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/html').send(long))
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const get = (path: string, accepted?: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    method,
    url: path,
    headers: { ...(accepted === undefined ? {} : { 'accept-encoding': accepted }), ...more },
  })

/** The content of a response, whatever its coding. */
function contentOf({ headers, rawPayload }: Awaited<ReturnType<typeof get>>): string {
  const coding = headers['content-encoding']
  if (coding === 'br') return brotliDecompressSync(rawPayload).toString()
  return (coding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
}

describe('a response', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['br;q=0', undefined],
    ['identity;q=0', undefined],
    [undefined, undefined],
  ])('to Accept-Encoding %j has the coding %j, its content and its length', async (accepted, coding) => {
    for (const path of ['/long', '/object', '/stored', '/stored']) {
      const response = await get(path, accepted)
      expect(response.headers['content-encoding']).toBe(coding)
      expect(contentOf(response)).toBe(long)
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
      expect(response.headers['vary']).toBe('Accept-Encoding')
      if (coding) expect(response.rawPayload.length).toBeLessThan(long.length / 5)
    }
  })

  it('that is short is compressed only where nothing else is accepted', async () => {
    const short = await get('/short', 'br, gzip')
    expect([short.headers['content-encoding'], short.headers['vary']]).toEqual([undefined, 'Accept-Encoding'])
    const refused = await get('/short', 'br, identity;q=0')
    expect([refused.headers['content-encoding'], contentOf(refused)]).toEqual(['br', '{"id":1}'])
  })

  it.each(['/picture', '/events', '/encoded', '/part'])('of %s is sent as it is', async (path) => {
    const response = await get(path, 'br, gzip, identity;q=0')
    expect(response.headers['content-encoding']).toBe(path === '/encoded' ? 'zstd' : undefined)
    expect(response.rawPayload.length).toBeGreaterThanOrEqual(long.length > 5_000 ? 5_000 : long.length)
  })

  it.each(['/failed', '/drawing', '/unknown'])('of %s is compressed, too', async (path) => {
    expect((await get(path, 'gzip')).headers['content-encoding']).toBe('gzip')
  })

  it('has one entity tag in every coding, and is 304 for it in every coding', async () => {
    const codings = [undefined, 'br', 'gzip']
    const tags = await Promise.all(codings.map(async (coding) => (await get('/tagged', coding)).headers['etag']))
    expect([new Set(tags).size, tags[0]]).toEqual([1, expect.stringMatching(/^W\/"/)])
    for (const coding of codings) {
      const again = await get('/tagged', coding, { 'if-none-match': String(tags[0]) })
      expect([again.statusCode, again.rawPayload.length, again.headers['content-encoding']]).toEqual([
        304,
        0,
        undefined,
      ])
      expect((await get('/tagged', coding)).headers['vary']).toBe('X-API-Key, Accept-Encoding')
    }
  })

  it('to HEAD has the headers of a response to GET, and no length that a GET would not have', async () => {
    for (const path of ['/long', '/short', '/picture', '/tagged'])
      for (const accepted of [undefined, 'br', 'gzip']) {
        const [head, whole] = [await get(path, accepted, {}, 'HEAD'), await get(path, accepted)]
        expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
        for (const name of ['content-encoding', 'content-type', 'vary', 'etag'])
          expect([path, name, head.headers[name]]).toEqual([path, name, whole.headers[name]])
        expect([whole.headers['content-length'], undefined]).toContain(head.headers['content-length'])
      }
  })
})

describe('a stream', () => {
  it('is compressed while it is read, no faster than its client takes it, and ends with its client', async () => {
    const ending = new AbortController()
    const response = await fetch(`${url}/endless`, { headers: { 'accept-encoding': 'br' }, signal: ending.signal })
    expect(response.headers.get('content-encoding')).toBe('br')
    const reader = response.body?.getReader()
    await reader?.read()
    // It stops once the buffers on the way are full.
    const readMore = async (): Promise<boolean> => {
      const before = rowsRead
      await timePasses(200)
      return rowsRead > before
    }
    await eventually(readMore, false, { milliseconds: 60_000 })
    expect(rowsEnded).toBe(false)
    ending.abort()
    await eventually(() => rowsEnded, true)
  })

  it('is complete in every coding', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const response = await fetch(`${url}/rows`, { headers: { 'accept-encoding': coding } })
      const text = await response.text()
      expect([text.split('\r\n').length, text.endsWith('\r\n')]).toEqual([2_001, true])
    }
  })

  it.each(['identity', 'gzip', 'br'])('that fails breaks off with %s', async (coding) => {
    const whole = fetch(`${url}/broken`, { headers: { 'accept-encoding': coding } }).then((response) => response.text())
    await expect(whole).rejects.toThrow()
  })
})

describe('the compressed forms of a body', () => {
  it('are made once each, for all who wait, and reported with their size', async () => {
    const sizes: number[] = []
    const forms = new CompressedForms((bytes) => sizes.push(bytes))
    const body = Buffer.from(long)
    const [first, second] = await Promise.all([forms.of('br', body), forms.of('br', body)])
    expect(second).toBe(first)
    expect(forms.of('br', body)).toBe(first)
    const gzipped = await forms.of('gzip', body)
    expect(sizes).toEqual([first?.length, gzipped.length])
    expect([brotliDecompressSync(first as Buffer).toString(), gunzipSync(gzipped).toString()]).toEqual([long, long])
    // Nothing beside the form is held in memory.
    expect(first?.buffer.byteLength).toBe(first?.length)
  })
})
