import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { GraphQLExecutor } from './executor.ts'
import { httpExecutor } from './http-executor.ts'
import { IdentitySigner, type Identity } from '../trust/identity.ts'

const identity: Identity = { partnerId: 'p', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'test' }
const work = { query: '{ work }' }

describe('a subgraph in another process', () => {
  let server: Server
  let executor: GraphQLExecutor
  /** How long its work takes, and whether it answers anything else meanwhile. */
  let workMilliseconds = 0
  let hangs = false
  beforeAll(async () => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        if (hangs) return
        const isWork = body.includes('work')
        setTimeout(() => response.end(JSON.stringify({ data: { done: isWork } })), isWork ? workMilliseconds : 0)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    executor = httpExecutor(`http://127.0.0.1:${port}/graphql`, new IdentitySigner('a secret of the test'), 'catalog')
  })
  afterAll(async () => {
    await executor.close()
    server.closeAllConnections()
    server.close()
  })

  it('may take long, also for more requests than there are connections', async () => {
    workMilliseconds = 3_500
    const answers = await Promise.all(Array.from({ length: 70 }, () => executor.execute(work, identity)))
    expect(answers.filter(({ data }) => data?.['done'] !== true)).toEqual([])
  })

  it('fails when the subgraph does not respond at all', async () => {
    hangs = true
    await expect(executor.execute(work, identity)).rejects.toMatchObject({ name: 'Unavailable' })
  })
})
