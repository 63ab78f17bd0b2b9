import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { administrationDocument, administrationOperations } from '../testkit/administration-operations.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { resumeLatestRequest } from '../testkit/claimed-requests.ts'
import {
  addressOf,
  bookedFor,
  documentOf,
  graphOperations,
  prepareFixtures,
  prepareWebhook,
  restOperations,
  servedOperations,
  type Fixtures,
} from '../testkit/operations.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type TestResponse, type TestProduct } from '../testkit/product.ts'

let product: TestProduct
let rest: ReturnType<typeof partner>
let webhook: Pick<Fixtures, 'webhook' | 'delivery' | 'replay'>
let served: Awaited<ReturnType<typeof servedOperations>>
beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
  webhook = await prepareWebhook(product, keys.demo)
  served = await servedOperations(product)
})
afterAll(async () => {
  await expectBalancedBooks(product.database('booking'))
  await product.close()
})

/** A picture has the same address however often it is sent: it takes no key. */
const changing = Object.keys(restOperations).filter(
  (name) => /^(POST|PATCH) /.test(name) && name !== 'POST /api/partner/images',
)
/** Guests have no API key: the state of their visit or review refuses a second request. */
const ofGuests = ['playCheckout', 'submitReview', 'cancelVisit', 'changeVisit', 'resendVisitTicket'].map(
  (name) => `Mutation.${name}`,
)
const mutations = Object.keys(graphOperations).filter(
  (name) => name.startsWith('Mutation.') && !ofGuests.includes(name),
)
const ofStaff = mutations.filter((name) => name in administrationOperations)
const ofPartners = mutations.filter((name) => !ofStaff.includes(name))
const isReplayed = ({ headers }: TestResponse): boolean => headers.get('idempotent-replayed') === 'true'
const codeOf = ({ body }: TestResponse): string => body.error?.code ?? body.errors?.[0]?.extensions?.code

/**
 * A retry gets the stored response; one with other content is refused, and so is one while the first is in progress.
 */
async function expectOnce(send: (content: 'same' | 'other') => Promise<TestResponse>): Promise<TestResponse> {
  const first = await send('same')
  expect({ status: first.status, body: first.body, replayed: isReplayed(first) }).toEqual({
    status: expect.any(Number),
    body: expect.not.objectContaining({ errors: expect.anything() }),
    replayed: false,
  })
  expect(first.status).toBeLessThan(300)
  const again = await send('same')
  expect([again.status, isReplayed(again)]).toEqual([first.status, true])
  expect(again.body).toEqual(first.body)
  const other = await send('other')
  expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  await resumeLatestRequest(product.database('access'))
  const early = await send('same')
  expect([early.status, codeOf(early)]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
  return first
}

async function expectMutationOnce(caller: ReturnType<typeof partner>, query: string): Promise<void> {
  const key = randomUUID()
  await expectOnce((content) =>
    caller.post('/graphql', { query: content === 'same' ? query : `${query} ` }, { 'Idempotency-Key': key }),
  )
}

describe('an Idempotency-Key', () => {
  it('is tested on every POST and PATCH and every mutation', async () => {
    expect(served.rest.filter((name) => /^(POST|PATCH) /.test(name) && !changing.includes(name))).toEqual([
      'POST /api/partner/images',
    ])
    expect(
      served.graph.filter((name) => name.startsWith('Mutation.') && ![...mutations, ...ofGuests].includes(name)),
    ).toEqual([])
  })

  it.each(changing)('executes %s once', async (name) => {
    if (!served.rest.includes(name)) return
    const operation = restOperations[name]
    const fixtures = await prepareFixtures(product, keys.demo, { needs: operation?.needs, webhook })
    const [method = ''] = name.split(' ')
    const key = randomUUID()
    const body = operation?.body?.(fixtures)
    // A member that is not documented is refused before its key is looked at: another request has another body or If-Match.
    const other = operation?.other ?? body
    const first = await expectOnce((content) =>
      rest.send(method, addressOf(name, fixtures), content === 'same' ? body : other, {
        'Idempotency-Key': key,
        ...(content === 'same' ? {} : { 'If-Match': 'W/"another"' }),
      }),
    )
    expect(first.body.success).toBe(true)
    expect(await bookedFor(product, fixtures.guestEmail)).toBe(/reservations(\/bulk)?$/.test(name) ? 2 : 1)
  })

  it.each(ofPartners)('executes %s once', async (name) => {
    const fixtures = await prepareFixtures(product, keys.demo, { needs: graphOperations[name]?.needs, webhook })
    // A webhook that is deleted is not the one that all share.
    const named =
      name === 'Mutation.deleteWebhook' ? { ...fixtures, ...(await prepareWebhook(product, keys.demo)) } : fixtures
    await expectMutationOnce(rest, documentOf(name, named))
    expect(await bookedFor(product, fixtures.guestEmail)).toBe(/createReservations?$/.test(name) ? 2 : 1)
  })

  it.each(ofStaff)('executes %s of operators once', async (name) => {
    const operation = administrationOperations[name]
    const args = (await operation?.prepare?.(product.url, 'sandbox')) ?? operation?.args(randomUUID().slice(0, 8))
    await expectMutationOnce(partner(product.url, operatorKeys.sandbox), administrationDocument(name, args ?? ''))
  })
})
