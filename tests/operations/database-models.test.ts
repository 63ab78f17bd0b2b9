import { PrismaPg } from '@prisma/adapter-pg'
import { describe, expect, it } from '@jest/globals'
import { databaseOpeners } from '../../cli/database-openers.ts'
import * as access from '../../gateway/database/generated/prisma/client.ts'
import { environments } from '../../platform/trust/identity.ts'
import * as booking from '../../subgraphs/booking/generated/prisma/client.ts'
import * as catalog from '../../subgraphs/catalog/generated/prisma/client.ts'
import * as pricing from '../../subgraphs/pricing/generated/prisma/client.ts'
import { testServerUrl, uniqueName } from '../testkit/database.ts'

interface Model {
  findFirst(): Promise<unknown>
}
type Client = Readonly<Record<string, Model>> & { $disconnect(): Promise<void> }
/** The parts of a generated client that the test uses. */
interface Generated {
  readonly Prisma: { readonly ModelName: Readonly<Record<string, string>> }
  readonly PrismaClient: new (options: { readonly adapter: PrismaPg }) => Client
}
const generated = { access, catalog, pricing, booking } as unknown as Readonly<
  Record<keyof typeof databaseOpeners, Generated>
>

describe.each(Object.keys(generated) as (keyof typeof generated)[])('the Prisma models of %s', (owner) => {
  it('have only columns that their tables have, in both environments', async () => {
    const name = uniqueName(owner)
    await (await databaseOpeners[owner](testServerUrl(), name)).close()
    const { Prisma, PrismaClient } = generated[owner]
    const models = Object.keys(Prisma.ModelName)
    expect(models.length).toBeGreaterThan(2)
    for (const schema of environments) {
      const connectionString = Object.assign(new URL(testServerUrl()), { pathname: name }).href
      const client = new PrismaClient({ adapter: new PrismaPg({ connectionString }, { schema }) })
      try {
        for (const model of models) {
          const table = client[model.charAt(0).toLowerCase() + model.slice(1)]
          // It selects every field of the model, and fails if the table lacks its column.
          await expect(table?.findFirst()).resolves.not.toBeUndefined()
        }
      } finally {
        await client.$disconnect()
      }
    }
  })
})
