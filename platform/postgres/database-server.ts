import { Type } from 'typebox'
import { readConfig } from '../process/config.ts'
import { announce, openDataFolder } from '../process/data-folder.ts'
import { joinEmbeddedPostgres } from './embedded-postgres.ts'
import { PostgresAddress } from '../process/setting-types.ts'

/**
 * Gives an operator command the address of the database server: `DATABASE_URL`, or the embedded server in `DATA_DIR`.
 * An embedded server that is not running is started for the duration of the command.
 */
export async function withDatabaseServer(work: (serverUrl: string) => Promise<void>): Promise<void> {
  const settings = readConfig({
    DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
    DATABASE_URL: Type.Optional(PostgresAddress()),
  })
  if (settings.DATABASE_URL !== undefined) return work(settings.DATABASE_URL)
  const embedded = await joinEmbeddedPostgres({
    folder: await openDataFolder(settings.DATA_DIR),
    onNotice: announce,
  })
  try {
    await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
