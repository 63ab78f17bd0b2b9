import { lexicographicSortSchema, printSchema } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { asyncApiDocument } from '../../rest-facade/asyncapi/document.ts'
import buildDocuments from '../../rest-facade/build-documents.ts'

/** The contracts that are JSON, by the name of their snapshot. */
export interface Documents {
  readonly openapi: Record<string, unknown>
  readonly octo: Record<string, unknown>
  readonly asyncapi: object
}

/** Builds the documents that the facade serves. */
export async function readDocuments(): Promise<Documents> {
  const publicUrl = 'https://api.cenotes.example'
  const supplier = { id: 'cenotes', name: 'Cenotes' }
  const documents = await buildDocuments({ publicUrl, supplier, today: new Date().toISOString().slice(0, 10) })
  return {
    openapi: JSON.parse(documents['/openapi.json']) as Documents['openapi'],
    octo: JSON.parse(documents['/octo/v1/openapi.json']) as Documents['octo'],
    asyncapi: asyncApiDocument(publicUrl),
  }
}

/** Prints the schema that clients of GraphQL see, in SDL. */
export const printApiSchema = (): string =>
  printSchema(
    lexicographicSortSchema(loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url)).apiSchema),
  )
