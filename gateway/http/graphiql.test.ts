import { describe, expect, it } from '@jest/globals'
import fastify from 'fastify'
import { registerGraphiql } from './graphiql.ts'

describe('the GraphiQL page', () => {
  it('finds everything that it requests on this server', async () => {
    const app = fastify()
    registerGraphiql(app)
    const page = await app.inject('/graphiql')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    const wanted = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    const modules = await app.inject('/graphiql/graphql-ws.js')
    const imported = [...modules.body.matchAll(/from '\.\/([^']+)'/g)].map(([, name]) => `/graphiql/${name ?? ''}`)
    expect(wanted.length).toBeGreaterThanOrEqual(6)
    expect(imported).not.toHaveLength(0)
    for (const address of [...wanted, ...new Set(imported)]) {
      expect(address).toMatch(/^\/graphiql\//)
      const response = await app.inject(address)
      expect([address, response.statusCode, response.body.length > 0]).toEqual([address, 200, true])
    }
    await app.close()
  })
})
