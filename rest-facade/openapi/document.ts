import { NamedSchemas, nameSchemas } from './components.ts'
import { addExamples } from './examples.ts'
import { describeFailures, isRepeatable, takesIdempotencyKey } from './failures.ts'
import { addGuide } from './guides.ts'
import { headerParameters, headersOf, type HeaderRules } from './headers.ts'
import { addLinks } from './links.ts'
import { referenceTo, type Document, type Operation, type Parameter } from './model.ts'
import { published } from './parameters.ts'
import { addRecordedResponses } from './recorded.ts'
import { codeSamples } from './samples.ts'
import { webhookOperations } from './webhooks.ts'

/** Operations that had no body once: it may still be left out. */
const withoutBody: ReadonlySet<string> = new Set(['extendReservation'])

/**
 * Completes the document of the routes' schemas: named schemas, every status with its headers, the header parameters,
 * webhooks, guides, and examples and samples for a day.
 */
export function completeDocument(routes: Document, today: string): Document {
  const document = published(routes)
  const { components, paths } = document
  Object.assign(components, { schemas: {}, responses: {}, parameters: {}, headers: {} })
  const names = new NamedSchemas(components.schemas)
  const [{ url: siteUrl } = { url: '' }] = document.servers
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  addExamples(paths, today)
  addRecordedResponses(document, today)
  for (const { path, method, operation } of entries) {
    addGuide(operation, siteUrl)
    operation['x-codeSamples'] = codeSamples(method, path, operation, siteUrl)
    if (operation.requestBody && withoutBody.has(operation.operationId)) operation.requestBody.required = false
    addHeaders(method, operation, document)
    nameSchemas(operation, names)
  }
  addLinks(paths)
  document.webhooks = webhookOperations(names)
  for (const response of Object.values(components.responses))
    nameSchemas({ operationId: '', responses: { response } }, names)
  components.schemas = sorted(components.schemas)
  return document
}

/** Adds the header parameters of a request, statuses, and the headers of each response. */
function addHeaders(method: string, operation: Operation, { components }: Document): void {
  const { responses } = operation
  const parameters = (operation.parameters ?? []) as Parameter[]
  const takesIfMatch = parameters.some(({ name }) => name === 'if-match')
  const success = responses['200']
  const types = success !== undefined && 'content' in success ? Object.keys(success.content ?? {}) : []
  const file = types.includes('text/csv') ? (types.length === 1 ? 'always' : 'sometimes') : 'never'
  const isConditional = method === 'get' && file !== 'always'
  const rules: HeaderRules = {
    method,
    takesIfMatch,
    isPaged: parameters.some(({ name }) => name === 'cursor') && parameters.some(({ name }) => name === 'sortBy'),
    isConditional,
    file,
    isDeprecated: operation.deprecated === true,
    isRepeatable: isRepeatable(method, operation),
  }
  const own = (status: number): Record<string, unknown> => headersOf(status, rules, components.headers)
  const headers = [
    'AcceptLanguage',
    ...(takesIdempotencyKey(method) ? ['IdempotencyKey'] : []),
    ...(takesIfMatch ? ['IfMatch'] : []),
    ...(isConditional ? ['IfNoneMatch'] : []),
  ]
  operation.parameters = [
    ...parameters.filter(({ name }) => name !== 'if-match'),
    ...headers.map((name) => referenceTo('parameters', name)),
  ]
  for (const name of headers) components.parameters[name] ??= headerParameters[name] as Parameter
  for (const [status, response] of Object.entries(responses)) {
    if (!('description' in response) || Number(status) >= 400) continue
    response.headers = { ...own(Number(status)), ...response.headers }
    if (status === '204') delete response.content
    // The description is that of the response, not of the type.
    for (const { schema } of Object.values(response.content ?? {})) delete schema?.description
  }
  if (isConditional) {
    components.responses['NotModified'] ??= {
      description: 'Nothing has changed since the tag in If-None-Match; no body.',
      headers: {
        ...headersOf(304, rules, components.headers),
        ...headersOf(200, { ...rules, isPaged: true, file: 'never' }, components.headers),
      },
    }
    responses['304'] = referenceTo('responses', 'NotModified')
  }
  describeFailures(method, operation, components.responses, own)
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
