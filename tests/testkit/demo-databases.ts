import { createClusterDatabase } from './cluster.ts'
import { testServerUrl, workerUrls } from './database.ts'
import { copyTemplate, makeTemplates } from './template-databases.ts'

const owners = ['access', 'catalog', 'pricing', 'booking'] as const
const template = 'demo_template_'

/**
 * Creates the databases of a product with demo data as copies of those that the first product of the test run was
 * started on. Copies take PostgreSQL a fifth of the processor time of migrations and demo data, and the product none.
 * They are dropped after the test file unless they are to be kept.
 */
export async function createDemoDatabases(
  prefix: string,
  startOn: (prefix: string) => Promise<{ close(): Promise<void> }>,
  { keep = false }: { keep?: boolean } = {},
): Promise<void> {
  await makeTemplates(
    owners.map((owner) => `${template}${owner}`),
    async () => {
      const booking = `${template}booking`
      if (workerUrls().length > 0) await createClusterDatabase(booking)
      await (await startOn(template)).close()
      if (workerUrls().length === 0) return
      // Loaded only for a cluster: each test file would load and link its modules again, with those of Prisma.
      const { distributeDatabase } = await import('../../cli/databases/distribute.ts')
      await distributeDatabase({ serverUrl: testServerUrl(), databaseName: booking, shards: 8 })
    },
  )
  await Promise.all(owners.map((owner) => copyTemplate(`${template}${owner}`, `${prefix}${owner}`, { keep })))
}
