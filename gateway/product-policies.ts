import { readScalarsOf } from '../platform/graphql/scalars.ts'
import { declareBound } from '../platform/process/bounds.ts'
import type { Access } from './access.ts'
import { NamedPartners } from './auth/named-partners.ts'
import { Authorization } from './auth/authorization.ts'
import { CachedFields } from './cache/cached-fields.ts'
import type { PresentError } from './errors.ts'
import { costBudgets, CostModel, documentLimits, type GraphPolicies } from './execution/index.ts'
import { OperationLimits } from './rate-limit/operation-limits.ts'
import { unresumableSubscriptions } from './subscription/operation.ts'
import { unplannableFields } from './supergraph/unplannable-fields.ts'

declareBound({
  name: 'operation-cost',
  what: '[Cost](../frontend/graphql.md#cost) of a GraphQL operation',
  per: 'operation',
  default: '[by pricing tier](../frontend/graphql.md#cost)',
  response: '400 `OPERATION_TOO_COSTLY`',
  errorCode: 'OPERATION_TOO_COSTLY',
})

/** The rules of the product: keys, scopes, pricing tiers, and messages from the error catalog. */
export const productPolicies = (access: Access, present: PresentError): GraphPolicies => ({
  rulesOf(supergraph) {
    const cost = new CostModel(supergraph.schema)
    const unresumable = unresumableSubscriptions(supergraph)
    if (unresumable.length > 0)
      throw new Error(`Subscriptions that cannot be resumed by a cursor: ${unresumable.join(', ')}`)
    const unplannable = unplannableFields(supergraph.schema)
    if (unplannable.length > 0)
      throw new Error(`Fields whose requirements cannot be planned: ${unplannable.join(', ')}`)
    // Throws when something is declared as cached that depends on the caller.
    new CachedFields(supergraph.schema)
    const named = new NamedPartners(supergraph.schema, access.partners)
    return {
      prepare: (...operation) => named.addTo(...operation),
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
  callerVariables: ({ scopes }) => ({ asOperator: scopes.includes('platform:manage') }),
  trustedDocuments: access.trustedDocuments,
  present,
})
