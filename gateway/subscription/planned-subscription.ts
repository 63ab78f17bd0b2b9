import type { FetchNode } from '@apollo/query-planner'
import type { DocumentNode, OperationDefinitionNode } from 'graphql'
import {
  compilePlan,
  flattened,
  projectionOf,
  selectionOf,
  type CompiledPlan,
  type ProjectedObject,
} from '../execution/index.ts'
import type { Planner, PlanningCaller } from '../planning/planner.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'

/** How the events of a subscription are requested and completed. */
export interface PlannedSubscription {
  /** The subscription at the subgraph that owns the root field. */
  readonly primary: FetchNode
  /** The plan of the fields that other subgraphs add to each event. */
  readonly plan: CompiledPlan
  readonly projection: ProjectedObject
  /** The root field in the client's response. */
  readonly clientKey: string
}

/** Plans a valid subscription, for these values of the variables in its conditions. */
export async function planSubscription(
  supergraph: Supergraph,
  planner: Planner,
  { document, operation }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  variables: Readonly<Record<string, unknown>>,
  caller: PlanningCaller,
): Promise<PlannedSubscription> {
  const selection = selectionOf(supergraph.apiSchema, document, operation, variables)
  const text = flattened(operation, selection)
  const { node } = text === undefined ? {} : await planner.plan({ text }, caller)
  if (node?.kind !== 'Subscription') throw new Error('A subscription was planned as something else')
  const { primary, rest } = node
  const plan = compilePlan(supergraph, rest, primary)
  const projection = projectionOf(supergraph, selection, plan.root)
  const [root] = projection.fieldsOfType(supergraph.apiSchema.getSubscriptionType()?.name ?? '')
  if (!root) throw new Error('A subscription has no root field')
  return { primary, plan, projection, clientKey: root.key }
}
