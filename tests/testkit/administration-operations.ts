import { randomUUID } from 'node:crypto'
import type { Environment } from '../../platform/trust/identity.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { cenoteInput, tourInput } from './catalog-forms.ts'
import {
  ageConfigurationInput,
  couponInput,
  discountRuleInput,
  promotionInput,
  serviceInput,
  transportOptionInput,
} from './price-forms.ts'
import { operator, operatorKeys } from './operator.ts'
import { nextSaturday } from './product.ts'

interface AdministrationOperation {
  readonly need: `${string}:${string}`
  /** Arguments as GraphQL text; `unique` is a text that was not used before. */
  readonly args: (unique: string) => string
  /** Arguments that name something made for one use of them; `args` names nothing then. */
  readonly prepare?: (url: string, environment: Environment) => Promise<string>
}

/** A value as GraphQL text; names in capitals are those of enums, except codes of currencies. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}: ${literal(inner)}`)
      .join(', ')}}`
  return typeof value === 'string' && /^(ALL|[A-Z_]{4,})$/.test(value) ? value : JSON.stringify(value)
}

const manages = (
  need: AdministrationOperation['need'],
  input: (unique: string) => object,
): AdministrationOperation => ({
  need,
  args: (unique) => `(input: ${literal(input(unique))})`,
})
const catalog = (input: (unique: string) => object) => manages('catalog:manage', input)
const calendar = (input: (unique: string) => object) => manages('inventory:write', input)
const pricing = (input: (unique: string) => object) => manages('pricing:manage', input)
const lists = (need: AdministrationOperation['need']): AdministrationOperation => ({ need, args: () => '' })
const visitDate = nextSaturday()
const days = { cenoteId: demoId('cenote', 'chencoh'), from: visitDate, to: visitDate }
const closure = { ...days, reason: 'weather' }
const specialEvent = { ...days, name: { en: 'Dance', es: 'Danza' }, startTime: '10:00', endTime: '12:00' }
const noId = '5d2ff4a8-2e61-4d4b-9b4e-0d7a5b1f2c11'
const removes = (mutation: string, input: object): AdministrationOperation => ({
  ...calendar(() => ({ id: noId })),
  async prepare(url, environment) {
    const made = await operator(url, operatorKeys[environment]).ask(
      `mutation { made: ${mutation}(input: ${literal(input)}) { id } }`,
    )
    return `(input: { id: "${made.made.id}" })`
  },
})
/** The id of a disruption: a reservation is kept in a slot that is closed. */
async function disruption(url: string, environment: Environment): Promise<string> {
  const { ask } = operator(url, operatorKeys[environment])
  const visit = { cenoteId: demoId('cenote', 'calavera'), visitDate, visitTime: '10:00' }
  const guest = { name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' }
  const input = { ...visit, visitors: { adults: 1, children: 0, seniors: 0 }, guest }
  const slot = { cenoteId: visit.cenoteId, from: visitDate, to: visitDate, times: ['10:00'] }
  await ask(`mutation { createReservation(input: ${literal(input)}) { id } }`)
  const closed = { ...slot, available: false, reservations: 'KEEP' }
  const { overrideSlots } = await ask(`mutation { overrideSlots(input: ${literal(closed)}) { disruption { id } } }`)
  await ask(`mutation { clearSlotOverrides(input: ${literal(slot)}) { slotOverrides { date } } }`)
  return overrideSlots.disruption.id as string
}
const cenote = (slug: string) => ({ id: demoId('cenote', slug), version: 1 })
const tour = (slug: string) => ({ id: demoId('tour', slug), version: 1 })

/** A use of each root field of administration; a change is one that leaves everything as it is, where it can be. */
export const administrationOperations: Readonly<Record<string, AdministrationOperation>> = {
  'Query.changes': { need: 'platform:manage', args: () => '(of: { type: AMENITY, id: "parking" })' },
  'Query.partners': lists('platform:manage'),
  'Query.backgroundWork': lists('platform:manage'),
  'Mutation.setPartnerPlan': manages('platform:manage', () => ({
    partnerId: demoId('partner', 'rival'),
    plan: 'ENTERPRISE',
  })),
  'Mutation.createPartner': manages('platform:manage', (unique) => ({ name: `Partner ${unique}` })),
  'Mutation.revokeApiKey': {
    need: 'keys:manage',
    args: () => `(input: { id: "${noId}" })`,
    async prepare(url, environment) {
      const input = { partnerId: demoId('partner', 'demo'), scopes: ['catalog:read'] }
      const { createApiKey } = await operator(url, operatorKeys[environment]).ask(
        `mutation { createApiKey(input: ${literal(input)}) { key { id } } }`,
      )
      return `(input: { id: "${createApiKey.key.id}" })`
    },
  },
  'Query.amenityKinds': lists('catalog:manage'),
  'Query.calendar': {
    need: 'inventory:write',
    args: () => `(cenoteId: "${demoId('cenote', 'gran-cenote')}", from: "${visitDate}", to: "${visitDate}")`,
  },
  'Mutation.createAmenity': catalog((unique) => ({
    id: `amenity-${unique}`,
    category: 'DINING',
    name: { en: 'Bar', es: 'Bar' },
  })),
  'Mutation.updateAmenity': catalog(() => ({ id: 'parking', version: 1 })),
  'Mutation.createCenote': catalog((unique) => cenoteInput(`cenote-${unique}`)),
  'Mutation.updateCenote': catalog(() => cenote('gran-cenote')),
  'Mutation.publishCenote': catalog(() => cenote('gran-cenote')),
  'Mutation.deactivateCenote': catalog(() => cenote('chencoh')),
  'Mutation.updateCenoteSchedule': catalog(() => cenote('gran-cenote')),
  'Query.disruptions': lists('platform:manage'),
  'Query.disruption': {
    need: 'platform:manage',
    args: () => `(id: "${noId}")`,
    prepare: async (url, environment) => `(id: "${await disruption(url, environment)}")`,
  },
  'Mutation.updateDisruption': {
    need: 'platform:manage',
    args: () => `(input: { id: "${noId}", reservations: CANCEL })`,
    prepare: async (url, environment) =>
      `(input: { id: "${await disruption(url, environment)}", reservations: CANCEL })`,
  },
  'Mutation.createClosure': calendar(() => closure),
  'Mutation.deleteClosure': removes('createClosure', closure),
  'Mutation.createSpecialEvent': calendar(() => specialEvent),
  'Mutation.deleteSpecialEvent': removes('createSpecialEvent', specialEvent),
  'Mutation.overrideSlots': calendar(() => ({ ...days, reason: 'wind' })),
  'Mutation.clearSlotOverrides': calendar(() => days),
  'Query.allAgeConfigurations': lists('pricing:manage'),
  'Query.cenoteServices': lists('pricing:manage'),
  'Query.charges': lists('pricing:manage'),
  'Query.coupons': lists('pricing:manage'),
  'Query.transportGroupDiscounts': lists('pricing:manage'),
  'Query.transportOptions': lists('pricing:manage'),
  'Query.discountRules': lists('pricing:manage'),
  'Query.promotions': lists('pricing:manage'),
  'Mutation.createAgeConfiguration': pricing(() => ageConfigurationInput(randomUUID())),
  'Mutation.updateAgeConfiguration': pricing(() => ({ id: demoId('age-configuration', 'ik-kil-child'), version: 1 })),
  'Mutation.createCenoteService': pricing(() => serviceInput(demoId('cenote', 'chencoh'))),
  'Mutation.updateCenoteService': pricing(() => ({ id: demoId('cenote-service', 'ik-kil-lunch'), version: 1 })),
  'Mutation.createTransportOption': pricing((unique) =>
    transportOptionInput(`option-${unique}`, { itemId: demoId('cenote', 'chencoh') }),
  ),
  'Mutation.updateTransportOption': pricing(() => ({ id: demoId('transport', 'meeting_point'), version: 1 })),
  'Mutation.updateTransportGroupDiscounts': pricing(() => ({
    version: 1,
    discounts: [
      { minPeople: 6, percent: 10 },
      { minPeople: 10, percent: 15 },
    ],
  })),
  'Mutation.updateCharges': pricing(() => ({ version: 1 })),
  'Mutation.updateExchangeRates': pricing(() => ({
    version: 1,
    rates: Object.entries({ MXN: 1, USD: 0.054, EUR: 0.05, CAD: 0.075, GBP: 0.043 }).map(([currency, rate]) => ({
      currency,
      rate,
    })),
  })),
  'Mutation.createDiscountRule': pricing((unique) => discountRuleInput(`rule-${unique}`, { isActive: false })),
  'Mutation.updateDiscountRule': pricing(() => ({ id: demoId('discount-rule', 'group-8'), version: 1 })),
  'Mutation.createPromotion': pricing((unique) => promotionInput(`promotion-${unique}`)),
  'Mutation.updatePromotion': pricing(() => ({ id: demoId('promotion', 'season'), version: 1 })),
  'Mutation.createCoupon': pricing((unique) => couponInput(`CODE-${unique}`)),
  'Mutation.updateCoupon': pricing(() => ({ id: demoId('coupon', 'CENOTE10'), version: 1 })),
  'Mutation.setReviewVisibility': catalog(() => ({ id: demoId('review', 'gran-cenote/0'), isVisible: true })),
  'Mutation.createTour': catalog((unique) => tourInput(`tour-${unique}`, [demoId('cenote', 'gran-cenote')])),
  'Mutation.updateTour': catalog(() => tour('tulum-cenotes-classic')),
  'Mutation.publishTour': catalog(() => tour('tulum-cenotes-classic')),
  'Mutation.updateTourDepartures': catalog(() => tour('tulum-cenotes-classic')),
  'Mutation.deactivateTour': catalog(() => tour('homun-underground')),
}

/** The document of an operation of administration with arguments as GraphQL text. */
export function administrationDocument(name: string, args: string): string {
  const [type = '', field = ''] = name.split('.')
  // What removes something returns its id.
  return `${type.toLowerCase()} { ${field}${args} ${field.startsWith('delete') ? '' : '{ __typename }'} }`
}
