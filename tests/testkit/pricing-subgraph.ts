import { createLogger } from '../../platform/process/logger.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { testServerUrl, uniqueName } from './database.ts'
import { testSubgraph, type TestSubgraph } from './subgraph.ts'
import { createPricingSubgraph } from '../../subgraphs/pricing/server.ts'

/** The pricing subgraph with demo data, for one test file; a second one on the same database is its replica. */
export async function startTestPricing(
  databaseName = uniqueName('pricing'),
  options: { readonly clock?: Clock; readonly signingSecret?: Secrets } = {},
): Promise<TestSubgraph> {
  const subgraph = await createPricingSubgraph({
    serverUrl: testServerUrl(),
    databaseName,
    demoData: true,
    signingSecret: 'a secret of the tests of pricing',
    ...options,
    logger: createLogger('silent', 'pricing'),
  })
  return testSubgraph(subgraph, databaseName)
}
