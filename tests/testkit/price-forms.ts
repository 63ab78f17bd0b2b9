/** Inputs of the mutations that create price facts, with everything that is required. */

const texts = (text: string) => ({ en: text, es: `${text} (es)` })

export const promotionInput = (slug: string, more: object = {}) => ({
  slug,
  name: texts(`Promotion ${slug}`),
  status: 'ACTIVE',
  promotionType: 'seasonal',
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2036-01-01T00:00:00.000Z',
  ...more,
})

export const discountRuleInput = (slug: string, more: object = {}) => ({
  slug,
  name: { ...texts(`Rule ${slug}`), fr: `Règle ${slug}` },
  description: texts('Less to pay.'),
  discountType: 'PERCENTAGE',
  appliesTo: 'ALL',
  value: 10,
  ...more,
})

export const ageConfigurationInput = (itemId: string, more: object = {}) => ({
  source: 'CENOTE',
  itemId,
  category: 'CHILD',
  displayNames: texts('Child'),
  descriptions: texts('3 to 12 years'),
  minAge: 3,
  maxAge: 12,
  pricingMultiplier: 0.5,
  ...more,
})

export const serviceInput = (cenoteId: string, more: object = {}) => ({
  cenoteId,
  name: texts('Towel'),
  description: texts('To dry with'),
  category: 'EQUIPMENT',
  inclusionType: 'OPTIONAL',
  priceCents: 5_000,
  ...more,
})

export const transportOptionInput = (slug: string, more: object = {}) => ({
  slug,
  itemType: 'CENOTE',
  type: 'MEETING_POINT',
  baseCents: 10_000,
  ...more,
})

export const couponInput = (code: string, more: object = {}) => ({
  code,
  name: texts(`Coupon ${code}`),
  discountType: 'PERCENTAGE',
  discountValue: 10,
  ...more,
})
