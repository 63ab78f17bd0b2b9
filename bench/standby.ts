import { execFile } from 'node:child_process'
import { chmod, chown, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

const run = promisify(execFile)

/** A running embedded server. */
export interface Primary {
  readonly url: string
  /** Its folder, as `DATA_DIR`. */
  readonly folder: string
}

/** A streaming replica. */
export interface Standby {
  readonly url: string
  stop(): Promise<void>
}

/** Takes a base copy of a running server by PostgreSQL's low-level interface, and starts it as a standby. */
export async function startStandby(
  { url, folder: source }: Primary,
  settings: Record<string, string> = {},
): Promise<Standby> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-replica-'))
  await chmod(folder, 0o755)
  const cluster = path.join(folder, 'postgres')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('replica', true)`)
    // Files may vanish while they are copied, which recovery repairs; owners and permissions must be the same.
    await run('cp', ['-a', path.join(source, 'postgres'), cluster]).catch((error: Error) => {
      if (!error.message.includes('No such file')) throw error
    })
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(path.join(cluster, name), { force: true })
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)')
    await writeFile(path.join(cluster, 'backup_label'), rows[0]?.label ?? '')
  } finally {
    await client.end()
  }
  await writeFile(path.join(cluster, 'standby.signal'), '')
  const { uid, gid } = await stat(cluster)
  for (const name of ['backup_label', 'standby.signal']) await chown(path.join(cluster, name), uid, gid)
  await copyFile(path.join(source, 'postgres.password'), path.join(folder, 'postgres.password'))
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { ...settings, primary_conninfo: conninfo(url), hot_standby: 'on' },
  })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function conninfo(url: string): string {
  const { hostname, port, username, password } = new URL(url)
  return `host=${hostname} port=${port} user=${username} password=${password}`
}
