import { describe, expect, it } from '@jest/globals'
import fastify from 'fastify'
import { makeConditional, versionsOf, versionTag } from './etag.ts'

/** A server with one resource, and what a request for it returns. */
function resource(options: Partial<Parameters<typeof makeConditional>[3]> = {}, status = 200) {
  const app = fastify()
  app.addHook('onSend', (request, reply, payload, done) =>
    done(null, makeConditional(request, reply, payload, { publicSeconds: null, ...options })),
  )
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/',
    handler: (_request, reply) => reply.code(status).send({ id: 1, at: `${Math.random()}` }),
  })
  return async (method: 'GET' | 'HEAD' | 'POST', ifNoneMatch?: string) => {
    const { statusCode, headers, body } = await app.inject({
      method,
      url: '/',
      headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
    })
    return { status: statusCode, tag: String(headers.etag), control: headers['cache-control'], headers, body }
  }
}
const withoutTime = (content: string): string => content.replace(/"at":"[^"]*"/, '')

describe('a read with a tag', () => {
  it.each<[string, (tag: string) => string]>([
    ['alone', (tag) => tag],
    ['among others', (tag) => `"other", ${tag}`],
    ['as a strong tag', (tag) => tag.replace('W/', '')],
    ['by all tags', () => '*'],
  ])('is 304 for a client that has it, which it names %s', async (_how, name) => {
    const read = resource({ comparable: withoutTime })
    const { tag } = await read('GET')
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    const sent = name(tag)
    const again = await read('GET', sent)
    expect([again.status, again.body, again.tag]).toEqual([304, '', tag])
    expect(again.headers['content-type']).toBeUndefined()
  })

  it('is sent whole to a client that has another', async () => {
    const read = resource({ comparable: withoutTime })
    expect((await read('GET', 'W/"other"')).status).toBe(200)
  })

  it('differs with its content, and with its version alone', async () => {
    const tags = await Promise.all(
      [{}, { comparable: withoutTime }, { comparable: withoutTime, version: 7 }].map(
        async (options) => (await resource(options)('GET')).tag,
      ),
    )
    expect(new Set(tags).size).toBe(3)
    expect(tags[2]).toMatch(/^W\/"v7-/)
  })

  it('is private unless shared caches may store it', async () => {
    expect((await resource()('GET')).control).toBe('private, no-cache')
    expect((await resource({ publicSeconds: 60 })('GET')).control).toBe(
      'public, max-age=60, stale-while-revalidate=60, stale-if-error=60',
    )
  })

  it('is a successful one: writes and failures have none', async () => {
    expect((await resource()('POST')).headers.etag).toBeUndefined()
    expect((await resource({}, 404)('GET', '*')).status).toBe(404)
  })
})

describe('an If-Match header', () => {
  it('names the versions of its tags, with and without their content', () => {
    expect(versionsOf(versionTag(3))).toEqual([3])
    expect(versionsOf('W/"v3-abc", "v12"')).toEqual([3, 12])
  })

  it('matches no version with tags of other content, and any without tags', () => {
    expect(versionsOf('"abc"')).toEqual([])
    expect([versionsOf('*'), versionsOf(undefined)]).toEqual([undefined, undefined])
  })
})
