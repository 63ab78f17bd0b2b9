import { describe, expect, it } from '@jest/globals'
import { databaseOpeners } from '../../cli/database-openers.ts'
import { readSources } from '../../platform/postgres/schema-sources.ts'
import { onConnection, sql, testServerUrl, uniqueName } from '../testkit/database.ts'
import { readSchema } from '../testkit/schema-text.ts'

type Owner = keyof typeof databaseOpeners
const owners = Object.keys(databaseOpeners) as Owner[]
const folderOf = (owner: Owner): URL =>
  new URL(`../../${owner === 'access' ? 'gateway/database' : `subgraphs/${owner}`}/prisma/`, import.meta.url)

async function prepared(owner: Owner): Promise<string> {
  const name = uniqueName(owner)
  await (await databaseOpeners[owner](testServerUrl(), name)).close()
  return name
}

describe.each(owners)('the database %s', (owner) => {
  it('is what the files of its sql/ make', async () => {
    const product = await prepared(owner)
    const other = uniqueName(`${owner}_sources`)
    await sql('postgres', `CREATE DATABASE ${other}`)
    const made = await onConnection(other, async (client) => {
      const extensions = await sql(product, "SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY oid")
      for (const { extname } of extensions) await client.query(`CREATE EXTENSION ${extname}`)
      await client.query('BEGIN; CREATE SCHEMA live; SET LOCAL search_path = live, public')
      await client.query(await readSources(folderOf(owner)))
      await client.query('COMMIT')
      return readSchema(client)
    })
    expect(made).toMatch(/^CREATE TABLE/m)
    expect(await onConnection(product, readSchema)).toBe(made)
  })
})

it('a database of other sources is refused with its hash, its folder and the way out, and is left as it is', async () => {
  const name = await prepared('pricing')
  await sql(name, "UPDATE sandbox._prisma_migrations SET checksum = repeat('ab', 32)")
  const opening = databaseOpeners.pricing(testServerUrl(), name)
  await expect(opening).rejects.toThrow(
    /^The database "\w+" in \/.+ was made by another version \(its schema is abababababab, this version's is [0-9a-f]{12}\): delete the data folder, .+; reservations and keys are not carried over$/,
  )
  expect(await sql(name, 'SELECT DISTINCT checksum FROM sandbox._prisma_migrations')).toEqual([
    { checksum: 'ab'.repeat(32) },
  ])
})

it('a database that earlier migrations made is refused, too', async () => {
  const name = await prepared('access')
  await sql(name, "UPDATE live._prisma_migrations SET migration_name = '20261121000000_keys'")
  await expect(databaseOpeners.access(testServerUrl(), name)).rejects.toThrow('was made by another version')
})
