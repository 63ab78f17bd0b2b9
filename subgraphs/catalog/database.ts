import {
  openPrismaDatabase,
  type OpenDatabases,
  type OpenOptions,
  type PrismaDatabase,
} from '../../platform/postgres/prisma-database.ts'
import { PrismaClient } from './generated/prisma/client.ts'

export type Database = PrismaDatabase<PrismaClient>

const migrations = new URL('prisma/migrations/', import.meta.url)
/** Distances, and search without regard to accents. */
const extensions = ['cube', 'earthdistance', 'pg_trgm', 'unaccent']

export const openDatabases = (
  serverUrl: string,
  name: string,
  options: OpenOptions = {},
): Promise<OpenDatabases<PrismaClient>> =>
  openPrismaDatabase(
    { serverUrl, name, migrations, extensions, ...options },
    (adapter) => new PrismaClient({ adapter, errorFormat: 'minimal' }),
  )
