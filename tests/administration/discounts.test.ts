import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyCenote } from '../testkit/copies.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { discountRuleInput, promotionInput } from '../testkit/price-forms.ts'
import { calculate } from '../testkit/pricing.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))

const createRule =
  'mutation ($input: CreateDiscountRuleInput!) { rule: createDiscountRule(input: $input) { id version stored promotion { id slug } } }'
const updateRule =
  'mutation ($input: UpdateDiscountRuleInput!) { rule: updateDiscountRule(input: $input) { id version stored promotion { slug } } }'
const createPromotion =
  'mutation ($input: CreatePromotionInput!) { promotion: createPromotion(input: $input) { id version status stored } }'
const updatePromotion =
  'mutation ($input: UpdatePromotionInput!) { promotion: updatePromotion(input: $input) { id version status stored } }'
let granCenote: string
beforeAll(async () => void (granCenote = await copyCenote(product.url, 'gran-cenote')))
const discounts = async (): Promise<number> =>
  (await calculate(partner(product.url, keys.demo), { itemId: granCenote })).body.data.summary.discounts

describe('administration of discount rules', () => {
  it('creates, changes and deactivates one, which prices follow at once, and records each change', async () => {
    const { ask } = operator(product.url)
    expect(await discounts()).toBe(0)
    const input = discountRuleInput('quiet-week', { appliesTo: 'SPECIFIC', itemId: granCenote })
    const { rule } = await ask(createRule, { input })
    expect(rule).toMatchObject({ version: 1, promotion: null })
    expect(rule.stored).toEqual({
      ...input,
      maxDiscountCents: 100_000_000,
      priority: 0,
      stackable: true,
      autoApply: true,
      excludeTransportFromDiscount: false,
      userEligibility: 'ALL',
      isActive: true,
    })
    expect(await discounts()).toBe(14_000)
    await ask(updateRule, { input: { id: rule.id, version: 1, value: 20, maxDiscountCents: 20_000 } })
    expect(await discounts()).toBe(20_000)
    await ask(updateRule, { input: { id: rule.id, version: 2, isActive: false } })
    expect(await discounts()).toBe(0)
    expect((await changesOf(product.url, 'DISCOUNT_RULE', rule.id)).nodes).toMatchObject([
      { action: 'UPDATED', before: { isActive: true }, after: { isActive: false } },
      {
        action: 'UPDATED',
        before: { value: 10, maxDiscountCents: 100_000_000 },
        after: { value: 20, maxDiscountCents: 20_000 },
      },
      { action: 'CREATED', before: null, after: rule.stored, key: { lastFour: 'ator' } },
    ])
  })

  it('has rules apply while their promotion is active and runs', async () => {
    const { ask } = operator(product.url)
    const { promotion } = await ask(createPromotion, { input: promotionInput('rainy-days', { status: 'DRAFT' }) })
    const rule = discountRuleInput('rainy', { discountType: 'FIXED', value: 700, promotionId: promotion.id })
    expect((await ask(createRule, { input: rule })).rule.promotion.slug).toBe('rainy-days')
    expect(await discounts()).toBe(0)
    const change = async (version: number, more: object): Promise<Json> =>
      (await ask(updatePromotion, { input: { id: promotion.id, version, ...more } })).promotion
    expect(await change(1, { status: 'ACTIVE' })).toMatchObject({ version: 2, status: 'ACTIVE' })
    expect(await discounts()).toBe(700)
    await change(2, { endDate: '2026-02-01T00:00:00Z' })
    expect(await discounts()).toBe(0)
    expect((await changesOf(product.url, 'PROMOTION', promotion.id)).nodes).toMatchObject([
      { before: { endDate: '2036-01-01T00:00:00.000Z' }, after: { endDate: '2026-02-01T00:00:00.000Z' } },
      { before: { status: 'draft' }, after: { status: 'active' } },
      { action: 'CREATED' },
    ])
  })

  it.each([
    [{ slug: 'Not A Slug', value: -1, minPeople: 0, itemId: 'x' }, ['slug', 'itemId', 'value', 'minPeople']],
    [{ value: 101 }, ['value']],
    [{ discountType: 'FIXED', value: 0 }, ['value']],
    [{ discountType: 'QUANTITY_BASED' }, ['minPeople']],
    [{ appliesTo: 'SPECIFIC' }, ['itemId']],
    [{ itemId: demoId('cenote', 'gran-cenote') }, ['itemId']],
    [{ promotionId: demoId('promotion', 'nothing') }, ['promotionId']],
    [{ slug: 'group-8' }, ['slug']],
    [{ name: { en: 'x', es: 'x', fr: '' } }, ['name.fr']],
  ])('refuses a rule with %j, naming its fields', async (more, fields) => {
    const { details } = await operator(product.url).refusal(createRule, { input: discountRuleInput('wrong', more) })
    expect(Object.keys(details.fields)).toEqual(fields)
  })

  it('refuses a promotion that ends before it starts, of an unknown status, or of a slug that is taken', async () => {
    const { refusal } = operator(product.url)
    const fieldsOf = async (slug: string, more: object): Promise<Json> =>
      (await refusal(createPromotion, { input: promotionInput(slug, more) })).details.fields
    expect(await fieldsOf('wrong', { endDate: '2025-01-01T00:00:00Z' })).toEqual({
      endDate: ['must be after startDate'],
    })
    expect(await fieldsOf('wrong', { name: { en: ' ', es: 'x' } })).toEqual({ 'name.en': ['must not be empty'] })
    const unknown = await refusal(createPromotion, { input: promotionInput('wrong', { status: 'OVER' }) })
    expect([unknown.status, unknown.code]).toEqual([400, 'BAD_USER_INPUT'])
    expect(await fieldsOf('season', {})).toEqual({ slug: ['is used already'] })
  })

  it('refuses stale versions and what does not exist', async () => {
    const { ask, refusal } = operator(product.url)
    const { rule } = await ask(createRule, { input: discountRuleInput('stale', { isActive: false }) })
    await ask(updateRule, { input: { id: rule.id, version: 1, priority: 3 } })
    expect(await refusal(updateRule, { input: { id: rule.id, version: 1, priority: 4 } })).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { currentVersion: 2 },
    })
    expect((await refusal(updatePromotion, { input: { id: rule.id, version: 1 } })).code).toBe('PRICE_FACT_NOT_FOUND')
  })

  it('lists rules by priority and promotions by slug, in pages and by filter', async () => {
    const { ask } = operator(product.url)
    const page =
      'query ($filter: DiscountRuleFilter, $first: Int, $after: String) { discountRules(filter: $filter, first: $first, after: $after) { totalCount nodes { slug priority } pageInfo { hasNextPage endCursor } } }'
    const found: Json[] = []
    let after: string | null = null
    do {
      const { discountRules }: Json = await ask(page, { first: 3, after })
      found.push(...discountRules.nodes)
      after = discountRules.pageInfo.hasNextPage ? discountRules.pageInfo.endCursor : null
      if (!after) expect(discountRules.totalCount).toBe(found.length)
    } while (after)
    expect(new Set(found.map(({ slug }) => slug)).size).toBe(found.length)
    const priorities = found.map(({ priority }) => priority)
    expect(priorities).toEqual([...priorities].sort((a, b) => b - a))
    const { discountRules } = await ask(page, { filter: { promotionId: demoId('promotion', 'summer-2025') } })
    expect(discountRules.nodes).toEqual([{ slug: 'summer-2025', priority: 60 }])
    const { promotions } = await ask('{ promotions(filter: { status: ENDED }) { nodes { slug } } }')
    expect(promotions.nodes).toEqual([{ slug: 'summer-2025' }])
  })

  it('stores everything that the demo rules and promotions show, exactly as it is described', async () => {
    const { ask } = operator(product.url)
    const { discountRules, promotions } = await ask(
      '{ discountRules(first: 100) { nodes { stored } } promotions(first: 100) { nodes { stored } } }',
    )
    expect([discountRules.nodes.length > 0, promotions.nodes.length > 0]).toEqual([true, true])
    for (const { stored } of discountRules.nodes) {
      // Prices of other tests follow rules in use.
      const input = { ...stored, slug: `${stored.slug}-copy`, isActive: false }
      expect((await ask(createRule, { input })).rule.stored).toEqual(input)
    }
    for (const { stored } of promotions.nodes) {
      const input = { ...stored, slug: `${stored.slug}-copy` }
      expect((await ask(createPromotion, { input })).promotion.stored).toEqual(input)
    }
  })
})
