import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { keys, partner, startTestProduct, Subscriber, type Json, type TestProduct } from '../testkit/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

/** The part of a page that an address names. */
async function sectionAt(address: string): Promise<string> {
  const { hash } = new URL(address)
  const { status, body } = await partner(product.url, null).get(address, { Accept: 'text/html' })
  expect(status).toBe(200)
  const page = body.toString() as string
  return page.slice(page.indexOf(`id="${hash.slice(1)}"`)).split('<h3', 1)[0] ?? ''
}

it('an error over REST, GraphQL and WebSocket leads to its code in the documentation', async () => {
  const rest = partner(product.url)
  const overRest = await rest.get('/api/partner/reservations/nothing')
  expect(overRest.body.error.docs).toBe(`${product.url}/docs/partner-api/errors#reservation_not_found`)
  expect(await sectionAt(overRest.body.error.docs)).toContain('RESERVATION_NOT_FOUND')

  const refused = await partner(product.url, null).graphql('{ viewer { plan } }')
  const { docs } = refused.body.errors[0].extensions
  expect(docs).toBe(`${product.url}/docs/partner-api/errors#authentication_required`)
  expect(await sectionAt(docs)).toContain('AUTHENTICATION_REQUIRED')

  const subscriber = new Subscriber(
    product.url,
    'subscription { reservationEvents(filter: { cenoteId: "nothing" }) { id } }',
    keys.demo,
  )
  const [{ error }] = (await subscriber.received(1)) as [Json]
  expect(error[0].extensions.docs).toBe(`${product.url}/docs/partner-api/errors#error_validacion`)
  await subscriber.close()
})
