import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { sql } from '../testkit/database.ts'
import { playMainJob } from '../testkit/main-job.ts'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { startSeparateProduct, type SeparateProduct } from '../testkit/separate-product.ts'

const owners = { catalog: 'catalog', pricing: 'pricing', booking: 'booking', gateway: 'access' } as const
type Owner = keyof typeof owners
const parts = Object.keys(owners) as Owner[]

/** With the demo data of a part, which takes processor time to make, and without the databases of the others. */
async function serverOf(part: Owner): Promise<OwnPostgres> {
  const server = await startOwnPostgres({ demoData: true })
  for (const other of parts.filter((one) => one !== part))
    await sql('postgres', `DROP DATABASE ${owners[other]}`, [], server.url)
  return server
}

let servers: Record<Owner, OwnPostgres>
let product: SeparateProduct
beforeAll(async () => {
  const started = await Promise.all(parts.map(async (part) => [part, await serverOf(part)] as const))
  servers = Object.fromEntries(started) as Record<Owner, OwnPostgres>
  const own = Object.fromEntries(parts.map((part) => [part, { DATABASE_URL: servers[part].url }]))
  product = await startSeparateProduct({}, { own })
})
afterAll(async () => {
  await product.close()
  await Promise.all(Object.values(servers).map((server) => server.stop()))
})

it('serves the whole main job with each database on a server of its own', async () => {
  await playMainJob(product.url('rest-facade'), product.url('gateway'))
  for (const part of parts)
    expect(
      await sql(
        'postgres',
        `SELECT datname AS name FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'`,
        [],
        servers[part].url,
      ),
    ).toEqual([{ name: owners[part] }])
})
