import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildClientSchema, getIntrospectionQuery } from 'graphql'
import { graphqlSamples } from '../access/table/graphql.ts'
import { restSamples } from '../access/table/rest.ts'
import type { World } from '../access/table/world.ts'
import { administrationScopes, operatorScopes, partnerScopes } from '../../gateway/auth/scopes.ts'
import { eventually } from '../testkit/eventually.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { partner } from '../testkit/product.ts'
import type { Json } from '../testkit/responses.ts'
import type { Client } from './client.ts'
import { isDue } from './events.ts'
import { renames } from './renames.ts'
import { documentOf, maxDepth, scopesIn, type RecordedSchema } from './selection.ts'

const newName = (name: string): string => renames[name] ?? name
const isOfOperators = (need: string): boolean => administrationScopes.some((scope) => scope === need)
const keyFor = (client: Client, need: string): Record<string, string> => ({
  'X-API-Key': isOfOperators(need) ? client.operatorKey : client.key,
})

/** Makes the resources that a request names. If that fails, such as a check-in in live before its day, an entry says so. */
async function prepared<T>(client: Client, operation: string, make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    client.write(operation, { request: null, headers: {}, body: { errors: `Not requested: ${String(error)}` } })
    return undefined
  }
}

/** Every operation of the product's OpenAPI document, each with the request of the table. */
export async function playRest(client: Client, world: World, onlyReads: boolean): Promise<void> {
  const { body: document } = await partner(client.url, null).get('/openapi.json')
  const samples = restSamples(world)
  for (const [path, methods] of Object.entries<Json>(document.paths))
    for (const [method, { operationId }] of Object.entries<Json>(methods)) {
      const sample = samples[newName(operationId)]
      if (!sample || (onlyReads && method !== 'get')) continue
      const values = await prepared(client, newName(operationId), async () => (await sample.path?.()) ?? {})
      if (!values) continue
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
      const contentType: Record<string, string> =
        sample.contentType === undefined ? {} : { 'Content-Type': sample.contentType }
      await client.send({
        operation: newName(operationId),
        method: method.toUpperCase(),
        address: sample.query === undefined ? filled : `${filled}?${sample.query}`,
        headers: { ...keyFor(client, sample.need), ...contentType },
        body: sample.body?.(),
      })
    }
}

/** The schema of the recorded commit. */
export async function schemaOf(url: string, folder: string): Promise<RecordedSchema> {
  const { body } = await partner(url, operatorKeys.sandbox).graphql(getIntrospectionQuery())
  const supergraph = await readFile(path.join(folder, 'schema/supergraph.graphql'), 'utf8')
  return { schema: buildClientSchema(body.data), scopes: scopesIn(supergraph) }
}

/** Refused before anything is executed: less is selected then. */
const tooMuch = new Set(['DOCUMENT_TOO_LARGE', 'OPERATION_TOO_COSTLY'])

/** Whether no mail is about to be sent, as far as lists show it. */
async function allMailed({ url, key }: Client): Promise<boolean> {
  const { body } = await partner(url, key).graphql(
    '{ reservations(first: 100) { nodes { communications { status scheduledFor } } } }',
  )
  return !(body.data.reservations.nodes as Json[]).some(({ communications }) => communications.some(isDue))
}

/** Every query and mutation of the product's schema, with the arguments of the table and all fields. */
export async function playGraphql(
  client: Client,
  recorded: RecordedSchema,
  world: World,
  onlyReads: boolean,
): Promise<void> {
  const { schema } = recorded
  await eventually(() => allMailed(client), true)
  const samples = graphqlSamples(world)
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const operation = newName(`${type?.name}.${field.name}`)
      const sample = samples[operation]
      if (!sample || (onlyReads && type?.name !== 'Query')) continue
      const inputs = await prepared(
        client,
        operation,
        async () =>
          (await sample.prepare?.(client.url, client.environment)) ??
          ((await sample.inputs?.()) ?? '').replaceAll('{n}', `${client.environment}-${world.next()}`),
      )
      if (inputs === undefined) continue
      const granted = isOfOperators(sample.need) ? operatorScopes : partnerScopes
      const selected = { operation: type?.name.toLowerCase() ?? '', inputs, granted }
      for (let depth = maxDepth; depth > 0; depth -= 1) {
        const { body } = await client.send({
          operation,
          method: 'POST',
          address: '/graphql',
          headers: keyFor(client, sample.need),
          body: { query: documentOf(recorded, field, { ...selected, depth }) },
          shown: { inputs, depth },
        })
        if (!tooMuch.has(body.errors?.[0].extensions.code)) break
      }
    }
}

/** Operations on one booking, in the order in which the examples follow one another. */
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

/** Whether an operation of OCTO has what a request needs: an example of its body and of its parameters. */
export const isPlayable = ({ requestBody, parameters }: Json): boolean =>
  (!requestBody?.required || exampleOf(requestBody.content) !== undefined) &&
  (parameters as Json[]).every(({ required, example, name }) => !required || example !== undefined || name === 'id')

/** Every operation of OCTO with the example of the product's own document, which succeeds with the demo data. */
export async function playOcto(client: Client): Promise<void> {
  const { body: document } = await partner(client.url, null).get('/octo/v1/openapi.json')
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, definition]) => ({ path, method, definition })),
  )
  const rank = ({ definition }: Json): number => ofBooking.indexOf(definition.operationId)
  let subscription: string | undefined
  for (const { path, method, definition } of operations.sort((one, other) => rank(one) - rank(other))) {
    const valuesIn = (place: string): [string, string][] =>
      (definition.parameters as Json[])
        .filter(({ in: where, name, example }) => where === place && (example !== undefined || name === 'id'))
        .map(({ name, example }) => [name, String((name === 'id' && subscription) || example)])
    const filled = valuesIn('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
    const { body } = await client.send({
      operation: `OCTO ${newName(definition.operationId)}`,
      method: method.toUpperCase(),
      address: `/octo/v1${filled}?${String(new URLSearchParams(valuesIn('query')))}`,
      headers: { Authorization: `Bearer ${client.key}`, 'Octo-Capabilities': 'octo/pricing, octo/content' },
      body: exampleOf(definition.requestBody?.content),
    })
    if (definition.operationId === 'createSubscription') subscription = body.id
  }
}
