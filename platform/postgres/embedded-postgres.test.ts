import { describe, expect, it } from '@jest/globals'
import { sql } from '../../tests/testkit/database.ts'

describe('embedded PostgreSQL', () => {
  it('is version 18 with the extensions the catalog needs', async () => {
    const [row] = await sql<{ version: string }>('postgres', `SELECT current_setting('server_version') AS version`)
    expect(row?.version).toMatch(/^18/)
    const extensions = await sql<{ name: string }>('postgres', 'SELECT name FROM pg_available_extensions')
    expect(extensions.map(({ name }) => name)).toEqual(expect.arrayContaining(['cube', 'earthdistance', 'pg_trgm']))
  })
})
