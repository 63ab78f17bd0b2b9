import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyCenote, copyTour } from '../testkit/copies.ts'
import { operator } from '../testkit/operator.ts'
import { calculate } from '../testkit/pricing.ts'
import { nextSaturday, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await productToChange()
  rest = partner(product.url)
})

/** The members of each price of an item that concern it. */
async function statesOf(itemType: 'cenote' | 'tour', itemId: string): Promise<Json> {
  const calculated = await calculate(rest, { itemType, itemId, ageBreakdown: { adult: 2 } })
  const summary = await rest.get(`/pricing/summary/${itemType}/${itemId}?people=2`)
  const { body } = await rest.graphql(
    `query ($id: ID!) { item: ${itemType}(id: $id) { priceSummary { isActive }
       priceCalculation(input: { ageBreakdown: { adult: 2 } }) { isActive totalCents } } }`,
    { id: itemId },
  )
  const states = {
    calculation: calculated.body.data.isActive,
    summary: summary.body.data.isActive,
    graphqlCalculation: body.data.item.priceCalculation.isActive,
    graphqlSummary: body.data.item.priceSummary.isActive,
  }
  expect(body.data.item.priceCalculation.totalCents).toBe(calculated.body.data.summary.total)
  if (itemType === 'tour') return states
  const coupon = await rest.post('/coupons/validate', { code: 'CENOTE10', cenoteId: itemId, subtotal: 500_000 })
  return { ...states, coupon: coupon.body.data.isActive }
}

describe.each(['cenote', 'tour'] as const)('the prices of a %s', (itemType) => {
  const states = (isActive: boolean): Json => ({
    calculation: isActive,
    summary: isActive,
    graphqlCalculation: isActive,
    graphqlSummary: isActive,
    ...(itemType === 'cenote' ? { coupon: isActive } : {}),
  })

  it('say whether it is active, from the moment that it changes', async () => {
    const id =
      itemType === 'cenote'
        ? await copyCenote(product.url, 'ik-kil')
        : (await copyTour(product.url, 'dos-ojos-diving')).id
    const name = itemType === 'cenote' ? 'Cenote' : 'Tour'
    const change = async (verb: 'publish' | 'deactivate'): Promise<void> => {
      const { ask } = operator(product.url)
      const { item } = await ask(`query ($id: ID!) { item: ${itemType}(id: $id) { version } }`, { id })
      await ask(
        `mutation ($input: ${verb === 'publish' ? 'Publish' : 'Deactivate'}${name}Input!) {
        ${verb}${name}(input: $input) { isActive } }`,
        { input: { id, version: item.version } },
      )
    }
    expect(await statesOf(itemType, id)).toEqual(states(true))
    await change('deactivate')
    expect(await statesOf(itemType, id)).toEqual(states(false))
    await change('publish')
    expect(await statesOf(itemType, id)).toEqual(states(true))
  })
})

it('a price of an inactive cenote can be quoted, says that it is inactive, and reserves nothing', async () => {
  const cenoteId = demoId('cenote', 'verde-lucero')
  const visit = { ageBreakdown: { adult: 2 }, visitDate: nextSaturday(), quote: true }
  const { isActive, quoteToken } = (await calculate(rest, { itemId: cenoteId, ...visit })).body.data
  expect([isActive, typeof quoteToken]).toEqual([false, 'string'])
  const { status, body } = await rest.post('/api/partner/reservations', {
    cenoteId,
    visitDate: nextSaturday(),
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
    quoteToken,
  })
  expect([status, body.error.code, body.error.details.reason]).toEqual([422, 'CENOTE_NOT_AVAILABLE', 'inactive'])
})
