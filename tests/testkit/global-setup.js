import { access, chmod, constants, mkdtemp, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** Several times what the servers of a run take. */
const enoughBytes = 4_000_000_000

/**
 * Memory, where there is enough of it: on a disk, the 2,000 files of each product's databases can take a second of
 * processor time to copy, in memory less than a tenth of one.
 */
async function parentFolder() {
  const memory = process.env['TEST_MEMORY_FOLDER'] ?? '/dev/shm'
  try {
    const { bavail, bsize } = await statfs(memory)
    if (Math.min(bavail * bsize, freemem()) < enoughBytes) return tmpdir()
    await access(memory, constants.W_OK)
    return memory
  } catch {
    return tmpdir()
  }
}

/**
 * One PostgreSQL server for the whole run; every test file creates its own databases in it. Autovacuum would visit
 * hundreds of them, and change the plans of statements at any moment.
 */
export default async function setup() {
  const folder = await mkdtemp(path.join(await parentFolder(), 'cenotes-test-'))
  await chmod(folder, 0o755)
  process.env.TEST_FOLDER = folder
  // A server that was given is used, such as the coordinator of a cluster (ops/citus/README.md).
  if (process.env.TEST_DATABASE_URL) {
    globalThis.testServer = { folder }
    return
  }
  // Jest loads this module by `require`, which cannot load TypeScript.
  const { startEmbeddedPostgres } = await import('../../platform/postgres/embedded-postgres.ts')
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      autovacuum: 'off',
      scram_iterations: '1',
    },
  })
  await hashPasswordAgain(postgres.url)
  process.env.TEST_DATABASE_URL = postgres.url
  globalThis.testServer = { postgres, folder }
}

/**
 * Every session hashes the password as often as its stored form says: 4,096 times take server and client a millisecond
 * of processor time each, in more than ten thousand sessions of a run.
 */
/** @param {string} url */
async function hashPasswordAgain(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { username, password } = new URL(url)
  await client.query(
    `ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${client.escapeLiteral(decodeURIComponent(password))}`,
  )
  await client.end()
}
