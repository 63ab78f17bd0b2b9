import { describe, expect, it } from '@jest/globals'
import fastifySwagger from '@fastify/swagger'
import Fastify from 'fastify'
import { announceDeprecations } from './deprecation.ts'
import { restDocument, type Document } from '../openapi/index.ts'

const { swagger, complete } = restDocument('https://api.example.org', { name: 'Cenotes' })

const app = async () => {
  const server = Fastify()
  await server.register(fastifySwagger, swagger)
  announceDeprecations(server, 'https://api.example.org')
  const deprecation = { since: '2027-01-01', sunset: '2027-07-01', successor: '/new' }
  server.get('/old', { config: { deprecation }, schema: { operationId: 'readOld', tags: ['System'] } }, () => ({}))
  server.get('/new', { schema: { operationId: 'readNew', tags: ['System'] } }, () => ({}))
  return server
}

describe('a deprecated operation', () => {
  it('says on each response since when, until when, and what replaces it', async () => {
    const server = await app()
    const { headers } = await server.inject('/old')
    expect(headers).toMatchObject({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      link: '<https://api.example.org/new>; rel="successor-version"',
    })
    expect((await server.inject('/new')).headers).not.toHaveProperty('deprecation')
  })

  it('is marked in the document, which has its headers', async () => {
    const server = await app()
    await server.ready()
    const { paths } = complete(server.swagger() as unknown as Document, '2027-01-01')
    expect(paths['/old']?.['get']).toMatchObject({
      deprecated: true,
      responses: { 200: { headers: { Deprecation: {}, Sunset: {} } } },
    })
    expect(paths['/new']?.['get']).not.toHaveProperty('deprecated')
    expect(paths['/new']?.['get']?.responses['200']).not.toHaveProperty('headers.Deprecation')
  })
})
