import { Type } from 'typebox'
import { readConfig } from '../process/config.ts'
import { announce, openDataFolder } from '../process/data-folder.ts'
import { joinEmbeddedPostgres } from './embedded-postgres.ts'
import { PostgresAddress } from '../process/setting-types.ts'

/**
 * Gives a command of the operator the address of the database server: that of `DATABASE_URL`, or the embedded one in
 * `DATA_DIR`, which is used as it runs and started for as long as the command takes when it does not.
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
