import { readScalarsOf } from '../platform/graphql/scalars.ts'
import type { Access } from './auth/access.ts'
import { Authorization } from './auth/authorization.ts'
import { presentError } from './errors.ts'
import { CostModel } from './execution/cost.ts'
import { costBudgets } from './execution/cost-budgets.ts'
import { documentLimits } from './execution/limits.ts'
import type { GraphPolicies } from './execution/policies.ts'
import { OperationLimits } from './rate-limit/operation-limits.ts'
import { unresumableSubscriptions } from './subscription/operation.ts'

/** The rules of the product: keys, scopes, pricing tiers, and messages from the error catalog. */
export const productPolicies = (access: Access): GraphPolicies => ({
  rulesOf(supergraph) {
    const cost = new CostModel(supergraph.schema)
    const unresumable = unresumableSubscriptions(supergraph)
    if (unresumable.length > 0)
      throw new Error(`Subscriptions that cannot be resumed by a cursor: ${unresumable.join(', ')}`)
    return {
      // Throws when the directives are missing: nothing would be protected.
      authorization: new Authorization(supergraph.schema),
      operationLimits: new OperationLimits(supergraph.schema),
      costOf: (operation, fragments) => cost.of(operation, fragments),
    }
  },
  readScalars: readScalarsOf,
  documentLimits,
  storableTextsOnly: true,
  budgetOf(identity) {
    const plan = access.planOf(identity)
    return { plan, budget: costBudgets[plan] }
  },
  trustedDocuments: access.trustedDocuments,
  present: (error, { locale, requestId }, logger) => presentError(error, locale, logger.child({ requestId })),
})
