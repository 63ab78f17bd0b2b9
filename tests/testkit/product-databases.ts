import { createClusterDatabase } from './cluster.ts'
import { testServerUrl, workerUrls } from './database.ts'
import { copyTemplate, makeTemplates } from './template-databases.ts'

const owners = ['access', 'catalog', 'pricing', 'booking'] as const

/**
 * Creates the databases of a product, with demo data unless it is to be empty, as copies of those that the first such
 * product of the test run was started on. Copies take PostgreSQL a fifth of the processor time of migrations and demo
 * data, and the product none. They are dropped after the test file unless they are to be kept.
 */
export async function createProductDatabases(
  prefix: string,
  startOn: (prefix: string, hasDemoData: boolean) => Promise<{ close(): Promise<void> }>,
  { keep = false, hasDemoData = true }: { keep?: boolean; hasDemoData?: boolean } = {},
): Promise<void> {
  const template = hasDemoData ? 'demo_template_' : 'empty_template_'
  await makeTemplates(
    owners.map((owner) => `${template}${owner}`),
    async () => {
      const booking = `${template}booking`
      if (workerUrls().length > 0) await createClusterDatabase(booking)
      await (await startOn(template, hasDemoData)).close()
      if (workerUrls().length === 0) return
      // Loaded only for a cluster: each test file would load and link its modules again, with those of Prisma.
      const { distributeDatabase } = await import('../../cli/databases/distribute.ts')
      await distributeDatabase({ serverUrl: testServerUrl(), databaseName: booking, shards: 8 })
    },
  )
  await Promise.all(owners.map((owner) => copyTemplate(`${template}${owner}`, `${prefix}${owner}`, { keep })))
}
