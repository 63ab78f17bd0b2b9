import { updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { UpdateDiscountRuleInput } from '../generated/resolvers.ts'
import { discountRuleFact } from './administration.ts'
import type { StoredRule } from './discount-rule.ts'

/** Changes or deactivates a discount rule. Errors: PRICE_FACT_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION. */
export const updateDiscountRule = (input: UpdateDiscountRuleInput, context: Context): Promise<StoredRule> =>
  updateFact(discountRuleFact, input, context)
