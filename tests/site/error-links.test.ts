import { beforeAll, expect, it } from '@jest/globals'
import { Stream } from '../testkit/stream.ts'
import { openApiOf } from '../testkit/openapi.ts'
import { keys, partner, sharedTestProduct, Subscriber, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

/** The row of a page that a URL names. */
async function rowAt(address: string): Promise<string> {
  const { hash } = new URL(address)
  const { status, body } = await partner(product.url, null).get(address, { Accept: 'text/html' })
  expect(status).toBe(200)
  const page = body.toString() as string
  return page.slice(page.indexOf(`<tr id="${hash.slice(1)}"`)).split('</tr>', 1)[0] ?? ''
}

it('an error over REST, GraphQL and WebSocket leads to its code in the documentation', async () => {
  const rest = partner(product.url)
  const overRest = await rest.get('/api/partner/reservations/nothing')
  expect(overRest.body.error.docs).toBe(`${product.url}/docs/partner-api/errors#reservation_not_found`)
  expect(await rowAt(overRest.body.error.docs)).toContain('RESERVATION_NOT_FOUND')

  const refused = await partner(product.url, null).graphql('{ viewer { plan } }')
  const { docs } = refused.body.errors[0].extensions
  expect(docs).toBe(`${product.url}/docs/partner-api/errors#authentication_required`)
  expect(await rowAt(docs)).toContain('AUTHENTICATION_REQUIRED')

  const subscriber = new Subscriber(
    product.url,
    'subscription { reservationEvents(filter: { cenoteId: "nothing" }) { id } }',
    keys.demo,
  )
  const [{ error }] = (await subscriber.received(1)) as [Json]
  expect(error[0].extensions.docs).toBe(`${product.url}/docs/partner-api/errors#error_validacion`)
  await subscriber.close()
})

const docsOf = (code: string): string => `${product.url}/docs/partner-api/errors#${code.toLowerCase()}`

it.each([
  ['GRAPHQL_PARSE_FAILED', { query: '{ viewer {' }],
  ['GRAPHQL_VALIDATION_FAILED', { query: '{ viewer { nothing } }' }],
  ['BAD_USER_INPUT', { query: 'query ($id: ID!) { cenote(id: $id) { id } }' }],
  ['OPERATION_RESOLUTION_FAILURE', { query: 'query A { viewer { plan } }', operationName: 'B' }],
  ['BAD_REQUEST', { query: 1 }],
])('an error of GraphQL itself leads to its code too: %s', async (code, request) => {
  const { body } = await partner(product.url).post('/graphql', request)
  const [{ extensions }] = body.errors as [Json]
  expect(extensions).toMatchObject({ code, docs: docsOf(code) })
  expect(await rowAt(extensions.docs)).toContain(code)
})

it.each([
  ['GRAPHQL_PARSE_FAILED', 'subscription { reservationEvents {'],
  ['GRAPHQL_VALIDATION_FAILED', 'subscription { reservationEvents { nothing } }'],
])('so does one over WebSocket, multipart and event streams: %s', async (code, query) => {
  const subscriber = new Subscriber(product.url, query)
  const [{ error }] = (await subscriber.received(1)) as [Json]
  await subscriber.close()
  const errors = [error[0]]
  const multipart = { Accept: 'multipart/mixed;subscriptionSpec=1.0, application/json' }
  errors.push((await partner(product.url).post('/graphql', { query }, multipart)).body.errors[0])
  const stream = await Stream.open(product.url, { query })
  await stream.received(1)
  errors.push(stream.events[0]?.data.errors[0])
  for (const { extensions } of errors) expect(extensions).toMatchObject({ code, status: 400, docs: docsOf(code) })
})

it('operations in the reference of REST lead to sections of the guides, and those to the operations', async () => {
  const { paths } = await openApiOf(product.url)
  const operations = Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods))
  const pages = new Map<string, string>()
  for (const { operationId, externalDocs } of operations) {
    const { pathname, hash } = new URL(externalDocs.url)
    if (!pages.has(pathname)) {
      const { body } = await partner(product.url, null).get(pathname, { Accept: 'text/html' })
      pages.set(pathname, body.toString())
    }
    expect([operationId, pages.get(pathname)]).toEqual([operationId, expect.stringContaining(`id="${hash.slice(1)}`)])
  }
  expect(pages.get('/docs/partner-api/events-and-webhooks')).toContain('href="/docs/api#createWebhook"')
})
