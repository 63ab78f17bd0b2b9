import { readFile, writeFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { format, resolveConfig } from 'prettier'
import { ResponseCheck } from '../testkit/openapi.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct, type TestResponse } from '../testkit/product.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly definition: Json
}

let product: TestProduct
let document: Json
let operations: ReadonlyMap<string, Operation>
beforeAll(async () => {
  product = await startTestProduct()
  document = (await partner(product.url, null).get('/octo/v1/openapi.json')).body
  operations = new Map(
    Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, definition]) => [
        definition.operationId as string,
        { method: method.toUpperCase(), path, definition },
      ]),
    ),
  )
})
afterAll(() => product.close())

/** Operations on one booking, in the order in which their examples follow one another. */
const ofBooking = [
  'createBooking',
  'readBooking',
  'listBookings',
  'extendBooking',
  'updateBooking',
  'confirmBooking',
  'cancelBooking',
]

const exampleOf = (content: Json): Json => content?.['application/json'].examples?.example.value

interface Sent {
  readonly key?: string | null
  readonly values?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Sends the example of an operation, or something else in its place. */
async function send(
  { method, path, definition: { operationId, parameters, requestBody } }: Operation,
  { key = keys.demo, values = {}, body = exampleOf(requestBody?.content) }: Sent = {},
): Promise<TestResponse> {
  const known = (parameters as Json[]).filter(
    ({ example, name }) => example !== undefined || values[name] !== undefined,
  )
  const valuesIn = (place: string): [string, string][] =>
    known.filter((one) => one.in === place).map(({ name, example }) => [name, values[name] ?? String(example)])
  const filled = valuesIn('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
  return partner(product.url, key).send(method, `/octo/v1${filled}?${new URLSearchParams(valuesIn('query'))}`, body, {
    'Octo-Capabilities': operationId === 'readProduct' ? 'pricing, content' : 'pricing',
  })
}

it('breaks no rule of the strict set', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('needs no key, may end with a slash, and is apart from the document of REST', async () => {
  const [other, same] = await Promise.all(
    ['/octo/v1/openapi.json/', '/octo/v1/openapi.json'].map((path) => partner(product.url, null).get(path)),
  )
  expect(other).toHaveStatus(200)
  expect(other?.body).toEqual(same?.body)
  const rest = (await partner(product.url, null).get('/openapi.json')).body
  expect(Object.keys(rest.paths).filter((path) => path.includes('octo'))).toEqual([])
  expect(Object.keys(document.paths)).toContain('/bookings/{uuid}/confirm')
})

it('describes every refusal of a caller', async () => {
  const check = new ResponseCheck(document)
  const wrong: unknown[] = []
  for (const operation of operations.values())
    for (const [key, status] of [
      [null, 401],
      ['sk_test_unknown', 401],
      [keys.readonly, undefined],
    ] as const) {
      const response = await send(operation, { key, values: { uuid: 'no-uuid', id: 'nothing', productId: 'nothing' } })
      const errors = check.errors(operation.method, operation.path, response)
      if (errors.length > 0 || response.status !== (status ?? response.status))
        wrong.push([operation.definition.operationId, response.status, errors])
    }
  expect(wrong).toEqual([])
})

describe('the examples', () => {
  const responses = new Map<string, TestResponse>()
  /** The responses as the document shows them: long lists with their first two elements. */
  const recorded = (): Record<string, Json> =>
    Object.fromEntries(
      [...responses].map(([operationId, { body }]) => [
        operationId,
        Array.isArray(body) && operationId !== 'listCapabilities' ? body.slice(0, 2) : body,
      ]),
    )

  beforeAll(async () => {
    const others = [...operations.keys()].filter((one) => !ofBooking.includes(one))
    for (const operationId of [...others, ...ofBooking]) {
      const id: string | undefined = responses.get('createSubscription')?.body.id
      const values: Record<string, string> = id === undefined ? {} : { id }
      responses.set(operationId, await send(operations.get(operationId) as Operation, { values }))
    }
  })
  // When a test fails: WRITE_OCTO_EXAMPLES=yes npm run test:all -- tests/octo/openapi, then again without it. The run
  // that writes the responses compares with the old ones.
  afterAll(async () => {
    if (process.env.WRITE_OCTO_EXAMPLES) await write(recorded())
  })

  it('succeed with the demo data, as their schemas say', () => {
    const check = new ResponseCheck(document)
    const wrong = [...responses].flatMap(([operationId, response]) => {
      const { method, path } = operations.get(operationId) as Operation
      const errors = check.errors(method, path, response)
      const isRight = response.status === 200 && errors.length === 0
      return isRight ? [] : [[operationId, response.status, response.body, errors]]
    })
    expect(wrong).toEqual([])
    expect(responses.size).toBeGreaterThan(15)
  })

  it('are shown with responses that have the members they get', () => {
    const shown = [...responses.keys()].map((operationId) => [
      operationId,
      exampleOf(operations.get(operationId)?.definition.responses['200'].content),
    ])
    expect(Object.fromEntries(shown)).toEqual(likeness(recorded()))
  })
})

/** The same members, and values of the same types. */
function likeness(value: Json): unknown {
  if (Array.isArray(value)) return value.map(likeness)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, likeness(inner)]))
  return typeof value === 'number' ? expect.any(Number) : expect.any(String)
}

async function write(recorded: Record<string, Json>): Promise<void> {
  const file = 'rest-facade/octo/openapi/recorded-responses.ts'
  const [visitDate] = exampleOf(operations.get('createBooking')?.definition.requestBody.content).availabilityId.split(
    'T',
  )
  const text = JSON.stringify(recorded).replaceAll(product.url, 'http://127.0.0.1:4000')
  const before = await readFile(file, 'utf8')
  const after = before
    .replace(/(recordedDate = )'.*'/, `$1'${visitDate}'`)
    .replace(/(unknown>> = )[^]*/, (_, start: string) => `${start}${text}\n`)
  await writeFile(file, await format(after, { ...(await resolveConfig(file)), parser: 'typescript' }))
}
