import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openDatabase, type OpenDatabase, type Pool } from '../../../platform/postgres/database.ts'
import { sql, testServerUrl, uniqueName } from '../../../tests/testkit/database.ts'
import { openDatabases } from '../database.ts'

const migrations = new URL('../prisma/migrations/', import.meta.url)
const firstOfMonths = '20261122160000'
const name = uniqueName('by_month')
let folder: string

/** The migrations of the version before. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  for (const one of await readdir(migrations))
    if (one < firstOfMonths) await cp(new URL(one, migrations), path.join(folder, one), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

const openOlder = (database: string): Promise<OpenDatabase> =>
  openDatabase({
    serverUrl: testServerUrl(),
    name: database,
    migrations: pathToFileURL(`${folder}/`),
    extensions: ['pg_trgm'],
  })

/** As every version writes an event. */
const write = (pool: Pool, version: number): Promise<unknown> =>
  pool.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot)
     VALUES ($1, $1, $1, $1, 'reservation.created', $2, now(), '{}')`,
    [randomUUID(), version],
  )

it('a log that exists becomes the first month beside processes that write to it, losing nothing', async () => {
  const older = await openOlder(name)
  const { sandbox: pool } = older.pools
  let written = 0
  for (; written < 500; written += 1) await write(pool, written)
  const webhookId = randomUUID()
  await pool.query(
    `INSERT INTO webhook (id, partner_id, url, events, secret, created_at, updated_at)
     VALUES ($1, $1, 'https://receiver.example/', '{reservation.created}', '', now(), now())`,
    [webhookId],
  )
  const queue = (): Promise<unknown> =>
    pool.query(
      `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, status, created_at)
       SELECT gen_random_uuid(), $1, id, type, 'dead', now() FROM reservation_event
       ON CONFLICT (event_id, webhook_id) DO NOTHING`,
      [webhookId],
    )
  await queue()

  let migrating = true
  const writer = async (): Promise<void> => {
    while (migrating) await write(pool, ++written)
  }
  const writers = [
    writer(),
    writer(),
    (async () => {
      while (migrating) await queue()
    })(),
  ]
  const newer = await openDatabases(testServerUrl(), name)
  migrating = false
  await Promise.all(writers)
  await write(pool, ++written)
  await queue()

  const { rows } = await pool.query<Record<string, number>>(
    `SELECT count(*) AS events, count(DISTINCT sequence) AS sequences, (SELECT count(*) FROM webhook_delivery) AS deliveries,
       count(*) FILTER (WHERE tableoid = 'reservation_event_default'::regclass) AS strays FROM reservation_event`,
  )
  const events = rows[0]?.events
  expect(rows).toEqual([{ events, sequences: events, deliveries: events, strays: 0 }])
  expect(events).toBeGreaterThan(500)
  const versions = await pool.query('SELECT FROM reservation_event GROUP BY version HAVING count(*) > 1')
  expect([versions.rowCount, events]).toEqual([0, written])

  // The version before prunes row by row, deliveries included.
  await pool.query('DELETE FROM reservation_event WHERE id IN (SELECT id FROM reservation_event LIMIT 100)')
  expect((await pool.query('SELECT FROM webhook_delivery')).rowCount).toBe(written - 100)
  await Promise.all([older.close(), newer.close()])
})

it('ends no transaction of a process that needs the tables in another order', async () => {
  const database = uniqueName('by_month_order')
  const older = await openOlder(database)
  const client = await older.pools.live.connect()
  // As the webhook queue does: deliveries first, then events.
  await client.query('BEGIN; LOCK TABLE webhook_delivery IN ROW EXCLUSIVE MODE')
  const newer = openDatabases(testServerUrl(), database)
  for (let waiting = 0; waiting === 0;)
    [{ waiting = 0 } = {}] = await sql<{ waiting: number }>(
      database,
      `SELECT count(*)::integer AS waiting FROM pg_locks WHERE relation = 'live.webhook_delivery'::regclass AND NOT granted`,
    )
  await expect(client.query('SELECT FROM reservation_event')).resolves.toMatchObject({ rowCount: 0 })
  await client.query('COMMIT')
  client.release()
  await (await newer).close()
  await older.close()
})
