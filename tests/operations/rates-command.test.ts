import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runCommand, type CommandResult } from '../testkit/command.ts'
import { sql, testServerUrl } from '../testkit/database.ts'
import { ended, spawnProcess } from '../testkit/process.ts'

describe('npm run rates', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cenotes-rates-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const settings = { DATABASE_URL: testServerUrl() }
  const run = (...words: string[]): Promise<CommandResult> => runCommand('cli/rates/main', settings, words)

  it('sets the rates of a file in one environment or both, and leaves the others', async () => {
    const file = path.join(folder, 'rates.json')
    await writeFile(file, JSON.stringify({ base: 'MXN', rates: { JPY: 7.5 }, lastUpdated: '2026-01-31T12:00:00Z' }))
    const imported = spawnProcess('cli/rates/main.js', settings, ['import', file, '--environment', 'sandbox'])
    expect(await ended(imported.child)).toBe(0)
    expect(imported.output()).toMatch(/^sandbox:\n(.*\n)* {2}JPY {2}7\.500000 {2}2026-01-31T12:00:00\.000Z\n/)
    const listed = (await run('list')).output
    expect(listed.match(/JPY/g)).toHaveLength(1)
    expect(listed.match(/MXN {2}1\.000000/g)).toHaveLength(2)
  })

  it('leaves a record of the change without a key', async () => {
    const records = await sql('pricing', `SELECT type, key_id, after FROM sandbox.change WHERE type = 'exchange_rates'`)
    expect(records).toEqual([
      {
        type: 'exchange_rates',
        key_id: null,
        after: { rates: expect.arrayContaining([expect.objectContaining({ currency: 'JPY', rate: 7.5 })]) },
      },
    ])
  })

  it('changes nothing for an invalid file, and says why', async () => {
    const file = path.join(folder, 'wrong.json')
    await writeFile(file, JSON.stringify({ base: 'MXN', rates: { CHF: 0.05, QQQ: 1 } }))
    const refused = await run('import', file)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('wrong.json: rates.QQQ: must be a currency code of ISO 4217')
    expect((await run('list')).output).not.toContain('CHF')
    expect(await run('import', path.join(folder, 'none.json'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be read'),
    })
    expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('npm run rates') })
  })
})
