import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Facade } from '../http/facade.ts'
import { AuthorizeCallerDocument } from '../generated/operations.ts'
import { Nullable } from '../schemas/response-schemas.ts'
import { capabilities } from './capabilities.ts'
import { responses } from './errors.ts'
import { guide } from './openapi/index.ts'

const Capability = Type.Object(
  {
    id: Type.Enum(capabilities.map((name) => `octo/${name}`)),
    revision: Type.Integer(),
    required: Type.Boolean({ description: 'Whether every request must name it.' }),
    dependencies: Type.Array(Type.String(), { description: 'Capabilities that it needs.' }),
    docs: Nullable(Type.String({ format: 'uri' })),
  },
  { title: 'Capability' },
)

/** GET /capabilities. */
export function capabilityRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/capabilities',
      {
        config: { operation: AuthorizeCallerDocument },
        schema: {
          tags: ['Capabilities'],
          operationId: 'listCapabilities',
          summary: 'List the capabilities',
          description: 'The capabilities that a request may name in `Octo-Capabilities`.',
          response: responses(Type.Array(Capability, { description: 'The capabilities.' })),
        },
      },
      () =>
        capabilities.map((name) => ({
          id: `octo/${name}`,
          revision: 1,
          required: false,
          dependencies: [],
          docs: guide(facade.publicUrl),
        })),
    )
  }
}
