import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { GatewayContext } from '../../gateway/context.ts'
import { errorsOf, writeResponse, type AdmittedOperation, type GraphPolicies } from '../../gateway/execution/index.ts'
import type { Executors, Graph } from '../../gateway/graph.ts'
import type { EndingSubscriber, SubscriptionService } from '../../gateway/subscription/subscription-service.ts'
import { planPlainSubscription, type PlainSubscription } from './plain-subscription.ts'

export interface PlainSubscriptionsOptions {
  readonly graph: () => Graph
  readonly executorsOf: (supergraph: Graph['supergraph']) => Executors
  readonly policies: Pick<GraphPolicies, 'present'>
}

/**
 * Subscriptions of any supergraph: each one is a subscription of its own at the subgraph that owns the root field. They
 * have no cursor, so one that fails ends with its errors and its client subscribes again.
 */
export class PlainSubscriptions implements SubscriptionService {
  readonly #options: PlainSubscriptionsOptions

  constructor(options: PlainSubscriptionsOptions) {
    this.#options = options
  }

  async subscribe(
    operation: AdmittedOperation,
    { identity, meter }: Pick<GatewayContext, 'identity' | 'meter'>,
    subscriber: EndingSubscriber,
  ): Promise<() => void> {
    const { policies } = this.#options
    const graph = this.#options.graph()
    const executors = this.#options.executorsOf(graph.supergraph)
    const present = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
      errors.map((error) => policies.present(error, identity))
    const planned = await planPlainSubscription(graph, operation, executors, meter)
    const executor = executors[planned.serviceName]
    if (!executor) throw new Error(`No executor for the subgraph ${planned.serviceName} is configured`)
    const events = await executor.subscribe(planned.upstream, identity)
    let isOver = false

    const written = async (event: Parameters<PlainSubscription['complete']>[0]): Promise<string> => {
      try {
        const { data, errors } = await planned.complete(event, identity)
        return await writeResponse({ data, ...(errors.length > 0 ? { errors: present(errors) } : {}) })
      } catch (error) {
        return JSON.stringify({ data: null, errors: present(errorsOf(error)) })
      }
    }
    const forward = async (): Promise<void> => {
      for (let step = await events.next(); !step.done && !isOver; step = await events.next()) {
        const event = step.value
        // Refused by its subgraph: nothing follows.
        if (event.data === undefined && event.errors) return subscriber.error(present(event.errors.map(asError)))
        const result = await written(event)
        if (!isOver) subscriber.next(result)
      }
      if (!isOver) subscriber.complete()
    }
    forward().catch((error: unknown) => {
      if (!isOver) subscriber.error(present(errorsOf(error)))
    })
    return () => {
      isOver = true
      events.return?.().catch(() => undefined)
    }
  }
}

const asError = (error: GraphQLError | GraphQLFormattedError): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError(error.message, { path: error.path ?? null, extensions: error.extensions ?? null })
