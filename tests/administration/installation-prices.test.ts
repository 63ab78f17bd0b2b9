import { beforeAll, describe, expect, it } from '@jest/globals'
import { derivedId } from '../../platform/values/derived-id.ts'
import { cenoteItem, tourInput } from '../testkit/catalog-forms.ts'
import { storedChanges } from '../testkit/change-records.ts'
import { setCouponUses } from '../testkit/coupons.ts'
import { eventually } from '../testkit/eventually.ts'
import { testInstallation, type TestInstallation } from '../testkit/installation.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let installation: TestInstallation
/** Without a product. */
const empty = testInstallation()
beforeAll(async () => {
  product = await productToChange()
  installation = testInstallation(product)
})

const texts = (text: string) => ({ en: text, es: `${text} (es)` })
const steps = (plan: readonly string[]): string[] => plan.filter((line) => /^[+~-] /.test(line))
const file = (lists: object): string => JSON.stringify({ formatVersion: 1, ...lists }, null, 2)

const guide = {
  service: 'private-guide',
  name: texts('Private guide'),
  description: texts('Two hours'),
  category: 'guide',
  inclusionType: 'optional',
  priceCents: 50_000,
}
const lists = (slug: string) => ({
  cenotes: [cenoteItem(slug)],
  ageConfigurations: [
    {
      cenote: slug,
      category: 'CHILD',
      displayNames: texts('Child'),
      descriptions: texts('4 to 12'),
      minAge: 4,
      maxAge: 12,
      pricingMultiplier: 0.5,
    },
  ],
  services: [{ cenote: slug, ...guide }],
  transport: [{ slug: `${slug}-van`, itemType: 'CENOTE', cenote: slug, type: 'HOTEL_PICKUP', baseCents: 9_000 }],
  promotions: [
    {
      slug: `${slug}-season`,
      name: texts('Season'),
      status: 'active',
      promotionType: 'seasonal',
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2099-01-01T00:00:00Z',
    },
  ],
  discountRules: [
    {
      slug: `${slug}-groups`,
      name: texts('Groups'),
      description: texts('From 4 people'),
      discountType: 'QUANTITY_BASED',
      appliesTo: 'SPECIFIC',
      cenote: slug,
      value: 10,
      minPeople: 4,
      promotion: `${slug}-season`,
    },
  ],
  coupons: [
    {
      code: `${slug.toUpperCase()}-GUIDE`,
      name: texts('Free guide'),
      discountType: 'FREE_SERVICE',
      service: 'private-guide',
    },
    {
      code: `${slug.toUpperCase()}-15`,
      name: texts('15 percent'),
      discountType: 'PERCENTAGE',
      discountValue: 15,
      cenote: slug,
    },
  ],
})
const priceOf = async (slug: string, body: object) => {
  const response = await partner(product.url, keys.live).post('/pricing/calculate-complete', {
    itemType: 'cenote',
    itemId: derivedId('cenote', slug),
    ...body,
  })
  return response.body.data.summary
}

describe('prices in a file', () => {
  it('are charged by the product that runs', async () => {
    const slug = 'priced'
    await installation.importLists({ cenotes: [cenoteItem(slug)] })
    expect(await priceOf(slug, { ageBreakdown: { adult: 1, child: 1 } })).toMatchObject({ subtotal: 54_000 })
    await installation.importLists(lists(slug))
    await eventually(async () => (await priceOf(slug, { ageBreakdown: { adult: 1, child: 1 } })).subtotal, 45_000)
    expect(await priceOf(slug, { ageBreakdown: { adult: 4 } })).toMatchObject({ subtotal: 120_000, discounts: 12_000 })
    expect(await priceOf(slug, { ageBreakdown: { adult: 1 }, couponCode: 'PRICED-15' })).toMatchObject({
      discounts: 4_500,
    })
    expect(
      await priceOf(slug, { ageBreakdown: { adult: 1 }, selectedServices: [derivedId('service', 'private-guide')] }),
    ).toMatchObject({ subtotal: 80_000 })
  })

  it('name what they are about by slugs, whatever else has the same words', async () => {
    const own = testInstallation()
    const { cenoteIds: _, ...tour } = tourInput('same', [])
    const [age] = lists('same').ageConfigurations
    const described = {
      cenotes: ['same', 'same-river'].map((slug) => cenoteItem(slug)),
      tours: [{ ...tour, cenotes: ['same'] }],
      ageConfigurations: [age, { ...age, cenote: undefined, tour: 'same', pricingMultiplier: 0.25 }],
      services: [
        { cenote: 'same', ...guide, service: 'river-towel' },
        { cenote: 'same-river', ...guide, service: 'towel' },
      ],
      coupons: [{ ...lists('same').coupons[0], service: 'river-towel' }],
    }
    await own.importLists(described)
    const text = await own.exportText()
    const { ageConfigurations, services, coupons } = JSON.parse(text)
    expect(ageConfigurations.map(({ cenote, tour: its }: Json) => [cenote, its])).toEqual(
      expect.arrayContaining([
        ['same', undefined],
        [undefined, 'same'],
      ]),
    )
    expect(services.map(({ cenote, service }: Json) => [cenote, service])).toEqual([
      ['same', 'river-towel'],
      ['same-river', 'towel'],
    ])
    expect(coupons).toMatchObject([{ service: 'river-towel' }])
    expect(steps(await own.importText(text))).toEqual([])
    const other = testInstallation()
    await other.importText(text)
    expect(await other.exportText()).toBe(text)
  })

  it('are left alone the second time, and exported as they came', async () => {
    const own = testInstallation()
    await own.importLists(lists('kept'))
    expect(steps(await own.importLists(lists('kept')))).toEqual([])
    const text = await own.exportText()
    const exported = JSON.parse(text)
    const { services, transport, discountRules, coupons } = lists('kept')
    expect(exported).toMatchObject({ services, transport, discountRules })
    expect(exported.coupons).toEqual([
      expect.objectContaining({ ...coupons[1] }),
      expect.objectContaining({ ...coupons[0] }),
    ])
    expect(exported.ageConfigurations).toHaveLength(6)
    expect(text).not.toContain('"id"')
    const other = testInstallation()
    await other.importText(text)
    expect(await other.exportText()).toBe(text)
    expect(steps(await own.importText(text))).toEqual([])
  })

  it('change what differs, and with prune go out of use when they are not named', async () => {
    const own = testInstallation()
    const given = lists('changing')
    await own.importLists(given)
    const services = given.services.map((service) => ({ ...service, priceCents: 60_000 }))
    const coupons = given.coupons.slice(0, 1)
    const plan = await own.importLists(
      { services, coupons, discountRules: [], promotions: given.promotions },
      { prune: true },
    )
    expect(steps(plan)).toEqual([
      '~ services changing: Private guide: priceCents',
      '- discountRules changing-groups',
      '- coupons CHANGING-15',
    ])
    const exported = JSON.parse(await own.exportText())
    expect(exported.coupons[0]).toMatchObject({ code: 'CHANGING-15', isActive: false })
    expect(steps(await own.importLists({ services, coupons, discountRules: [] }, { prune: true }))).toEqual([])
    const [record] = await storedChanges(own.database('pricing'), 'live', 'cenote_service')
    expect(record).toMatchObject({
      action: 'updated',
      keyId: null,
      before: { priceCents: 50_000 },
      after: { priceCents: 60_000 },
    })
  })

  it('merge taxes, fees, rates and group discounts by name, and replace them with prune', async () => {
    const own = testInstallation()
    const changed = {
      taxes: [{ name: 'IVA', percent: 8 }],
      fees: [{ name: 'Reserve', amountCents: 1_000 }],
      exchangeRates: [{ currency: 'USD', rate: 0.06 }],
      transportGroupDiscounts: [{ minPeople: 20, percent: 30 }],
    }
    const plan = await own.importLists(changed)
    expect(steps(plan)).toEqual([
      '~ taxes IVA: percent',
      '+ fees Reserve',
      '~ exchangeRates USD: rate',
      '+ transportGroupDiscounts 20',
    ])
    const exported = JSON.parse(await own.exportText())
    expect(exported).toMatchObject({ taxes: changed.taxes, fees: changed.fees })
    expect(exported.exchangeRates.length).toBeGreaterThan(2)
    expect(JSON.stringify(exported.exchangeRates)).not.toContain('updatedAt')
    const two = { exchangeRates: [{ currency: 'MXN', rate: 1 }, ...changed.exchangeRates], fees: [] }
    const pruned = await own.importLists(two, { prune: true })
    expect(steps(pruned)).toEqual(expect.arrayContaining(['- fees Reserve', '- exchangeRates EUR']))
    expect(JSON.parse(await own.exportText())).toMatchObject({ fees: [], exchangeRates: two.exchangeRates })
  })

  it.each([
    [
      'a coupon of 500 percent',
      { coupons: [{ code: 'X', name: texts('X'), discountType: 'PERCENTAGE', discountValue: 500 }] },
      'coupons[0].discountValue must be from 1 to 100',
    ],
    [
      'negative money',
      { services: [{ cenote: 'wrong', ...guide, priceCents: -1 }] },
      'services[0].priceCents must be at least 0',
    ],
    ['an unknown currency', { exchangeRates: [{ currency: 'XXY', rate: 2 }] }, 'exchangeRates[0].currency '],
    ['an unknown cenote', { services: [{ cenote: 'nowhere', ...guide }] }, 'services[0].cenote is unknown'],
    [
      'an unknown service',
      { coupons: [{ code: 'X', name: texts('X'), discountType: 'FREE_SERVICE', service: 'massage' }] },
      'coupons[0].service is unknown',
    ],
    [
      'an unknown promotion',
      { discountRules: [{ ...lists('wrong').discountRules[0], promotion: 'nothing' }] },
      'discountRules[0].promotion is unknown',
    ],
    [
      'ages that overlap',
      { ageConfigurations: [{ ...lists('wrong').ageConfigurations[0], maxAge: 14 }] },
      'ageConfigurations[0].minAge overlaps the ages of another category',
    ],
    [
      'taxes above the whole',
      {
        taxes: [
          { name: 'IVA', percent: 60 },
          { name: 'ISH', percent: 60 },
        ],
      },
      'taxes[0] must add up to 100 at most',
    ],
    [
      'a code that is named twice',
      { coupons: [lists('wrong').coupons[1], lists('wrong').coupons[1]] },
      'coupons[1].code repeats coupons[0]: WRONG-15',
    ],
    [
      'a cenote and a tour at once',
      { discountRules: [{ ...lists('wrong').discountRules[0], cenote: 'wrong', tour: 'wrong' }] },
      'discountRules[0].tour cannot be combined with cenote',
    ],
    [
      'an id that another item has',
      {
        coupons: lists('wrong').coupons.map((coupon) => ({ ...coupon, id: '5d1f0c0e-37f4-4f3c-9d83-3a8b4c1a2d10' })),
        services: lists('wrong').services,
      },
      'coupons[1].id is used already',
    ],
    [
      'an id in place of a slug',
      { services: [{ cenote: 'wrong', cenoteId: derivedId('cenote', 'wrong'), ...guide }] },
      'services[0].cenoteId is unknown',
    ],
  ])('are refused by file, line and field for %s, and nothing is written', async (_name, wrong, expected) => {
    const lines = await empty.refusal(file({ cenotes: [cenoteItem('wrong')], ...wrong }))
    expect(lines).toEqual([expect.stringContaining(expected)])
    expect(lines[0]).toMatch(/^file\.json:\d+: /)
    expect(await empty.exportText()).not.toContain('wrong')
  })

  it('never allow fewer uses of a coupon than were counted', async () => {
    const coupon = { code: 'USED', name: texts('Used'), discountType: 'PERCENTAGE', discountValue: 5, usageLimit: 10 }
    await empty.importLists({ coupons: [coupon] })
    await setCouponUses(empty.database('pricing'), 'live', coupon.code, 5)
    expect((await empty.refusal(file({ coupons: [{ ...coupon, usageLimit: 3 }] })))[0]).toMatch(/: coupons\[0\] .*5/)
  })
})
