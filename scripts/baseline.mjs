// Freezes the sources of each database as the first migration of its Prisma folder. This is for the first release: after
// it a change of the sources needs a migration of its own. A database that these sources made has that migration already.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { baselineName, readSources } from '../dist/platform/postgres/schema-sources.js'

for (const owner of ['gateway/database', 'subgraphs/catalog', 'subgraphs/pricing', 'subgraphs/booking']) {
  const prisma = new URL(`../${owner}/prisma/`, import.meta.url)
  const migrations = new URL('migrations/', prisma)
  if (existsSync(migrations)) throw new Error(`${owner} has migrations already`)
  const folder = new URL(`${baselineName}/`, migrations)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('migration.sql', folder), await readSources(prisma))
}
