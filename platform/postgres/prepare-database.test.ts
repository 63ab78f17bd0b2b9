import { expect, it } from '@jest/globals'
import type { Client } from 'pg'
import { prepareDatabase } from './prepare-database.ts'

it('a server that is too old is refused with its version, before anything is written', async () => {
  const statements: string[] = []
  const server = {
    query: (text: string) => {
      statements.push(text)
      return Promise.resolve({ rows: [{ number: '140023', version: '14.23 (Debian 14.23-1)' }] })
    },
    end: () => Promise.resolve(),
  }
  const options = { serverUrl: 'postgres://server', name: 'catalog', prisma: new URL('file:///nowhere/') }
  await expect(prepareDatabase(options, () => Promise.resolve(server as unknown as Client))).rejects.toThrow(
    'PostgreSQL 15 or later is needed, and this server is 14.23 (Debian 14.23-1)',
  )
  expect(statements).toHaveLength(1)
})
