import { lexicographicSortSchema, printSchema } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { GatewayClient } from '../../rest-facade/gateway-client.ts'
import { createRestFacade } from '../../rest-facade/server.ts'

/** The document of the REST API as it is now; no request reaches the gateway. */
export async function openApiNow(): Promise<Record<string, unknown>> {
  const logger = createLogger('silent', 'contract')
  const app = createHttpServer(logger, {})
  const unreachable = () => Promise.reject(new Error('There is no gateway here'))
  const gateway: GatewayClient = { execute: unreachable, authorize: unreachable, charge: unreachable }
  const pictures = { read: unreachable, write: unreachable }
  await app.register(await createRestFacade({ gateway, publicUrl: 'https://api.cenotes.example', pictures, logger }))
  const { body } = await app.inject('/openapi.json')
  await app.close()
  return JSON.parse(body) as Record<string, unknown>
}

/** The schema that clients of GraphQL see now, in SDL. */
export const graphqlNow = (): string =>
  printSchema(
    lexicographicSortSchema(loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url)).apiSchema),
  )
