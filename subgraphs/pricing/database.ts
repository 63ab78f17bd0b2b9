import {
  openPrismaDatabase,
  transactionOptions,
  type OpenDatabases,
  type OpenOptions,
  type PrismaDatabase,
} from '../../platform/postgres/prisma-database.ts'
import { PrismaClient } from './generated/prisma/client.ts'

export type Database = PrismaDatabase<PrismaClient>

const prisma = new URL('prisma/', import.meta.url)

export const openDatabases = (
  serverUrl: string,
  name: string,
  options: OpenOptions = {},
): Promise<OpenDatabases<PrismaClient>> =>
  openPrismaDatabase(
    { serverUrl, name, prisma, ...options },
    (adapter) => new PrismaClient({ adapter, transactionOptions, errorFormat: 'minimal' }),
  )
