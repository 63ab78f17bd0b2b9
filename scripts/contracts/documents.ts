import { lexicographicSortSchema, printSchema } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { GatewayClient } from '../../rest-facade/gateway-client.ts'
import { createRestFacade } from '../../rest-facade/server.ts'

/** The contracts that are JSON, by the name of their snapshot. */
export interface Documents {
  readonly openapi: Record<string, unknown>
  readonly octo: Record<string, unknown>
  readonly asyncapi: Record<string, unknown>
}

/** Reads the documents that the facade serves; no request reaches the gateway. */
export async function readDocuments(): Promise<Documents> {
  const logger = createLogger('silent', 'contract')
  const app = createHttpServer(logger, {})
  const unreachable = () => Promise.reject(new Error('There is no gateway here'))
  const gateway: GatewayClient = { execute: unreachable, authorize: unreachable }
  const pictures = { read: unreachable, write: unreachable }
  const supplier = { id: 'cenotes', name: 'Cenotes' }
  const options = { gateway, publicUrl: 'https://api.cenotes.example', pictures, supplier, logger }
  await app.register(await createRestFacade(options))
  const read = async (path: string): Promise<Record<string, unknown>> => (await app.inject(path)).json()
  const documents = {
    openapi: await read('/openapi.json'),
    octo: await read('/octo/v1/openapi.json'),
    asyncapi: await read('/asyncapi.json'),
  }
  await app.close()
  return documents
}

/** Prints the schema that clients of GraphQL see, in SDL. */
export const printApiSchema = (): string =>
  printSchema(
    lexicographicSortSchema(loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url)).apiSchema),
  )
