import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { openPool, sql, uniqueName } from '../../tests/testkit/database.ts'
import { readFactChanges } from './fact-changes.ts'

const database = uniqueName('fact_changes')
let pool: pg.Pool
beforeAll(async () => {
  await sql('postgres', `CREATE DATABASE ${database}`)
  pool = openPool(database)
  await pool.query(
    'CREATE TABLE fact_change (transaction xid8 NOT NULL DEFAULT pg_current_xact_id(), tag text NOT NULL, at timestamptz DEFAULT now())',
  )
})
afterAll(() => pool.end())
beforeEach(() => pool.query('TRUNCATE fact_change'))

const write = (rows: number, tags: number): Promise<unknown> =>
  pool.query(`INSERT INTO fact_change (tag) SELECT 'day:' || number % $2 FROM generate_series(1, $1) AS number`, [
    rows,
    tags,
  ])
const tagsOf = (changes: readonly string[]): string[] => changes.map((change) => change.replace(/^\d+ /, '')).sort()

describe('changes since a position', () => {
  it('name each tag of a transaction once, however many rows it wrote', async () => {
    const { position } = await readFactChanges(pool, null)
    await write(10_000, 3)
    await write(2, 3)
    const { changes, isComplete } = await readFactChanges(pool, position)
    expect(tagsOf(changes)).toEqual(['day:0', 'day:1', 'day:1', 'day:2', 'day:2'])
    expect(new Set(changes.map((change) => change.split(' ')[0])).size).toBe(2)
    expect(isComplete).toBe(true)
  })

  it('are none where the next position begins', async () => {
    const { position } = await readFactChanges(pool, null)
    await write(1, 1)
    const later = await readFactChanges(pool, position)
    expect(tagsOf(later.changes)).toEqual(['day:0'])
    expect(await readFactChanges(pool, later.position)).toMatchObject({ changes: [], isComplete: true })
  })

  it('are not listed when there are too many', async () => {
    const { position } = await readFactChanges(pool, null)
    await write(20_000, 20_000)
    expect((await readFactChanges(pool, position)).changes).toHaveLength(20_000)
    await write(1, 1)
    expect(await readFactChanges(pool, position)).toMatchObject({ changes: [], isComplete: false })
  })
})
