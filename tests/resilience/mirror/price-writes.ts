import { randomUUID } from 'node:crypto'
import {
  ageConfigurationInput,
  discountRuleInput,
  promotionInput,
  serviceInput,
  transportOptionInput,
} from '../../testkit/price-forms.ts'
import type { Json } from '../../testkit/product.ts'
import type { Staff, Writes } from './staff.ts'

/** Until a promotion begins or ends, so that the change that says so is over. */
const promotionMilliseconds = 1_500

/** Changes of prices by the operator’s staff. */
export function priceWrites(staff: Staff, cenoteIds: readonly string[]): Writes {
  const { chance } = staff
  const promotions: string[] = []
  const aged: { readonly cenoteId: string }[] = []
  const isDone = async (result: Promise<unknown>): Promise<boolean> => (await result) !== undefined
  const soon = (): string => {
    const at = Date.now() + promotionMilliseconds
    staff.changesUntil = Math.max(staff.changesUntil, at)
    return new Date(at).toISOString()
  }
  /** Changes one item of a list; null for an item that cannot be changed so. */
  const update =
    (list: string, mutation: string, change: (item: Json) => object | null) => async (): Promise<boolean> => {
      const nodes: Json[] =
        (await staff.ask(`{ list: ${list}(first: 100) { nodes { id version stored } } }`))?.list.nodes ?? []
      if (nodes.length === 0) return false
      const { id, version, stored } = chance.pick(nodes)
      const changes = change(stored)
      return changes !== null && isDone(staff.change(mutation, { id, version, ...changes }, '{ version }'))
    }
  /** Changes something of which there is one. */
  const replace = (field: string, mutation: string, change: (stored: Json) => object) => async (): Promise<boolean> => {
    const read = (await staff.ask(`{ read: ${field} { version stored } }`))?.read
    return (
      Boolean(read) && isDone(staff.change(mutation, { version: read.version, ...change(read.stored) }, '{ version }'))
    )
  }
  const rule = (more: object): object =>
    discountRuleInput(`mirror-${randomUUID()}`, {
      ...{ discountType: 'FIXED', value: staff.number(1, 90) * 100, stackable: true, autoApply: true },
      ...more,
    })
  return {
    'change a tax': replace('charges', 'updateCharges', () => ({
      taxes: [{ name: 'IVA', percent: staff.number(8, 18) }],
    })),
    'change a fee': replace('charges', 'updateCharges', () => ({
      fees: [{ name: 'Bracelet', amountCents: staff.number(1, 90) * 100 }],
    })),
    'change a rate': replace('exchangeRates', 'updateExchangeRates', ({ rates }) => ({
      rates: rates.map((rate: Json) =>
        rate.currency === 'USD' ? { ...rate, rate: staff.number(40, 70) / 1_000 } : rate,
      ),
    })),
    'change group discounts of transport': replace('transportGroupDiscounts', 'updateTransportGroupDiscounts', () => ({
      discounts: [{ minPeople: 6, percent: staff.number(5, 20) }],
    })),
    'change an age': update('allAgeConfigurations', 'updateAgeConfiguration', ({ category }) =>
      category === 'ADULT' ? null : { pricingMultiplier: staff.number(30, 90) / 100 },
    ),
    'create an age': async () => {
      const left = cenoteIds.filter((id) => !aged.some(({ cenoteId }) => cenoteId === id))
      if (left.length === 0) return false
      const cenoteId = chance.pick(left)
      aged.push({ cenoteId })
      return isDone(
        staff.change(
          'createAgeConfiguration',
          ageConfigurationInput(cenoteId, { category: 'TEEN', minAge: 13, maxAge: 17, pricingMultiplier: 0.7 }),
          '{ id }',
        ),
      )
    },
    'price a service': update('cenoteServices', 'updateCenoteService', ({ inclusionType }) =>
      ['INCLUDED', 'NOT_AVAILABLE'].includes(inclusionType)
        ? { name: { ...staff.texts('Service') } }
        : { priceCents: staff.number(1, 90) * 100 },
    ),
    'create a service': () =>
      isDone(
        staff.change(
          'createCenoteService',
          serviceInput(chance.pick(cenoteIds), { name: staff.texts('Towel') }),
          '{ id }',
        ),
      ),
    'price transport': update('transportOptions', 'updateTransportOption', () => ({
      baseCents: staff.number(1, 90) * 100,
    })),
    'create transport': () =>
      isDone(
        staff.change(
          'createTransportOption',
          transportOptionInput(`mirror-${randomUUID()}`, {
            itemId: chance.pick(cenoteIds),
            baseCents: staff.number(1, 90) * 100,
          }),
          '{ id }',
        ),
      ),
    'create a discount rule': () =>
      isDone(
        staff.change(
          'createDiscountRule',
          rule(chance.often(0.5) ? { appliesTo: 'SPECIFIC', itemId: chance.pick(cenoteIds) } : {}),
          '{ id }',
        ),
      ),
    'change a discount rule': update('discountRules', 'updateDiscountRule', () => ({ isActive: chance.often(0.5) })),
    'begin a promotion': async () => {
      const input = promotionInput(`mirror-${randomUUID()}`, { startDate: soon() })
      const promotion = await staff.change('createPromotion', input, '{ id }')
      if (!promotion) return false
      promotions.push(promotion.id)
      return isDone(staff.change('createDiscountRule', rule({ promotionId: promotion.id }), '{ id }'))
    },
    'end a promotion': async () => {
      const [id] = promotions
      const nodes: Json[] =
        (await staff.ask('{ promotions(first: 100) { nodes { id version } } }'))?.promotions.nodes ?? []
      const promotion = nodes.find((one) => one.id === id)
      if (!promotion) return false
      const input = { id, version: promotion.version, endDate: soon() }
      const isEnded = await isDone(staff.change('updatePromotion', input, '{ version }'))
      // A change without a response, because its process was killed, is made again.
      if (isEnded) promotions.shift()
      return isEnded
    },
  }
}
