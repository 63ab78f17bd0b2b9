import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static } from 'typebox'
import { failures, keyOptional, Nullable, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import { sharedWithoutKey, type Facade } from '../http/facade.ts'
import {
  ApplyAutomaticDiscountsDocument,
  ListAutomaticDiscountRulesDocument,
  type ListAutomaticDiscountRulesQuery,
} from '../generated/operations.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { LocalDate, Uuid } from '../schemas/validation.ts'
import { currencySymbol } from './representation.ts'
import { CurrencySymbol, Residency } from './schema.ts'

const Cents = () => Type.Integer({ description: 'Cents.' })
const Kind = () => Type.Enum(['percentage', 'fixed', 'quantity_based'])

/** A discount rule; amounts in cents. */
const DiscountRule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    discountType: Kind(),
    appliesTo: Type.Enum(['all', 'cenote', 'tour', 'specific']),
    itemId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The one cenote or tour that a `specific` rule is for.' }),
    ),
    value: Type.Integer({ description: 'Percentage points, or cents for a fixed one.' }),
    minAmount: Nullable(Cents()),
    maxDiscountAmount: Cents(),
    currency: Type.String(),
    priority: Type.Integer(),
    stackable: Type.Boolean(),
    autoApply: Type.Boolean(),
    excludeTransportFromDiscount: Type.Boolean(),
    userEligibility: Type.Enum(['all', 'authenticated', 'vip', 'first_purchase', 'local_resident', 'mexican_national']),
    isActive: Type.Boolean(),
    promotion: Type.Optional(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        slug: Type.String(),
        status: Type.Enum(['draft', 'active', 'paused', 'ended']),
        promotionType: Type.String(),
        startDate: Type.String({ format: 'date-time' }),
        endDate: Type.String({ format: 'date-time' }),
      }),
    ),
  },
  { title: 'DiscountRule' },
)

const discountRule = ({
  discountType,
  appliesTo,
  itemId,
  minAmountCents,
  maxDiscountCents,
  userEligibility,
  promotion,
  ...rule
}: ListAutomaticDiscountRulesQuery['automaticDiscountRules'][number]): Static<typeof DiscountRule> => ({
  ...rule,
  discountType: lowerName(discountType),
  appliesTo: lowerName(appliesTo),
  ...(itemId === null ? {} : { itemId }),
  minAmount: minAmountCents,
  maxDiscountAmount: maxDiscountCents,
  userEligibility: lowerName(userEligibility),
  ...(promotion ? { promotion: { ...promotion, status: lowerName(promotion.status) } } : {}),
})

const AutoApplyBody = Closed(
  {
    cenoteId: Uuid('Cenote that is to be visited.'),
    date: LocalDate('Day of the visit.'),
    totalPeople: Type.Integer({ minimum: 1, maximum: 1_000 }),
    residency: Type.Optional(Residency('Where the guests live, as they can prove at the entrance.')),
  },
  { title: 'AutomaticDiscountsRequest' },
)

const Applied = Type.Object(
  {
    appliedDiscounts: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        type: Kind(),
        value: Type.Integer({ description: 'Percentage points, or cents for a fixed one.' }),
        amount: Cents(),
        description: Type.String(),
      }),
    ),
    totalDiscountAmount: Cents(),
    currency: Type.String(),
  },
  { title: 'AutomaticDiscounts' },
)

/** Automatic discounts; no key needed. */
export function discountRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  const path = '/public/discount-rules/auto-apply'
  const shared = { tags: ['Pricing'], security: keyOptional }
  return async (app) => {
    app.get(
      path,
      {
        config: { ...sharedWithoutKey, operation: ListAutomaticDiscountRulesDocument },
        schema: {
          ...shared,
          operationId: 'listAutomaticDiscountRules',
          summary: 'List active automatic discount rules',
          response: {
            200: Success(Type.Array(DiscountRule), 'Highest priority first.', { currency: CurrencySymbol }),
            ...failures(),
          },
        },
      },
      async (request, reply) => {
        const found = await facade.executeOrThrow(request, reply, ListAutomaticDiscountRulesDocument, {})
        const rules = found.automaticDiscountRules.map(discountRule)
        return success(request, 'discount_rule.listed_successfully', rules, { currency: currencySymbol('MXN') })
      },
    )

    app.post(
      path,
      {
        config: { operation: ApplyAutomaticDiscountsDocument },
        schema: {
          ...shared,
          operationId: 'applyAutomaticDiscounts',
          summary: 'Automatic discounts on the entrance of some adults',
          body: AutoApplyBody,
          response: {
            200: Success(Applied, 'The applied discounts, in order.', { currency: CurrencySymbol }),
            ...failures({ 404: ['CENOTE_NOT_FOUND'] }),
          },
        },
      },
      async (request, reply) => {
        const { cenoteId, date, totalPeople, residency } = request.body
        const upper = residency && (residency.toUpperCase() as Uppercase<typeof residency>)
        const { cenote } = await facade.executeOrThrow(request, reply, ApplyAutomaticDiscountsDocument, {
          id: cenoteId,
          input: presentFields({ date, totalPeople, residency: upper }),
        })
        if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId })
        const { discounts, totalCents, currency } = cenote.automaticDiscounts
        const data = {
          appliedDiscounts: discounts.map(({ type, amountCents, ...discount }) => ({
            ...discount,
            type: lowerName(type),
            amount: amountCents,
          })),
          totalDiscountAmount: totalCents,
          currency,
        }
        return success(request, 'discount_rule.applied_successfully', data, { currency: currencySymbol(currency) })
      },
    )
  }
}
