import { createLogger } from '../../platform/process/logger.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { testServerUrl, uniqueName } from './database.ts'
import { testSubgraph, type TestSubgraph } from './subgraph.ts'
import { createDatabase } from './template-databases.ts'
import { createPricingSubgraph } from '../../subgraphs/pricing/server.ts'

/** The pricing subgraph with demo data, for one test file; a second one on the same database is its replica. */
export async function startTestPricing(
  databaseOf?: string,
  options: { readonly clock?: Clock; readonly signingSecret?: Secrets } = {},
): Promise<TestSubgraph> {
  const start = (serverUrl: string, databaseName: string, own: typeof options = {}) =>
    createPricingSubgraph({
      serverUrl,
      databaseName,
      demoData: true,
      signingSecret: 'a secret of the tests of pricing',
      ...own,
      logger: createLogger('silent', 'pricing'),
    })
  // Demo prices are relative to the clock.
  const createOwn = () => (options.clock ? uniqueName('pricing') : createDatabase('pricing', start))
  const databaseName = databaseOf ?? (await createOwn())
  return testSubgraph(await start(testServerUrl(), databaseName, options), databaseName)
}
