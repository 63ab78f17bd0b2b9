import { createFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { CreateDiscountRuleInput } from '../generated/resolvers.ts'
import { discountRuleFact } from './administration.ts'
import type { StoredRule } from './discount-rule.ts'

/** Adds a discount rule. Errors: ERROR_VALIDACION. */
export const createDiscountRule = (input: CreateDiscountRuleInput, context: Context): Promise<StoredRule> =>
  createFact(discountRuleFact, input, context)
