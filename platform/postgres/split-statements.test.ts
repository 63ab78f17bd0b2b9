import { describe, expect, it } from '@jest/globals'
import { readSources } from './schema-sources.ts'
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

  it('of the sources of each schema is split into whole statements', async () => {
    const begin = /^(\s|--[^\n]*\n)*(ALTER|COMMENT|CREATE|GRANT|INSERT|REVOKE|SELECT|SET)\b/
    for (const owner of ['gateway/database', 'subgraphs/booking', 'subgraphs/catalog', 'subgraphs/pricing']) {
      const statements = splitStatements(await readSources(new URL(`../../${owner}/prisma/`, import.meta.url)))
      expect(statements.length).toBeGreaterThan(10)
      for (const statement of statements) expect(statement).toMatch(begin)
    }
  })
})
