import type { DocumentNode, GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql'
import type { Variables } from '../../platform/graphql/selection/conditions.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { OperationUse } from '../rate-limit/pricing-tier.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { TrustedDocuments } from '../trusted-documents/persisted.ts'
import type { DocumentLimits, PriceOperation } from './documents/index.ts'

/** Decides which fields a caller may select. Both methods throw what refuses the operation. */
export interface OperationAuthorization {
  check(document: DocumentNode, operationName: string | undefined, variables: Variables, identity: Identity): void
  /** The same before the variables are known: what the operation requires whatever their values are. */
  checkBeforeVariables(document: DocumentNode, operationName: string | undefined, identity: Identity): void
}

/** The directives of one supergraph, read once. */
export interface GraphRules {
  readonly authorization: OperationAuthorization
  /** How often an operation uses a rate limit of its own. */
  readonly operationLimits: {
    usesOf(document: DocumentNode, operationName: string | undefined, variables: Variables): readonly OperationUse[]
  }
  readonly costOf: PriceOperation
  /** Completes the identity of the caller for an operation that it may run. */
  prepare?(
    identity: Identity,
    document: DocumentNode,
    operationName: string | undefined,
    variables: Variables,
  ): Promise<void>
}

/**
 * Decisions that execution leaves to the product: who may select which fields, how much, and which errors callers see. The product has
 * its own (gateway/product-policies.ts); a gateway without keys has open ones (packages/open-gateway/policies.ts).
 */
export interface GraphPolicies {
  /** Throws when the text of a supergraph declares what this gateway does not enforce. */
  refuseUnenforced?(sdl: string): void
  /** Throws when the supergraph lacks what this gateway needs. */
  rulesOf(supergraph: Supergraph): GraphRules
  /** Has a client's schema read the values of the scalars that are known here. */
  readScalars(schema: GraphQLSchema): GraphQLSchema
  readonly documentLimits: DocumentLimits
  /** Whether texts are refused that PostgreSQL cannot store. */
  readonly storableTextsOnly: boolean
  /** The maximum cost of one operation; undefined when it is not limited. */
  budgetOf(identity: Identity): { readonly plan: string; readonly budget: number } | undefined
  /** Values of variables by which an operation of a facade depends on its caller. */
  callerVariables?(identity: Identity): Variables
  readonly trustedDocuments: TrustedDocuments
  /** An error of an operation that ran, as its caller may see it. */
  present(error: GraphQLError, identity: Identity): GraphQLFormattedError
}
