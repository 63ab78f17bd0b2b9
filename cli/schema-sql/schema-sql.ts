import { openSession } from '../../platform/postgres/database.ts'
import { databaseOpeners } from '../database-openers.ts'
import { readSchema } from './store/schema.ts'

type Owner = keyof typeof databaseOpeners

/** Where the snapshot of each database is, from the root of the repository. */
export const snapshotFiles: Readonly<Record<Owner, string>> = {
  access: 'gateway/database/prisma/schema.sql',
  catalog: 'subgraphs/catalog/prisma/schema.sql',
  pricing: 'subgraphs/pricing/prisma/schema.sql',
  booking: 'subgraphs/booking/prisma/schema.sql',
}

export const owners = Object.keys(snapshotFiles) as Owner[]

/** The snapshot of an owner's database, made by applying its migrations to a new database of this name. */
export async function schemaSql(serverUrl: string, owner: Owner, name: string): Promise<string> {
  const { close } = await databaseOpeners[owner](serverUrl, name)
  await close()
  const { client, end } = await openSession({ serverUrl, name }, 'schema-sql')
  const definitions = await readSchema(client).finally(end)
  return `${header(owner)}\n\n${definitions}\n`
}

const header = (owner: Owner): string =>
  [
    `-- The database ${owner} as its migrations leave it: the schema live, which sandbox equals, without partitions.`,
    '-- `npm run schema:sql` writes it and a test compares it; nothing executes it (docs/contributors/database.md).',
  ].join('\n')
