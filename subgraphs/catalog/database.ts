import {
  openPrismaDatabase,
  type OpenDatabases,
  type OpenOptions,
  type PrismaDatabase,
} from '../../platform/postgres/prisma-database.ts'
import { PrismaClient } from './generated/prisma/client.ts'

export type Database = PrismaDatabase<PrismaClient>

const prisma = new URL('prisma/', import.meta.url)
/** For distances, and for searches in texts. */
const extensions = ['cube', 'earthdistance', 'pg_trgm']

export const openDatabases = (
  serverUrl: string,
  name: string,
  options: OpenOptions = {},
): Promise<OpenDatabases<PrismaClient>> =>
  openPrismaDatabase(
    { serverUrl, name, prisma, extensions, ...options },
    (adapter) => new PrismaClient({ adapter, errorFormat: 'minimal' }),
  )
