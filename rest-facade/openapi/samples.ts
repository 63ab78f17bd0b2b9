import { takesIdempotencyKey } from './failures.ts'
import type { CodeSample, Operation, Parameter } from './model.ts'

/** The request of a sample: the documented example, or names in capitals where the caller has to put a value. */
interface SampleRequest {
  readonly method: string
  /** The documented path, with `{name}`s. */
  readonly template: string
  readonly baseUrl: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** Whether the body is a picture, of this type. */
  readonly pictureType: string | undefined
  readonly needsKey: boolean
  readonly takesIdempotencyKey: boolean
  /** Where the response is stored; undefined for JSON. */
  readonly file: string | undefined
}

/** Requests of an operation in curl, TypeScript and Python, to an address of the API. */
export function codeSamples(method: string, template: string, operation: Operation, baseUrl: string): CodeSample[] {
  const request = requestOf(method, template, operation, baseUrl)
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: request.pictureType ? fetched(request) : typedClient(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ]
}

function requestOf(method: string, template: string, operation: Operation, baseUrl: string): SampleRequest {
  const { parameters = [], requestBody, security } = operation
  const given = (parameters as Parameter[]).filter((one) => one.example !== undefined || one.in === 'path')
  const valuesIn = (place: Parameter['in']): [string, unknown][] =>
    given.filter((one) => one.in === place).map(({ name, example }) => [name, example ?? placeholder(template, name)])
  const json = requestBody?.content['application/json']
  const [example] = Object.values(json?.examples ?? {})
  return {
    method: method.toUpperCase(),
    template,
    baseUrl,
    path: Object.fromEntries(valuesIn('path').map(([name, value]) => [name, String(value)])),
    query: Object.fromEntries(valuesIn('query')),
    body: example?.value,
    pictureType: requestBody && !json ? 'image/jpeg' : undefined,
    needsKey: !security?.some((one) => Object.keys(one).length === 0),
    takesIdempotencyKey: takesIdempotencyKey(method),
    file: fileOf(template, operation),
  }
}

/** `{id}` of `/webhooks/{id}` is WEBHOOK_ID. */
function placeholder(template: string, name: string): string {
  const owner = new RegExp(`(\\w+?)s/\\{${name}\\}`).exec(template)?.[1] ?? ''
  const words = name === 'id' ? `${owner}_id` : name.replace(/[A-Z]/g, '_$&')
  return words.toUpperCase()
}

function fileOf(template: string, { responses }: Operation): string | undefined {
  const success = responses['200'] ?? responses['201']
  const types = success && 'content' in success ? Object.keys(success.content ?? {}) : []
  if (types.length === 0 || types.includes('application/json')) return undefined
  return types[0] === 'application/pdf' ? 'document.pdf' : template.slice(template.lastIndexOf('/') + 1)
}

function addressOf({ baseUrl, template, path, query }: SampleRequest): string {
  const pathname = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? name))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return baseUrl + pathname + (search && `?${search}`)
}

function curl(request: SampleRequest): string {
  const { method, needsKey, body, pictureType, file } = request
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${quoted(addressOf(request))}`,
    ...(needsKey ? ['-H "X-API-Key: $CENOTES_API_KEY"'] : []),
    ...(needsKey && request.takesIdempotencyKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(pictureType ? [`-H 'Content-Type: ${pictureType}'`, '--data-binary @picture.jpg'] : []),
    ...(file ? [`-o ${file}`] : []),
  ].join(' \\\n  ')
}

function typedClient(request: SampleRequest): string {
  const { method, template, baseUrl, path, query, body, needsKey, file } = request
  const key = needsKey ? ', apiKey: process.env.CENOTES_API_KEY' : ''
  const params = {
    ...(Object.keys(path).length > 0 ? { path } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
  }
  const options = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(body === undefined ? {} : { body }),
    ...(file ? { parseAs: file.endsWith('.csv') ? 'text' : 'blob' } : {}),
  }
  const call = `client.${method}(${inTypeScript(template)}${Object.keys(options).length > 0 ? `, ${inTypeScript(options)}` : ''})`
  return `import { createCenotesClient } from '@cenotes/client'

const client = createCenotesClient({ baseUrl: '${baseUrl}'${key} })

const { data, error } = await ${call}
if (error) throw new Error(JSON.stringify(error))
console.log(data)`
}

/** For what the typed client has no type for. */
const fetched = (request: SampleRequest): string => `import { openAsBlob } from 'node:fs'

const response = await fetch('${addressOf(request)}', {
  method: '${request.method}',
  headers: {
    'X-API-Key': process.env.CENOTES_API_KEY ?? '',
    'Idempotency-Key': crypto.randomUUID(),
    'Content-Type': '${request.pictureType}',
  },
  body: await openAsBlob('picture.jpg'),
})
if (!response.ok) throw new Error(await response.text())
console.log(await response.json())`

function python(request: SampleRequest): string {
  const { method, needsKey, body, pictureType, file } = request
  const headers = [
    ...(needsKey ? ['"X-API-Key": os.environ["CENOTES_API_KEY"]'] : []),
    ...(needsKey && request.takesIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(pictureType ? [`"Content-Type": "${pictureType}"`] : []),
  ]
  const data = pictureType
    ? 'open("picture.jpg", "rb").read()'
    : body === undefined
      ? undefined
      : `json.dumps(${inPython(body, '    ')}).encode()`
  const isEmpty = method === 'DELETE'
  const modules = [
    ...(isEmpty || (file && data === undefined) ? [] : ['json']),
    ...(needsKey ? ['os'] : []),
    'urllib.request',
    ...(needsKey && request.takesIdempotencyKey ? ['uuid'] : []),
  ]
  const read = file ? `open("${file}", "wb").write(response.read())` : 'print(json.load(response))'
  return `import ${modules.join(', ')}

request = urllib.request.Request(
    "${addressOf(request)}",
    method="${method}",${headers.length > 0 ? `\n    headers={\n${headers.map((header) => `        ${header},\n`).join('')}    },` : ''}${data === undefined ? '' : `\n    data=${data},`}
)
with urllib.request.urlopen(request) as response:
    ${isEmpty ? 'print(response.status)' : read}`
}

/** A value of JSON as a literal of TypeScript, in the style of the other samples. */
function inTypeScript(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const name = (key: string): string => (/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`)
  return Array.isArray(value)
    ? block(
        '[',
        value.map((item) => inTypeScript(item, inner)),
        ']',
        indent,
        inner,
      )
    : block(
        '{',
        Object.entries(value).map(([key, item]) => `${name(key)}: ${inTypeScript(item, inner)}`),
        '}',
        indent,
        inner,
      )
}

/** A value of JSON as a literal of Python. */
function inPython(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  return Array.isArray(value)
    ? block(
        '[',
        value.map((item) => inPython(item, inner)),
        ']',
        indent,
        inner,
      )
    : block(
        '{',
        Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inPython(item, inner)}`),
        '}',
        indent,
        inner,
      )
}

/** Parts on one line if they are few and short, otherwise on a line each. */
function block(open: string, parts: readonly string[], close: string, indent: string, inner: string): string {
  const space = open === '{' ? ' ' : ''
  const line = parts.length === 0 ? open + close : `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}
