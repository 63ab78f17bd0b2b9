import { beforeAll, describe, expect, it } from '@jest/globals'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await productToChange()
})

const submit = 'mutation ($input: SubmitReviewInput!) { submitReview(input: $input) { id } }'

/** Completes a visit; the token of its invitation. */
async function invitation(): Promise<{ cenoteId: string; token: string }> {
  const rest = partner(product.url)
  const { id, cenoteId } = await reserve(product.url, { cenote: 'calavera' })
  for (const step of ['confirm', 'checkin']) await rest.post(`/api/partner/reservations/${id}/${step}`, {})
  const { body } = await rest.post(`/api/partner/reservations/${id}/complete`, { feedback: { requestReview: true } })
  return { cenoteId, token: new URL(body.data.reviewRequest.link).pathname.split('/').at(-1) ?? '' }
}

const write = (token: string, rating: number): Promise<Json> =>
  partner(product.url, null).graphql(submit, { input: { token, rating, title: '', content: 'Clear water.' } })

/** A cenote's reviews by both interfaces; each is read twice, the second time from the cache. */
async function shown(
  cenoteId: string,
): Promise<{ count: number; breakdown: Json; average: number; reviews: string[] }> {
  const rest = partner(product.url)
  const path = `/api/partner/cenotes/${cenoteId}?expand=reviews`
  const query = `{ cenote(id: "${cenoteId}") { rating { average count breakdown { five four three two one } } reviews(first: 50) { id } } }`
  const [first, second] = [await rest.get(path), await rest.get(path)]
  expect(second.body).toEqual(first.body)
  const { rating, reviews } = first.body.data
  const { cenote } = (await rest.graphql(query)).body.data
  const { five, four, three, two, one } = cenote.rating.breakdown
  expect(rating).toEqual({ ...cenote.rating, breakdown: { 5: five, 4: four, 3: three, 2: two, 1: one } })
  expect(reviews.map(({ id }: Json) => id)).toEqual(cenote.reviews.slice(0, 10).map(({ id }: Json) => id))
  expect(rating.count).toBe(five + four + three + two + one)
  expect(rating.average).toBeCloseTo((5 * five + 4 * four + 3 * three + 2 * two + one) / rating.count, 2)
  return { ...rating, reviews: cenote.reviews.map(({ id }: Json) => id) }
}

const setVisibility = (id: string, isVisible: boolean): Promise<Json> =>
  operator(product.url, operatorKeys.sandbox).ask(
    `mutation { setReviewVisibility(input: { id: "${id}", isVisible: ${isVisible} }) { id } }`,
  )

describe('the review of a guest', () => {
  it('is counted in the rating while readers see it', async () => {
    const { cenoteId, token } = await invitation()
    const before = await shown(cenoteId)
    const id = (await write(token, 2)).body.data.submitReview.id
    const after = await shown(cenoteId)
    expect(after).toMatchObject({
      count: before.count + 1,
      breakdown: { ...before.breakdown, 2: before.breakdown[2] + 1 },
      reviews: expect.arrayContaining([...before.reviews, id]),
    })
    for (const isVisible of [false, false]) {
      await setVisibility(id, isVisible)
      expect(await shown(cenoteId)).toEqual(before)
    }
    for (const isVisible of [true, true]) {
      await setVisibility(id, isVisible)
      expect(await shown(cenoteId)).toEqual(after)
    }
  })

  it('is counted once when it is sent several times at once', async () => {
    const { cenoteId, token } = await invitation()
    const before = await shown(cenoteId)
    const sent = await Promise.all([5, 4, 3, 5].map((rating) => write(token, rating)))
    expect(sent.filter(({ body }) => body.errors === undefined)).toHaveLength(1)
    expect((await shown(cenoteId)).count).toBe(before.count + 1)
  })

  it('is no change that an operator has to see before editing the cenote', async () => {
    const { cenoteId, token } = await invitation()
    const { ask } = operator(product.url, operatorKeys.sandbox)
    const version = async (): Promise<number> => (await ask(`{ cenote(id: "${cenoteId}") { version } }`)).cenote.version
    const before = await version()
    await write(token, 5)
    expect(await version()).toBe(before)
  })
})
