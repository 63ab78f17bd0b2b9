import { access } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readConfig } from '../process/config.ts'
import { announce, openDataFolder } from '../process/data-folder.ts'
import { joinEmbeddedPostgres } from './embedded-postgres.ts'
import { OperatorError } from '../process/operator-error.ts'
import { PostgresAddress, requirementOf } from '../process/setting-types.ts'

/**
 * Gives an operator command the address of the database server: `DATABASE_URL`, or the embedded server in `DATA_DIR`.
 * An embedded server that is not running is started for the duration of the command.
 */
export async function withDatabaseServer(work: (serverUrl: string) => Promise<void>): Promise<void> {
  const settings = readConfig({
    DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
    DATABASE_URL: Type.Optional(PostgresAddress()),
    DATABASE_LISTEN_URL: Type.Optional(PostgresAddress()),
  })
  // Commands read for long and prepare databases, which takes a connection of their own.
  const serverUrl = settings.DATABASE_LISTEN_URL ?? settings.DATABASE_URL
  if (serverUrl !== undefined) return work(serverUrl)
  return withEmbeddedServer(await openDataFolder(settings.DATA_DIR), work)
}

/**
 * The same for a server that an operator names: by its address, or by the data folder of an embedded one, which must
 * exist.
 */
export async function withNamedServer(place: string, work: (serverUrl: string) => Promise<void>): Promise<void> {
  if (/^postgres(ql)?:/.test(place)) {
    if (!Value.Check(PostgresAddress(), place))
      throw new OperatorError(`The address of the server must be ${requirementOf(PostgresAddress())}`)
    return work(place)
  }
  const folder = path.resolve(place)
  await access(path.join(folder, 'postgres', 'PG_VERSION')).catch(() => {
    throw new OperatorError(`${folder} is no data folder: it has no database. Name one, or the address of a server`)
  })
  return withEmbeddedServer(folder, work)
}

async function withEmbeddedServer(folder: string, work: (serverUrl: string) => Promise<void>): Promise<void> {
  const embedded = await joinEmbeddedPostgres({ folder, onNotice: announce })
  try {
    await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
