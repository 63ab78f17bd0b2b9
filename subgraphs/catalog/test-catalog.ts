import type { ExecutionResult } from 'graphql'
import { localExecutor } from '../../platform/graphql-executor.ts'
import type { Identity } from '../../platform/identity.ts'
import { createLogger } from '../../platform/logger.ts'
import { sql, testServerUrl, uniqueName } from '../../tests/testkit/database.ts'
import { createCatalogSubgraph } from './server.ts'

/** The catalogue subgraph on a database of its own, for one test file. */
export interface TestCatalog {
  readonly databaseName: string
  /** The data of an operation that must succeed. */
  ask<T = Record<string, never>>(
    query: string,
    variables?: Record<string, unknown>,
    identity?: Partial<Identity>,
  ): Promise<T>
  /** The extensions of the first error of an operation that must fail. */
  refusal(
    query: string,
    variables?: Record<string, unknown>,
    identity?: Partial<Identity>,
  ): Promise<Record<string, unknown>>
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function startTestCatalog({ demoData = true } = {}): Promise<TestCatalog> {
  const databaseName = uniqueName('catalog')
  const subgraph = await createCatalogSubgraph({
    serverUrl: testServerUrl(),
    databaseName,
    demoData,
    signingSecret: 'a secret of the tests, long enough',
    logger: createLogger('silent', 'catalog'),
  })
  const executor = localExecutor(subgraph)
  const run = (
    query: string,
    variables: Record<string, unknown> = {},
    identity: Partial<Identity> = {},
  ): Promise<ExecutionResult> =>
    executor.execute(
      { query, variables },
      { partnerId: null, environment: 'live', scopes: [], locale: 'en', requestId: 'test', ...identity },
    )
  return {
    databaseName,
    async ask<T>(query: string, variables?: Record<string, unknown>, identity?: Partial<Identity>) {
      const { data, errors } = await run(query, variables, identity)
      if (errors) throw new Error(JSON.stringify(errors))
      return data as T
    },
    async refusal(query, variables, identity) {
      const { errors } = await run(query, variables, identity)
      return { ...errors?.[0]?.extensions }
    },
    sql: (text, values) => sql(databaseName, text, values),
    close: () => executor.close(),
  }
}

/** Great-circle distance in kilometres by the haversine formula: what the database must answer, found another way. */
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
