import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../../platform/postgres/database.ts'
import { readMigrations, type Migration } from '../../platform/postgres/schema-sources.ts'
import type { Installed, Result } from './trials.ts'

const prisma = pathToFileURL(path.resolve('subgraphs/booking/prisma') + path.sep)
const name = '29990101000000_a_later_release'

/** A migration for the trial: it changes distributed tables like any other, and is reverted afterwards. */
export async function laterMigration({ cluster, traffic }: Installed): Promise<Result> {
  const [partner] = traffic.partners
  const before = await traffic.create(partner)
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-migrations-'))
  try {
    const later = {
      name,
      sql: `ALTER TABLE reservation ADD COLUMN planted text NOT NULL DEFAULT 'as before';
       CREATE INDEX reservation_planted ON reservation (partner_id, planted);`,
    }
    for (const migration of [...(await readMigrations(prisma)), later]) await write(folder, migration)
    const { serverUrl } = cluster
    const opened = await openDatabase({
      serverUrl,
      name: 'booking',
      prisma: pathToFileURL(`${folder}/`),
      extensions: ['pg_trgm'],
    })
    await opened.close()
    const after = await traffic.create(partner)
    const shards = await cluster.query<{ indexes: number; rows: number }>(
      `SELECT (SELECT count(*)::integer FROM run_command_on_shards('sandbox.reservation',
           'SELECT count(*) FROM pg_index WHERE indrelid = ''%s''::regclass AND pg_get_indexdef(indexrelid) LIKE ''%%planted%%''')
         WHERE result = '1') AS indexes,
         (SELECT count(*)::integer FROM sandbox.reservation WHERE planted = 'as before') AS rows`,
    )
    const [{ indexes, rows } = { indexes: 0, rows: 0 }] = shards
    const months = await cluster.query<{ added: number }>(
      "SELECT sandbox.add_event_partitions(now() + interval '4 months') AS added",
    )
    return {
      lines: [
        `a column and an index on ${indexes} shards, ${rows} rows have the column; creations before and after: ${before}, ${after}`,
        `months of events that were added: ${months[0]?.added}`,
      ],
      isGood: indexes > 0 && rows > 1 && before === '201' && after === '201',
    }
  } finally {
    for (const environment of ['live', 'sandbox']) {
      await cluster.query(`DELETE FROM ${environment}._prisma_migrations WHERE migration_name = $1`, [name])
      await cluster.inEnvironment(environment, [
        "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
        'ALTER TABLE reservation DROP COLUMN IF EXISTS planted',
      ])
    }
    await rm(folder, { recursive: true, force: true })
  }
}

async function write(folder: string, { name, sql }: Pick<Migration, 'name' | 'sql'>): Promise<void> {
  const own = path.join(folder, 'migrations', name)
  await mkdir(own, { recursive: true })
  await writeFile(path.join(own, 'migration.sql'), sql)
}
