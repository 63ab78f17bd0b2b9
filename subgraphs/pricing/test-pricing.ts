import { createLogger } from '../../platform/logger.ts'
import { testServerUrl, uniqueName } from '../../tests/testkit/database.ts'
import { testSubgraph, type TestSubgraph } from '../../tests/testkit/subgraph.ts'
import { createPricingSubgraph } from './server.ts'

/** The pricing subgraph with demo data, for one test file; a second one on the same database is its replica. */
export async function startTestPricing(databaseName = uniqueName('pricing')): Promise<TestSubgraph> {
  const subgraph = await createPricingSubgraph({
    serverUrl: testServerUrl(),
    databaseName,
    demoData: true,
    logger: createLogger('silent', 'pricing'),
  })
  return testSubgraph(subgraph, databaseName)
}
