import type { FetchNode, PlanNode, QueryPlanSelectionNode, SubscriptionNode } from '@apollo/query-planner'
import { parse, print, visit } from 'graphql'
import type { PlannedSupergraph } from '../../../gateway/planning/plan.ts'
import { replaceRequiredArguments, type StandIn } from './required-arguments.ts'
import { SupergraphText } from './supergraph-text.ts'
import { separateRequirements } from './virtual-subgraphs.ts'

/**
 * The planner takes a field that is required with several sets of arguments for one field, and overlooks that a field
 * which is required requires something in turn. It reads a supergraph in which neither occurs; where a supergraph has
 * no such fields it is the same.
 */
export function plannedSupergraph(sdl: string): PlannedSupergraph {
  const supergraph = new SupergraphText(sdl)
  const standIns = replaceRequiredArguments(supergraph)
  const names = separateRequirements(supergraph, standIns)
  if (standIns.size === 0 && names.size === 0) return { sdl, restore: (plan) => plan }
  const restorer = new Restorer(standIns, names)
  return {
    sdl: supergraph.print(),
    restore: (plan) => (plan.node ? { ...plan, node: restorer.node(plan.node) } : plan),
  }
}

class Restorer {
  constructor(
    private readonly standIns: ReadonlyMap<string, StandIn>,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  node<T extends PlanNode | SubscriptionNode>(node: T): T {
    const all = (nodes: readonly PlanNode[]): PlanNode[] => nodes.map((inner) => this.node(inner))
    switch (node.kind) {
      case 'Sequence':
      case 'Parallel':
        return { ...node, nodes: all(node.nodes) }
      case 'Flatten':
        return { ...node, node: this.node(node.node) }
      case 'Subscription':
        return { ...node, primary: this.#fetch(node.primary), ...(node.rest ? { rest: this.node(node.rest) } : {}) }
      case 'Fetch':
        return { ...node, ...this.#fetch(node) }
      default:
        return node
    }
  }

  #fetch(node: FetchNode): FetchNode {
    const { requires } = node
    return {
      ...node,
      serviceName: this.names.get(node.serviceName) ?? node.serviceName,
      operation: this.#operation(node.operation),
      ...(requires ? { requires: this.#required(requires) } : {}),
    }
  }

  /** Requests a field under the name of what stands for it. */
  #operation(text: string): string {
    let hasChanged = false
    const document = visit(parse(text, { noLocation: true }), {
      Field: (field) => {
        const standIn = this.standIns.get(field.name.value)
        if (!standIn) return undefined
        hasChanged = true
        const { name } = field
        return {
          ...field,
          alias: field.alias ?? name,
          name: { ...name, value: standIn.name },
          arguments: standIn.arguments,
        }
      },
    })
    return hasChanged ? print(document) : text
  }

  /** A result under the name of a field's replacement is sent under the field's own name. */
  #required(selections: readonly QueryPlanSelectionNode[]): QueryPlanSelectionNode[] {
    return selections.map((selection) => {
      const standIn = selection.kind === 'Field' ? this.standIns.get(selection.name) : undefined
      const renamed = standIn && selection.kind === 'Field' ? { alias: selection.name, name: standIn.name } : {}
      const within = selection.selections ? { selections: this.#required(selection.selections) } : {}
      return { ...selection, ...renamed, ...within } as typeof selection
    })
  }
}
