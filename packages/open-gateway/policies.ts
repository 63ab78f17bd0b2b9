import { GraphQLError } from 'graphql'
import { causeOf } from '../../platform/process/failures.ts'
import type { PresentError } from '../../gateway/errors.ts'
import type { DocumentLimits, GraphPolicies } from '../../gateway/execution/index.ts'
import { refuseProtected } from './protection.ts'

/**
 * The rules of a gateway without keys: every field may be selected, costs nothing and is not limited, scalars are
 * passed through, and errors of subgraphs are shown as they are. Failures to reach a subgraph stay hidden.
 */
export const openPolicies = (documentLimits: DocumentLimits, present: PresentError): GraphPolicies => ({
  refuseUnenforced: refuseProtected,
  rulesOf: () => ({
    authorization: { check: () => undefined, checkBeforeVariables: () => undefined },
    operationLimits: { usesOf: () => [] },
    costOf: () => () => 0,
  }),
  readScalars: (schema) => schema,
  documentLimits,
  storableTextsOnly: false,
  budgetOf: () => undefined,
  trustedDocuments: { find: () => Promise.resolve(null) },
  present(error, identity) {
    const cause = causeOf(error)
    const isFailure = cause instanceof Error && !(cause instanceof GraphQLError)
    if (isFailure) return present(error, identity)
    const { message, path, extensions } = error
    // Its locations are those of the text that the subgraph was sent.
    return { message, ...(path ? { path } : {}), ...(Object.keys(extensions).length > 0 ? { extensions } : {}) }
  },
})
