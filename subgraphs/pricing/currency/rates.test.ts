import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql, testServerUrl } from '../../../tests/testkit/database.ts'
import { ended, spawnProcess } from '../../../tests/testkit/process.ts'
import { readRates, UnusableRates } from '../../../cli/rates/read-rates.ts'

const now = new Date('2026-06-01T12:00:00Z')
const fieldErrorsOf = (file: unknown): readonly string[] => {
  try {
    readRates(typeof file === 'string' ? file : JSON.stringify(file), now)
  } catch (error) {
    if (error instanceof UnusableRates) return error.problems
    throw error
  }
  return []
}

describe('a file of rates', () => {
  it('is read with its instant', () => {
    const lastUpdated = '2026-05-31T18:00:00.000Z'
    expect(readRates(JSON.stringify({ base: 'MXN', rates: { USD: 0.0541234, MXN: 1 }, lastUpdated }), now)).toEqual({
      rates: [
        { currency: 'USD', rate: 0.0541234 },
        { currency: 'MXN', rate: 1 },
      ],
      lastUpdated: new Date(lastUpdated),
    })
  })

  it.each([
    ['no JSON', '{', ['the file is not JSON']],
    ['a list', [], ['the file must hold an object']],
    ['nothing in it', {}, ['base: must be "MXN"', 'rates: must be an object of at least one currency and its rate']],
    [
      'errors of every kind',
      { base: 'USD', rates: { XQX: 1, usd: 1, EUR: -1, GBP: '0.04', CAD: 1e-7, MXN: 2 }, lastUpdated: 'soon' },
      [
        'base: must be "MXN"',
        'rates.XQX: must be a currency code of ISO 4217',
        'rates.usd: must be a currency code of ISO 4217',
        'rates.EUR: must be at least 0.000001',
        'rates.GBP: must be of type number',
        'rates.CAD: must be at least 0.000001',
        'rates.MXN: must be one of: 1',
        'lastUpdated: must be an instant, ISO 8601',
      ],
    ],
    [
      'an instant to come',
      { base: 'MXN', rates: { USD: 0.05 }, lastUpdated: '2027-01-01T00:00:00Z' },
      ['lastUpdated: must not be in the future'],
    ],
  ])('with %s is refused, and every error is reported', (_what, file, fieldErrors) => {
    expect(fieldErrorsOf(file)).toEqual(fieldErrors)
  })
})

describe('npm run rates', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cenotes-rates-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = async (...words: string[]): Promise<{ code: number | null; output: string }> => {
    const { child, output } = spawnProcess('cli/rates/main.js', { DATABASE_URL: testServerUrl() }, words)
    const code = await ended(child)
    return { code, output: output() }
  }

  it('sets the rates of a file in one environment or both, and leaves the others', async () => {
    const file = path.join(folder, 'rates.json')
    await writeFile(file, JSON.stringify({ base: 'MXN', rates: { JPY: 7.5 }, lastUpdated: '2026-01-31T12:00:00Z' }))
    const imported = await run('import', file, '--environment', 'sandbox')
    expect(imported).toMatchObject({ code: 0 })
    expect(imported.output).toMatch(/^sandbox:\n(.*\n)* {2}JPY {2}7\.500000 {2}2026-01-31T12:00:00\.000Z\n/)
    const listed = (await run('list')).output
    expect(listed.match(/JPY/g)).toHaveLength(1)
    expect(listed.match(/MXN {2}1\.000000/g)).toHaveLength(2)
  })

  it('leaves a record of the change without a key', async () => {
    const records = await sql('pricing', `SELECT type, key_id, after FROM sandbox.change WHERE type = 'EXCHANGE_RATES'`)
    expect(records).toEqual([
      {
        type: 'EXCHANGE_RATES',
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
