import { createLogger } from '../../platform/process/logger.ts'
import { testServerUrl } from './database.ts'
import { testSubgraph, type TestSubgraph } from './subgraph.ts'
import { createDatabase } from './template-databases.ts'
import { createCatalogSubgraph } from '../../subgraphs/catalog/server.ts'

export type TestCatalog = TestSubgraph

/** The catalog subgraph on a separate database, for one test file. */
export async function startTestCatalog({ demoData = true } = {}): Promise<TestCatalog> {
  const open = (serverUrl: string, databaseName: string) =>
    createCatalogSubgraph({
      serverUrl,
      databaseName,
      demoData,
      publicUrl: 'http://127.0.0.1:4000',
      signingSecret: 'a secret of the tests, long enough',
      logger: createLogger('silent', 'catalog'),
    })
  const databaseName = await createDatabase(demoData ? 'catalog' : 'empty_catalog', open)
  return testSubgraph(await open(testServerUrl(), databaseName), databaseName)
}

/**
 * Great-circle distance in kilometres by the haversine formula: an independent computation of the database's result.
 */
export function greatCircleKm(
  from: { latitude: number; longitude: number },
  to: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180
  const halfLatitude = ((to.latitude - from.latitude) * radians) / 2
  const halfLongitude = ((to.longitude - from.longitude) * radians) / 2
  const h =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * Math.sin(halfLongitude) ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)))
}
