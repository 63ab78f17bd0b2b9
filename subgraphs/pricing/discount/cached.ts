import { cachedValue, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { automaticRules, type AutomaticRules } from './rules/automatic-rules.ts'
import { findAutomaticRules } from './repository.ts'

export interface DiscountReads {
  rules(): Promise<AutomaticRules>
}

export function cachedRules({ prisma }: Database): Cached<DiscountReads> {
  const rules = cachedValue(async () => automaticRules(await findAutomaticRules(prisma)))
  return { reads: { rules: rules.read }, tables: { discount_rule: rules.cache, promotion: rules.cache } }
}
