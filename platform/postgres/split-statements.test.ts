import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { splitStatements } from './split-statements.ts'

describe('a script of SQL', () => {
  it('is split where statements end', () => {
    expect(splitStatements(`-- one; two\nSELECT 1; SELECT ';', "a;b" /* ; */;\n-- the end;\n`)).toEqual([
      '-- one; two\nSELECT 1;',
      ` SELECT ';', "a;b" /* ; */;`,
    ])
    expect(splitStatements('SELECT 1')).toEqual(['SELECT 1'])
  })

  it('is not split inside of the body of a function', () => {
    const script = `CREATE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM 'it''s'; EXECUTE $run$ SELECT 1; $run$; END $$; SELECT a();`
    expect(splitStatements(script)).toEqual([script.slice(0, -' SELECT a();'.length), ' SELECT a();'])
  })

  it('of every migration is split into whole statements', () => {
    const owners = ['gateway/database', 'subgraphs/booking', 'subgraphs/catalog', 'subgraphs/pricing']
    const files = owners.flatMap((owner) => {
      const folder = path.join(owner, 'prisma/migrations')
      return readdirSync(folder).map((name) => path.join(folder, name, 'migration.sql'))
    })
    expect(files.length).toBeGreaterThan(50)
    const begin =
      /^(\s|--[^\n]*\n)*(ALTER|ANALYZE|COMMENT|CREATE|DELETE|DO|DROP|GRANT|INSERT|LOCK|REINDEX|REVOKE|SELECT|SET|TRUNCATE|UPDATE|WITH)\b/
    for (const file of files)
      for (const statement of splitStatements(readFileSync(file, 'utf8'))) expect(statement).toMatch(begin)
  })
})
