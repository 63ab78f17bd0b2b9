import {
  describedHeaders,
  everyResponse,
  headerParameters,
  nameSchemas,
  NamedSchemas,
  plain,
  referenceTo,
  type Document,
  type HeaderName,
  type Operation,
  type Parameter,
  type Reference,
} from '../../openapi/index.ts'
import { addOctoExamples } from './examples.ts'
import { describeOctoFailures } from './failures.ts'
import { notificationOperations } from './notifications.ts'

const capabilities: Parameter = {
  name: 'Octo-Capabilities',
  in: 'header',
  description:
    'Capabilities that the request uses, separated by commas, with or without `octo/`: `pricing`, `content`, `notifications`.',
  schema: { type: 'string' },
  example: 'pricing, content',
}

/** Headers of every response of OCTO beside the common ones. */
const ownHeaders = {
  OctoCapabilities: ['Octo-Capabilities', 'The capabilities in effect, as they were sent.'],
  AvailableLanguages: ['Available-Languages', 'Languages of the content: `en, es`.'],
  CacheControl: ['Cache-Control', 'Always `private, no-cache`.'],
} as const

/** Completes the document that is made of the routes' schemas, with names, headers, failures and examples. */
export function completeOctoDocument(routes: Document, today: string): Document {
  const document = plain<Document>(routes)
  const { components, paths } = document
  Object.assign(components, { schemas: {}, responses: {}, parameters: {}, headers: {} })
  const names = new NamedSchemas(components.schemas)
  addOctoExamples(document, today)
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      // A body is named by its operation: what it makes has the other names.
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) delete schema?.title
      // The availability is read, and nothing is done that a repeated request could do twice.
      const isRepeatable = ['post', 'patch'].includes(method) && !path.startsWith('/availability')
      addHeaders(operation, document, isRepeatable)
      nameSchemas(operation, names)
    }
  document.webhooks = notificationOperations(names)
  for (const response of Object.values(components.responses))
    nameSchemas({ operationId: '', responses: { response } }, names)
  return document
}

function addHeaders(operation: Operation, { components }: Document, isRepeatable: boolean): void {
  const headersOf = (status: number): Record<string, unknown> => {
    const names: HeaderName[] = [...everyResponse]
    if (status === 401) names.push('WWWAuthenticate')
    if (status === 429) names.push('RateLimitRetryAfter')
    if (status === 429 || status === 503) names.push('RetryAfter')
    if (isRepeatable && (status === 200 || status === 400)) names.push('IdempotentReplayed')
    const own = Object.entries(ownHeaders).map(([name, [header, description]]): [string, Reference] => {
      components.headers[name] ??= { description, required: true, schema: { type: 'string' } }
      return [header, referenceTo('headers', name)]
    })
    return { ...describedHeaders(names, components.headers), ...Object.fromEntries(own) }
  }
  const parameters: Record<string, Parameter> = {
    OctoCapabilities: capabilities,
    AcceptLanguage: headerParameters['AcceptLanguage'] as Parameter,
    ...(isRepeatable ? { IdempotencyKey: headerParameters['IdempotencyKey'] as Parameter } : {}),
  }
  Object.assign(components.parameters, parameters)
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...Object.keys(parameters).map((name) => referenceTo('parameters', name)),
  ]
  const success = operation.responses['200']
  if (success && 'description' in success) success.headers = headersOf(200)
  describeOctoFailures(operation, components.responses, headersOf)
}
