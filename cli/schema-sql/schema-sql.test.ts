import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { testServerUrl, uniqueName } from '../../tests/testkit/database.ts'
import { owners, schemaSql, snapshotFiles } from './schema-sql.ts'

describe('the snapshots of the databases', () => {
  it.each(owners)('%s: schema.sql is what the migrations make', async (owner) => {
    const [stored, current] = await Promise.all([
      readFile(snapshotFiles[owner], 'utf8'),
      schemaSql(testServerUrl(), owner, uniqueName(owner)),
    ])
    if (stored !== current) {
      // The lines that differ are shown below the command that writes them.
      expect(`npm run schema:sql writes this file:\n${stored}`).toBe(current)
    }
  })
})
