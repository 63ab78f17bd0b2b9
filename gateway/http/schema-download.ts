import type { FastifyInstance } from 'fastify'
import { printSchema, type GraphQLSchema } from 'graphql'
import { compressOnce } from '../../platform/http/compression.ts'

/** The clients' schema as text at /schema.graphql; where it is not offered, the address names nothing. */
export function registerSchemaDownload(app: FastifyInstance, apiSchema: () => GraphQLSchema): void {
  let printed: { readonly schema: GraphQLSchema; readonly body: Buffer } | undefined
  app.get('/schema.graphql', { schema: { hide: true } as object }, (_request, reply) => {
    const schema = apiSchema()
    if (printed?.schema !== schema) printed = { schema, body: compressOnce(Buffer.from(`${printSchema(schema)}\n`)) }
    return reply
      .type('text/plain; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-disposition': 'inline; filename="schema.graphql"' })
      .send(printed.body)
  })
}
