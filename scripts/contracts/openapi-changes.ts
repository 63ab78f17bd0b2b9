/** A change that breaks clients written for the older contract. */
export interface BreakingChange {
  /** An operation, a type of webhook, or a coordinate of the GraphQL schema. */
  readonly subject: string
  readonly description: string
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
  readonly headers?: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content>>
  readonly security?: readonly object[]
}

type Operations = ReadonlyMap<string, Operation>

/** Lists the changes of a REST contract that break clients; both documents are OpenAPI 3.1. */
export function openApiChanges(older: object, newer: object): BreakingChange[] {
  const found: BreakingChange[] = []
  const compareAll = (before: Operations, after: Operations, compare: typeof compareOperations): void => {
    for (const [subject, one] of before) {
      const now = after.get(subject)
      const report = (description: string): number => found.push({ subject, description })
      if (now) compare(one, now, report)
      else report('was removed')
    }
  }
  compareAll(operationsIn(older), operationsIn(newer), compareOperations)
  compareAll(webhooksIn(older), webhooksIn(newer), compareWebhooks)
  return found
}

type Report = (description: string) => void

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>
}

function operationsIn(document: object): Operations {
  const { paths } = resolved(document, document) as Document
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  )
}

function webhooksIn(document: object): Operations {
  const { webhooks = {} } = resolved(document, document) as Document
  return new Map(Object.entries(webhooks).map(([type, { post }]) => [type, post]))
}

/** Returns the document with every reference replaced by its target. No reference is circular. */
function resolved(document: object, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => resolved(document, one))
  if (typeof node !== 'object' || node === null) return node
  const { $ref } = node as Schema
  if ($ref !== undefined) {
    const steps = $ref.replace(/^#\//, '').split('/')
    return resolved(
      document,
      steps.reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], document),
    )
  }
  return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, resolved(document, inner)]))
}

function compareOperations(before: Operation, after: Operation, report: Report): void {
  const isOpen = ({ security = [{ key: [] }] }: Operation): boolean =>
    security.some((one) => Object.keys(one).length === 0)
  if (isOpen(before) && !isOpen(after)) report('a key is required')
  compareParameters(before.parameters ?? [], after.parameters ?? [], report)
  const [bodyBefore, bodyAfter] = [jsonOf(before.requestBody), jsonOf(after.requestBody)]
  if (bodyAfter && !bodyBefore && after.requestBody?.required) report('a body is required')
  if (bodyBefore && bodyAfter) compareInput(bodyBefore, bodyAfter, 'body', report)
  for (const [status, response] of Object.entries(before.responses)) {
    if (!/^2/.test(status)) continue
    const now = after.responses[status]
    if (!now) report(`response ${status} was removed`)
    else compareResponses(status, response, now, report)
  }
}

/** A webhook is a request that clients receive: they read its headers and its body. */
function compareWebhooks(before: Operation, after: Operation, report: Report): void {
  const headers = new Set(after.parameters?.map(({ name }) => name))
  for (const { name } of before.parameters ?? []) if (!headers.has(name)) report(`header ${name} was removed`)
  const [old, current] = [jsonOf(before.requestBody), jsonOf(after.requestBody)]
  if (old && current) compareOutput(old, current, 'body', report)
}

const jsonOf = (part: Content | undefined): Schema | undefined => part?.content?.['application/json']?.schema

function compareResponses(status: string, before: Content, after: Content, report: Report): void {
  for (const type of Object.keys(before.content ?? {}))
    if (!after.content?.[type]) report(`response ${status} is no longer ${type}`)
  for (const header of Object.keys(before.headers ?? {}))
    if (!after.headers?.[header]) report(`response ${status} has lost the header ${header}`)
  const [old, current] = [jsonOf(before), jsonOf(after)]
  if (old && current) compareOutput(old, current, `response ${status}`, report)
}

function compareParameters(before: readonly Parameter[], after: readonly Parameter[], report: Report): void {
  const key = (one: Parameter): string => `${one.in} parameter ${one.name}`
  const old = new Map(before.map((one) => [key(one), one]))
  const current = new Map(after.map((one) => [key(one), one]))
  for (const [name, parameter] of old) {
    const now = current.get(name)
    // A parameter that is not documented is refused.
    if (!now) report(`${name} was removed`)
    else compareInput(parameter.schema, now.schema, name, report)
    if (now?.required && !parameter.required) report(`${name} became required`)
  }
  for (const [name, { required }] of current)
    if (required && !old.has(name)) report(`${name} was added and is required`)
}

/** Requests of clients must still be accepted: members and values may be added, none may be demanded. */
function compareInput(before: Schema, after: Schema, path: string, report: Report): void {
  if (compareKinds(before, after, path, 'input', report)) return
  for (const [name, inner] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name]
    if (now) compareInput(inner, now, `${path}.${name}`, report)
    else if (after.additionalProperties === false) report(`${path}.${name} was removed`)
  }
  const optional = (after.required ?? []).filter((name) => !before.required?.includes(name))
  for (const name of optional) report(`${path}.${name} became required`)
  for (const value of before.enum ?? [])
    if (after.enum && !after.enum.includes(value)) report(`${path} no longer takes ${String(value)}`)
  compareParts(before, after, path, (a, b, at) => compareInput(a, b, at, report), report)
}

/** Members that clients read must still be there: members and values may be added, none may be left out. */
function compareOutput(before: Schema, after: Schema, path: string, report: Report): void {
  const value = before.anyOf ? undefined : valueOf(after)
  if (value) {
    report(`${path} may be null`)
    compareOutput(before, value, path, report)
    return
  }
  if (compareKinds(before, after, path, 'output', report)) return
  for (const [name, inner] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name]
    if (!now) report(`${path}.${name} was removed`)
    else {
      compareOutput(inner, now, `${path}.${name}`, report)
      if (before.required?.includes(name) && !after.required?.includes(name)) report(`${path}.${name} became optional`)
    }
  }
  compareParts(before, after, path, (a, b, at) => compareOutput(a, b, at, report), report)
}

/** The schema of a value that may also be null, described as one or the other. */
function valueOf({ anyOf = [] }: Schema): Schema | undefined {
  const [value, ...others] = anyOf.filter(({ type }) => type !== 'null')
  return others.length === 0 && anyOf.length > 1 ? value : undefined
}

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat())

/** Reports another type; true when nothing further can be compared. */
function compareKinds(
  before: Schema,
  after: Schema,
  path: string,
  direction: 'input' | 'output',
  report: Report,
): boolean {
  const [narrow, wide] = direction === 'input' ? [typesOf(before), typesOf(after)] : [typesOf(after), typesOf(before)]
  const fits = (type: string): boolean => wide.includes(type) || (type === 'integer' && wide.includes('number'))
  if (wide.length === 0 || narrow.every(fits)) return false
  report(`${path} was ${typesOf(before).join(' or ')} and is ${typesOf(after).join(' or ') || 'something else'}`)
  return true
}

/** Items, and variants by their position: one that is gone is reported, and for a response one that was added. */
function compareParts(
  before: Schema,
  after: Schema,
  path: string,
  compare: (before: Schema, after: Schema, path: string) => void,
  report: Report,
): void {
  if (before.items && after.items) compare(before.items, after.items, `${path}[]`)
  for (const group of ['anyOf', 'allOf'] as const) {
    const [old, current] = [before[group] ?? [], after[group] ?? []]
    old.forEach((one, index) => {
      const now = current[index]
      if (now) compare(one, now, path)
      else report(`${path} lost one of its variants`)
    })
  }
}
