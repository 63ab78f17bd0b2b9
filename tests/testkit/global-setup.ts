import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'

export interface TestServer {
  postgres?: EmbeddedPostgres
  folder: string
}

declare global {
  var testServer: TestServer | undefined
}

/**
 * One PostgreSQL server for the whole run; every test file creates its own databases in it. Autovacuum would visit
 * hundreds of them, and change the plans of statements at any moment.
 */
export default async function setup(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-test-'))
  const { chmod } = await import('node:fs/promises')
  await chmod(folder, 0o755)
  process.env.TEST_FOLDER = folder
  // A server that was given is used, such as the coordinator of a cluster (ops/citus/README.md).
  if (process.env.TEST_DATABASE_URL) {
    globalThis.testServer = { folder }
    return
  }
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      autovacuum: 'off',
    },
  })
  process.env.TEST_DATABASE_URL = postgres.url
  globalThis.testServer = { postgres, folder }
}
