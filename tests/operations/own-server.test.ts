import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { freePort } from '../../platform/process/free-port.ts'
import { sql, testServerUrl, uniqueName } from '../testkit/database.ts'
import { ended, spawnProcess } from '../testkit/process.ts'
import { isLong } from '../testkit/long-form.ts'
import { partner, startTestProduct, type TestProduct } from '../testkit/product.ts'

const owners = ['access', 'catalog', 'pricing', 'booking'] as const
const extensions = ['cube', 'earthdistance', 'pg_trgm']
let product: TestProduct | undefined

/** Address of the test server for a role that may do only what is granted here. */
async function roleOf(rights: string): Promise<{ role: string; url: string }> {
  const role = uniqueName('role')
  const password = randomUUID()
  await sql('postgres', `CREATE ROLE ${role} LOGIN ${rights} PASSWORD '${password}'`)
  const url = new URL(testServerUrl())
  url.username = role
  url.password = password
  return { role, url: url.toString() }
}

/** Names of the databases of one product, made by an administrator. */
async function databasesFor(role: string | undefined, ...statements: string[]): Promise<TestProduct['database']> {
  const prefix = `${uniqueName('t')}_`
  for (const owner of owners) {
    await sql('postgres', `CREATE DATABASE ${prefix}${owner} ${role === undefined ? '' : `OWNER ${role}`}`)
    for (const statement of statements) await sql(`${prefix}${owner}`, statement)
  }
  return (owner) => `${prefix}${owner}`
}

const start = async (url: string, database: TestProduct['database']): Promise<TestProduct> =>
  (product = await startTestProduct({ DATABASE_URL: url }, { database }))

const refusal = (starting: Promise<unknown>): Promise<Error> =>
  starting.then(
    () => new Error('It started'),
    (error: Error) => error,
  )

/** Queries that need every extension: distances, and a search without accents. */
async function expectCatalogToWork({ url }: TestProduct): Promise<void> {
  const near = await partner(url).get('/api/partner/cenotes/search/nearby?latitude=20.2464&longitude=-87.4642&limit=1')
  expect(near.body.data).toMatchObject([{ name: 'Gran Cenote', distance: { km: 0 } }])
  const found = await partner(url).get('/api/partner/cenotes?search=suytun')
  expect(found).toHaveStatus(200)
  expect(found.body.pagination.total).toBeGreaterThan(0)
}

afterEach(async () => {
  await product?.close()
  product = undefined
})
describe('a PostgreSQL server of the operator', () => {
  it('names the extension that its role may not create, and starts once the statements shown were run', async () => {
    const { role, url } = await roleOf('CREATEDB')
    const prefix = `${uniqueName('t')}_`
    const database: TestProduct['database'] = (owner) => `${prefix}${owner}`
    const { message } = await refusal(start(url, database))
    const [problem, ...statements] = message.split('\n')
    expect(problem).toBe(
      `The database "${prefix}catalog" lacks extensions that the role "${role}" may not create. An administrator runs in it:`,
    )
    expect(statements).toEqual(['  CREATE EXTENSION IF NOT EXISTS earthdistance SCHEMA "public";'])
    for (const statement of statements) await sql(database('catalog'), statement)
    await expectCatalogToWork(await start(url, database))
  })

  // The other tests have their extensions in the schema public.
  it.each(['Own Schema', ...(isLong ? ['public', 'extensions'] : [])])(
    'works with databases and extensions made beforehand, in the schema %s',
    async (schema) => {
      const name = `"${schema.replaceAll('"', '""')}"`
      const { role, url } = await roleOf('NOCREATEDB')
      const database = await databasesFor(
        role,
        `CREATE SCHEMA IF NOT EXISTS ${name}; GRANT USAGE ON SCHEMA ${name} TO ${role}`,
      )
      for (const extension of extensions) await sql(database('catalog'), `CREATE EXTENSION ${extension} SCHEMA ${name}`)
      await sql(database('booking'), `CREATE EXTENSION pg_trgm SCHEMA ${name}`)
      for (let starts = 0; starts < 2; starts += 1) {
        await expectCatalogToWork(await start(url, database))
        expect(await partner(product?.url ?? '').get('/api/partner/reservations?search=ana')).toHaveStatus(200)
        await product?.close()
      }
    },
  )

  it('works with schemas made beforehand for a role that may create nothing in the database', async () => {
    const { role, url } = await roleOf('NOCREATEDB')
    const database = await databasesFor(
      undefined,
      `CREATE SCHEMA live AUTHORIZATION ${role}; CREATE SCHEMA sandbox AUTHORIZATION ${role}`,
      ...extensions.map((extension) => `CREATE EXTENSION ${extension}`),
    )
    await expectCatalogToWork(await start(url, database))
  })

  it('names the extension that booking lacks when its role may create nothing in the database', async () => {
    const { role, url } = await roleOf('NOCREATEDB')
    const database = await databasesFor(
      undefined,
      `CREATE SCHEMA live AUTHORIZATION ${role}; CREATE SCHEMA sandbox AUTHORIZATION ${role}`,
    )
    for (const extension of extensions) await sql(database('catalog'), `CREATE EXTENSION ${extension}`)
    expect((await refusal(start(url, database))).message).toBe(
      `The database "${database('booking')}" lacks extensions that the role "${role}" may not create. An administrator runs in it:\n` +
        '  CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA "public";',
    )
  })

  it('requires one schema when the extensions are in several', async () => {
    const { role, url } = await roleOf('NOCREATEDB')
    const database = await databasesFor(
      role,
      'CREATE SCHEMA other; CREATE EXTENSION pg_trgm SCHEMA other; CREATE EXTENSION cube',
    )
    expect((await refusal(start(url, database))).message).toBe(
      `The extensions of the database "${database('catalog')}" must be in one schema. An administrator runs in it:\n` +
        '  ALTER EXTENSION pg_trgm SET SCHEMA "public";',
    )
  })

  it('names the database that its role may not create', async () => {
    const { role, url } = await roleOf('NOCREATEDB')
    const { message } = await refusal(startTestProduct({ DATABASE_URL: url }))
    expect(message).toMatch(
      new RegExp(
        `^The role "${role}" may not create the database "(\\w+)". An administrator runs:\n  CREATE DATABASE "\\1" OWNER "${role}";$`,
      ),
    )
  })

  it('names the right that is missing in a database made beforehand', async () => {
    const { role, url } = await roleOf('NOCREATEDB')
    const database = await databasesFor(undefined, ...extensions.map((extension) => `CREATE EXTENSION ${extension}`))
    expect((await refusal(start(url, database))).message).toMatch(
      new RegExp(
        `^The role "${role}" may not prepare the database "(\\w+)" \\(permission denied for database \\1\\)\\. An administrator runs:\n  GRANT CREATE ON DATABASE "\\1" TO "${role}";$`,
      ),
    )
  })
})

describe('a DATABASE_URL that leads nowhere', () => {
  it('is reported with the address of the server, and without a stack', async () => {
    const port = await freePort()
    const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-own-server-'))
    const url = `postgres://user:s3cret@127.0.0.1:${port}/postgres`
    const process = spawnProcess('main.js', { PORT: '0', DATABASE_URL: url, DATA_DIR: folder })
    expect(await ended(process.child)).toBe(1)
    await rm(folder, { recursive: true })
    expect(process.output()).toBe(
      `The PostgreSQL server at 127.0.0.1:${port} cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    )
  })

  it("is reported with the server's message about the user", async () => {
    const { host } = new URL(testServerUrl())
    const { message } = await refusal(startTestProduct({ DATABASE_URL: `postgres://nobody:s3cret@${host}/postgres` }))
    expect(message).toBe(
      `The PostgreSQL server at ${host} refuses the user "nobody": password authentication failed for user "nobody"`,
    )
  })
})
