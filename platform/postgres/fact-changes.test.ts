import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { openPool, sql, uniqueName } from '../../tests/testkit/database.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import { createRemoval, readFactChanges } from './fact-changes.ts'

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

/** Transactions of other tests, in other databases of the server, may be older still. */
const otherTransactions = { milliseconds: 60_000 }

describe('changes are removed', () => {
  const minute = 60_000
  const stored = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ tag: string }>('SELECT tag FROM fact_change ORDER BY tag')
    return rows.map(({ tag }) => tag)
  }

  it('five minutes after their transactions ended, however long those ran', async () => {
    let now = 0
    const remove = createRemoval({ now: () => now })
    const long = await pool.connect()
    await long.query('BEGIN')
    await long.query(`INSERT INTO fact_change (tag, at) VALUES ('long', now() - interval '1 hour')`)
    await pool.query(`INSERT INTO fact_change (tag, at) VALUES ('short', now() - interval '1 hour')`)
    const { position } = await readFactChanges(pool, null)
    for (; now < 10 * minute; now += minute) await remove(pool)
    // The short one came after the long one, which still runs.
    expect(await stored()).toEqual(['short'])
    await long.query('COMMIT')
    long.release()
    for (const end = now + 5 * minute; now < end; now += minute) await remove(pool)
    expect(tagsOf((await readFactChanges(pool, position)).changes)).toEqual(['long'])
    await eventually(
      async () => {
        now += minute
        await remove(pool)
        return stored()
      },
      [],
      otherTransactions,
    )
  })

  it('not before a reader that must not miss any has read them', async () => {
    let now = 0
    let position: string | null = (await readFactChanges(pool, null)).position
    const remove = createRemoval({ now: () => now, keepAfter: () => Promise.resolve(position) })
    await pool.query(`INSERT INTO fact_change (tag) VALUES ('unread')`)
    for (; now < 20 * minute; now += minute) await remove(pool)
    expect(await stored()).toEqual(['unread'])
    await eventually(
      async () => {
        // A position read while an older transaction runs keeps the changes written since that transaction began.
        position = (await readFactChanges(pool, null)).position
        now += minute
        await remove(pool)
        return stored()
      },
      [],
      otherTransactions,
    )
  })

  it('when their transactions have not begun on this server', async () => {
    await pool.query(`INSERT INTO fact_change (transaction, tag) VALUES ('9000000000', 'restored'), (DEFAULT, 'new')`)
    await createRemoval()(pool)
    expect(await stored()).toEqual(['new'])
  })
})
