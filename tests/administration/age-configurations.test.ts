import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyCenote } from '../testkit/copies.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { ageConfigurationInput } from '../testkit/price-forms.ts'
import { calculate } from '../testkit/pricing.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
/** Configurations of children that reach into the usual ages of teens. */
const reaching: Json[] = []
beforeAll(async () => void (product = await productToChange()))

const create =
  'mutation ($input: CreateAgeConfigurationInput!) { configuration: createAgeConfiguration(input: $input) { id version source itemId stored } }'
const update =
  'mutation ($input: UpdateAgeConfigurationInput!) { configuration: updateAgeConfiguration(input: $input) { id version stored } }'
const created = async (input: object): Promise<Json> =>
  (await operator(product.url).ask(create, { input })).configuration
const updated = async (input: object): Promise<Json> =>
  (await operator(product.url).ask(update, { input })).configuration
const fieldsOf = async (mutation: string, input: object): Promise<Json> =>
  (await operator(product.url).refusal(mutation, { input })).details.fields
const globals = async (): Promise<Record<string, { id: string; version: number }>> => {
  const { ageConfigurations } = await operator(product.url).ask('{ ageConfigurations { id category version } }')
  return Object.fromEntries(ageConfigurations.map((one: Json) => [one.category, one]))
}
let dosOjos: string
beforeAll(async () => void (dosOjos = await copyCenote(product.url, 'dos-ojos')))
/** Restores the usual ages, because other files of the shared product rely on them. */
afterAll(async () => {
  for (const { id } of reaching) await updated({ id, version: 1, isActive: false })
  for (const [category, ages] of [
    ['TEEN', { minAge: 13, maxAge: 17 }],
    ['SENIOR', { minAge: 65 }],
    ['ADULT', { minAge: 18, maxAge: 64, displayOrder: 4 }],
  ] as const) {
    const { id, version } = (await globals())[category] ?? { id: '', version: 0 }
    await updated({ id, version, ...ages })
  }
})
const published = async (): Promise<number> =>
  (await partner(product.url).get(`/api/partner/cenotes/${dosOjos}`)).body.data.pricing.child
const charged = async (): Promise<number> => {
  const { body } = await calculate(partner(product.url, keys.demo), {
    itemId: dosOjos,
    ageBreakdown: { adult: 1, child: 1 },
  })
  return body.data.ageAdjustments.child.subtotal / 100
}

describe('administration of age configurations', () => {
  it('overrides one at a cenote, changes and ends it, which shown and charged prices follow at once', async () => {
    const usual = await published()
    const adult = usual / 0.8
    const configuration = await created(ageConfigurationInput(dosOjos))
    expect(configuration).toMatchObject({ version: 1, source: 'CENOTE', itemId: dosOjos })
    expect(configuration.stored).toEqual({ ...ageConfigurationInput(dosOjos), displayOrder: 2, isActive: true })
    expect([await published(), await charged()]).toEqual([adult / 2, adult / 2])
    await updated({ id: configuration.id, version: 1, pricingMultiplier: 0.25 })
    expect([await published(), await charged()]).toEqual([adult / 4, adult / 4])
    await updated({ id: configuration.id, version: 2, isActive: false })
    expect([await published(), await charged()]).toEqual([usual, usual])
    expect((await changesOf(product.url, 'AGE_CONFIGURATION', configuration.id)).nodes).toMatchObject([
      { before: { isActive: true }, after: { isActive: false } },
      { before: { pricingMultiplier: 0.5 }, after: { pricingMultiplier: 0.25 } },
      { action: 'CREATED', after: configuration.stored, key: { lastFour: 'ator' } },
    ])
  })

  it('changes a global one for every item that has none of its own', async () => {
    const { CHILD } = await globals()
    const { id, version } = CHILD ?? { id: '', version: 0 }
    const usual = await published()
    await updated({ id, version, pricingMultiplier: 0.4 })
    expect(await published()).toBe(usual / 2)
    const { body } = await partner(product.url).get(`/age-configurations/cenote/${demoId('cenote', 'ik-kil')}`)
    expect(body.data.find(({ category }: Json) => category === 'child').pricingMultiplier).toBe(0.5)
    await updated({ id, version: version + 1, pricingMultiplier: 0.8 })
  })

  it.each([
    [
      { minAge: -1, maxAge: 200, pricingMultiplier: 11, displayNames: { en: '', es: 'x' } },
      ['displayNames.en', 'minAge', 'maxAge', 'pricingMultiplier'],
    ],
    [{ minAge: 12, maxAge: 3 }, ['maxAge']],
    [{ pricingMultiplier: 0.12345 }, ['pricingMultiplier']],
    [{ category: 'ADULT', minAge: 18, maxAge: 64, pricingMultiplier: 0.9 }, ['pricingMultiplier']],
    [{ source: 'GLOBAL' }, ['itemId']],
    [{ itemId: undefined }, ['itemId']],
    [{ source: 'GLOBAL', itemId: undefined }, ['category']],
  ])('refuses %j, naming its fields', async (more, fields) => {
    expect(Object.keys(await fieldsOf(create, ageConfigurationInput(randomUUID(), more)))).toEqual(fields)
  })

  it('refuses ages that overlap those of another category there', async () => {
    const cenoteId = randomUUID()
    const teens = { category: 'TEEN', minAge: 13, maxAge: 17 }
    expect(await fieldsOf(create, ageConfigurationInput(cenoteId, { maxAge: 13 }))).toEqual({
      minAge: ['must not overlap or reverse the ages of teen, 13-17'],
    })
    const teen = await created(ageConfigurationInput(cenoteId, { ...teens, minAge: 15 }))
    await created(ageConfigurationInput(cenoteId, { maxAge: 14 }))
    // Without the override of teens, the global one would overlap.
    expect(await fieldsOf(update, { id: teen.id, version: 1, isActive: false })).toEqual({
      minAge: ['must not overlap or reverse the ages of child, 3-14'],
    })
  })

  it('refuses global ages that overlap overrides of items, with their number', async () => {
    const { TEEN, INFANT } = await globals()
    for (let item = 0; item < 2; item += 1)
      await created(ageConfigurationInput(randomUUID(), { category: 'INFANT', minAge: 0, maxAge: 1 }))
    await updated({ id: TEEN?.id, version: TEEN?.version, minAge: 15 })
    for (let item = 0; item < 2; item += 1)
      reaching.push(await created(ageConfigurationInput(randomUUID(), { maxAge: 14 })))
    expect(await fieldsOf(update, { id: TEEN?.id, version: (TEEN?.version ?? 0) + 1, minAge: 13 })).toEqual({
      minAge: ['must not overlap the ages that 2 cenotes or tours have of their own'],
    })
    expect(await fieldsOf(update, { id: INFANT?.id, version: INFANT?.version, maxAge: 3 })).toEqual({
      minAge: ['must not overlap or reverse the ages of child, 3-12'],
    })
  })

  it('never overlaps whatever is changed at the same time', async () => {
    const { ADULT, SENIOR } = await globals()
    const { graphql } = operator(product.url)
    const responses = await Promise.all([
      graphql(update, { input: { id: ADULT?.id, version: ADULT?.version, maxAge: 64, minAge: 18, displayOrder: 40 } }),
      graphql(update, { input: { id: ADULT?.id, version: ADULT?.version, maxAge: 60 } }),
      graphql(update, { input: { id: SENIOR?.id, version: SENIOR?.version, minAge: 62 } }),
      graphql(update, { input: { id: SENIOR?.id, version: SENIOR?.version, minAge: 61 } }),
    ])
    const codes = responses.map(({ body }) => body.errors?.[0].extensions.code ?? 'done')
    for (const code of codes) expect(['done', 'EDIT_CONFLICT', 'ERROR_VALIDACION']).toContain(code)
    const { ageConfigurations } = await operator(product.url).ask('{ ageConfigurations { category minAge maxAge } }')
    const [adult, senior] = ['ADULT', 'SENIOR'].map((name) =>
      ageConfigurations.find(({ category }: Json) => category === name),
    )
    expect(adult.maxAge).toBeLessThan(senior.minAge)
  })

  it('keeps adults at the price that is shown, always in use', async () => {
    const { ADULT } = await globals()
    const { id, version } = ADULT ?? { id: '', version: 0 }
    expect(await fieldsOf(update, { id, version, isActive: false, pricingMultiplier: 0.9 })).toEqual({
      pricingMultiplier: ['must be one of: 1'],
      isActive: ['must be one of: true'],
    })
    expect(await operator(product.url).refusal(update, { input: { id, version: version + 1 } })).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { currentVersion: version },
    })
  })

  it('lists global ones and overrides with what is stored, by item', async () => {
    const list =
      'query ($filter: AgeConfigurationFilter) { allAgeConfigurations(filter: $filter, first: 100) { totalCount nodes { category source stored } } }'
    const { ask } = operator(product.url)
    const { allAgeConfigurations: all } = await ask(list)
    expect(all.nodes.filter(({ source }: Json) => source === 'GLOBAL')).toHaveLength(5)
    expect(all.totalCount).toBe(all.nodes.length)
    const { allAgeConfigurations: ofIkKil } = await ask(list, { filter: { itemId: demoId('cenote', 'ik-kil') } })
    expect(ofIkKil.nodes).toMatchObject([{ category: 'CHILD', source: 'CENOTE', stored: { pricingMultiplier: 0.5 } }])
  })
})
