import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { owners, schemaSql, snapshotFiles } from './schema-sql.ts'

await runCommand(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'schema-sql-'))
  // PostgreSQL runs as another user where this process is root.
  await chmod(folder, 0o755)
  try {
    const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
    try {
      // npm runs its scripts in the root of the repository.
      for (const owner of owners)
        await writeFile(path.resolve(snapshotFiles[owner]), await schemaSql(postgres.url, owner, owner))
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
