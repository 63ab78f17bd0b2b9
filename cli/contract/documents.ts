import { lexicographicSortSchema, printSchema } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { GatewayClient } from '../../rest-facade/gateway-client.ts'
import { createRestFacade } from '../../rest-facade/server.ts'

/** The document of the REST API as it is now. */
export const openApiNow = (): Promise<Record<string, unknown>> => documentNow('/openapi.json')

/** The document of OCTO as it is now. */
export const octoNow = (): Promise<Record<string, unknown>> => documentNow('/octo/v1/openapi.json')

/** A document of the facade; no request reaches the gateway. */
async function documentNow(path: string): Promise<Record<string, unknown>> {
  const logger = createLogger('silent', 'contract')
  const app = createHttpServer(logger, {})
  const unreachable = () => Promise.reject(new Error('There is no gateway here'))
  const gateway: GatewayClient = { execute: unreachable, authorize: unreachable, charge: unreachable }
  const pictures = { read: unreachable, write: unreachable }
  const supplier = { id: 'cenotes', name: 'Cenotes' }
  const options = { gateway, publicUrl: 'https://api.cenotes.example', pictures, supplier, logger }
  await app.register(await createRestFacade(options))
  const { body } = await app.inject(path)
  await app.close()
  return JSON.parse(body) as Record<string, unknown>
}

/** The schema that clients of GraphQL see now, in SDL. */
export const graphqlNow = (): string =>
  printSchema(
    lexicographicSortSchema(loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url)).apiSchema),
  )
