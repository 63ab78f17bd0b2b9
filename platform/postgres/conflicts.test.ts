import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { sql, testServerUrl, uniqueName } from '../../tests/testkit/database.ts'
import { inTransaction, openDatabase, type OpenDatabase, type Pool, type PoolClient } from './database.ts'

const name = uniqueName('conflicts')
let opened: OpenDatabase
let pool: Pool
beforeAll(async () => {
  opened = await openDatabase({
    serverUrl: testServerUrl(),
    name,
    prisma: new URL('../../gateway/database/prisma/', import.meta.url),
  })
  pool = opened.pools.live
  await pool.query('CREATE TABLE thing (id integer PRIMARY KEY, changes integer NOT NULL)')
})
afterAll(() => opened.close())
beforeEach(() => pool.query('TRUNCATE thing; INSERT INTO thing VALUES (1, 0), (2, 0)'))

const change = (client: PoolClient, id: number): Promise<unknown> =>
  client.query('UPDATE thing SET changes = changes + 1 WHERE id = $1', [id])

const changes = async (): Promise<unknown> =>
  (await pool.query<{ changes: number }>('SELECT changes FROM thing ORDER BY id')).rows.map((row) => row.changes)

/** Locks the second thing and, once `begin` waits for it, the first one, which `begin` has. It never ends itself. */
async function crossing<T>(begin: () => Promise<T>): Promise<T> {
  const other = await pool.connect()
  await other.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'`)
  await change(other, 2)
  const begun = begin()
  for (let waiting = 0; waiting === 0;)
    [{ waiting = 0 } = {}] = await sql<{ waiting: number }>(
      name,
      `SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  await change(other, 1)
  await other.query('COMMIT')
  other.release()
  return begun
}

it('a transaction that PostgreSQL ends for another one in a deadlock runs again', async () => {
  let runs = 0
  const result = await crossing(() =>
    inTransaction(pool, async (client) => {
      runs += 1
      await change(client, 1)
      await change(client, 2)
      return 'done'
    }),
  )
  expect([result, runs, await changes()]).toEqual(['done', 2, [2, 2]])
})

it('so does a statement on its own', async () => {
  const ordered = `WITH one AS MATERIALIZED (SELECT id FROM thing WHERE id = 1 FOR UPDATE),
      two AS MATERIALIZED (SELECT id FROM thing WHERE id = 2 AND EXISTS (SELECT FROM one) FOR UPDATE)
    UPDATE thing SET changes = changes + 1 WHERE id IN (SELECT id FROM one UNION ALL SELECT id FROM two)`
  const { rowCount } = await crossing(() => pool.query(ordered))
  expect([rowCount, await changes()]).toEqual([2, [2, 2]])
})

it('a transaction that is ended each time fails with the reason of PostgreSQL', async () => {
  let runs = 0
  const work = inTransaction(pool, async (client) => {
    runs += 1
    await change(client, 1)
    await client.query(`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`)
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect([runs, await changes()]).toEqual([4, [0, 0]])
})

it('a transaction that fails for any other reason runs once', async () => {
  let runs = 0
  const work = inTransaction(pool, async (client) => {
    runs += 1
    await client.query('SELECT 1 / 0')
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(runs).toBe(1)
})
