import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { partner, type TestResponse, type Json } from './product.ts'

/** The OpenAPI document of a running product. */
export const openApiOf = async (url: string): Promise<Json> => (await partner(url, null).get('/openapi.json')).body

export interface DocumentedOperation {
  readonly method: string
  readonly path: string
  readonly definition: Json
}

export const operationsOf = (document: Json): DocumentedOperation[] =>
  Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, definition]) => ({ method, path, definition })),
  )

/** A documented path with values in place of its parameters. */
export const filledPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'nothing'))

/** A document in which every reference is replaced by what it leads to, for tests that walk through schemas. */
export function withoutReferences(document: Json): Json {
  const resolve = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    if (typeof node.$ref === 'string') return resolve(targetOf(document, node.$ref))
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, resolve(inner)]))
  }
  return { ...document, paths: resolve(document.paths) }
}

const targetOf = (document: Json, reference: string): Json =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((node: Json, step) => node[step.replaceAll('~1', '/')], document)

/** Headers that a response has only where the document says so. */
const documentedHeaders =
  /^(x-ratelimit-.*|x-request-id|x-environment|retry-after|etag|link|location|idempotent-replayed|content-language|cache-control|deprecation|sunset|www-authenticate)$/

/** Checks real responses against a document, in which no member and no header may be missing. */
export class ResponseCheck {
  readonly #document: Json
  /** By schema; the reduced items of `fields` are accepted only where a request has it. */
  readonly #complete: Ajv2020
  readonly #reduced: Ajv2020
  readonly #compiled = new Map<string, ValidateFunction>()
  /** Operation and status of what was checked. */
  readonly seen = new Set<string>()
  count = 0

  constructor(document: Json) {
    this.#document = document
    this.#complete = compilerOf(document, { allowsSelections: false })
    this.#reduced = compilerOf(document, { allowsSelections: true })
  }

  /** The parts of a response that the document does not describe, or describes differently. */
  errors(method: string, path: string, { status, headers, body }: TestResponse, hasFields = false): string[] {
    const operation = this.#document.paths[path][method.toLowerCase()]
    const found = operation.responses[status]
    if (!found) return [`${status} is not documented`]
    this.count += 1
    this.seen.add(`${operation.operationId} ${status}`)
    const response = found.$ref ? targetOf(this.#document, found.$ref) : found
    return [...this.#headerErrors(response, headers), ...this.#bodyErrors(response, headers, body, hasFields)]
  }

  #headerErrors(response: Json, headers: Headers): string[] {
    const documented = new Map(
      Object.entries((response.headers ?? {}) as Json).map(([name, header]: [string, Json]) => [
        name.toLowerCase(),
        header.$ref ? targetOf(this.#document, header.$ref) : header,
      ]),
    )
    const errors: string[] = []
    for (const [name, { required, schema }] of documented) {
      const value = headers.get(name)
      if (value === null && required) errors.push(`${name} is missing`)
      if (value !== null && schema.type === 'integer' && !/^-?\d+$/.test(value)) errors.push(`${name} is ${value}`)
      if (value !== null && schema.enum && !schema.enum.includes(value)) errors.push(`${name} is ${value}`)
    }
    for (const name of headers.keys())
      if (documentedHeaders.test(name) && !documented.has(name)) errors.push(`${name} is not documented`)
    return errors
  }

  #bodyErrors(response: Json, headers: Headers, body: Json, hasFields: boolean): string[] {
    const type = headers.get('content-type')?.split(';')[0]
    if (type === undefined) return response.content ? ['no body'] : []
    const schema = response.content?.[type]?.schema
    if (!schema) return [`${type} is not documented`]
    if (type !== 'application/json') return []
    return this.schemaErrors(schema, body, hasFields)
  }

  /** The parts of a body that a schema of the document does not describe. */
  schemaErrors(schema: Json, body: Json, hasFields = false): string[] {
    const key = `${hasFields} ${JSON.stringify(schema)}`
    const ajv = hasFields ? this.#reduced : this.#complete
    const validate = this.#compiled.get(key) ?? ajv.compile(closed(schema))
    this.#compiled.set(key, validate)
    if (validate(body)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

function compilerOf(document: Json, { allowsSelections }: { allowsSelections: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addFormat('country-code', /^[A-Z]{2}$/)
  ajv.addFormat('date-or-date-time', true)
  const schemas = Object.entries(document.components.schemas as Json).map(([name, schema]): [string, Json] => [
    name,
    allowsSelections ? schema : withoutSelections(schema),
  ])
  for (const [name, schema] of schemas) {
    const { additionalProperties, ...open } = closed(schema)
    ajv.addSchema({
      $id: `/closed/${name}`,
      ...open,
      ...(additionalProperties === undefined ? {} : { additionalProperties }),
    })
    // As a part of an allOf: what it has inside is closed, but other parts add members to it.
    ajv.addSchema({ $id: `/open/${name}`, ...open })
  }
  return ajv
}

/** The schema without what only `fields` leads to. */
function withoutSelections(node: Json): Json {
  if (Array.isArray(node)) return node.map(withoutSelections)
  if (typeof node !== 'object' || node === null) return node
  const { anyOf, ...rest } = node
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withoutSelections(value)]))
  const variants = anyOf?.filter(({ $ref }: Json) => !$ref?.endsWith('Selection'))
  return anyOf ? { ...inner, anyOf: variants.map(withoutSelections) } : inner
}

/** The schema with every object closed: clients may meet other members later, but today's are documented. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  if (typeof node.$ref === 'string') return { $ref: node.$ref.replace('#/components/schemas/', '/closed/') }
  if (node.allOf) {
    const parts = node.allOf.map((part: Json) =>
      part.$ref ? { $ref: part.$ref.replace('#/components/schemas/', '/open/') } : part,
    )
    return { ...node, allOf: parts, unevaluatedProperties: false }
  }
  const inner = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, ['enum', 'required'].includes(name) ? value : closed(value)]),
  )
  return node.properties && node.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner
}
