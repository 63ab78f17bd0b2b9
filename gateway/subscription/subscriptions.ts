import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import { mapAsync } from '../../platform/values/async-iterator.ts'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { VariantsByOperation } from '../../platform/graphql/selection/variants.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { apiError } from '../../schema/errors.ts'
import type { Access } from '../access.ts'
import type { GatewayContext } from '../context.ts'
import type { PresentError } from '../errors.ts'
import { errorsOf, RefusedDocument, rightsOf, writeResponse, type AdmittedOperation } from '../execution/index.ts'
import type { Graph } from '../graph.ts'
import type { PlanningCaller } from '../planning/planner.ts'
import { marked } from '../sandbox-mark.ts'
import { Channel, Refusal, type ChannelSource, type Subscriber, type UpstreamEvent } from './channel.ts'
import { completeEvent } from './completion.ts'
import { prepareSubscription, type PreparedSubscription } from './operation.ts'

export interface SubscriptionsOptions {
  readonly executors: Readonly<Record<string, GraphQLExecutor>>
  readonly access: Access
  readonly limits: SubscriptionLimits
  readonly present: PresentError
  readonly logger: Logger
}

const ofPartner = declareBound({
  name: 'subscriptions-of-partner',
  what: 'Different subscriptions that are open',
  per: 'partner and environment',
  default: '500',
  setting: 'OPERATIONS_PER_PARTNER',
  response: '429 `SUBSCRIPTION_LIMIT_REACHED`',
})
declareBound({
  name: 'subscription-cost',
  what: '[Cost](../frontend/graphql.md#cost) of the different subscriptions that are open, together',
  per: 'partner and environment',
  default: 'that of one operation',
  response: '429 `SUBSCRIPTION_BUDGET_EXCEEDED`',
  errorCode: 'SUBSCRIPTION_BUDGET_EXCEEDED',
})

/** The maximum open in this process, and how long a client may be silent. */
export interface SubscriptionLimits {
  /** Subscriptions and running operations of one connection. */
  readonly perConnection: number
  /** Maximum connections of one partner in one environment. */
  readonly connectionsPerPartner: number
  /** Maximum connections of all callers. */
  readonly connectionsPerProcess: number
  /** Maximum different subscriptions of one partner in one environment: each is executed for every event. */
  readonly operationsPerPartner: number
  /** From the opening of a WebSocket to its `connection_init`. */
  readonly initialisationMilliseconds: number
  /** Time between two pings. */
  readonly beatMilliseconds: number
}

/** How long completing an event is retried; then it is sent with its errors. */
const gracePeriodMilliseconds = { SERVICE_UNAVAILABLE: 15_000, INTERNAL_ERROR: 2_000 }

interface OpenChannel {
  readonly channel: Channel<ExecutionResult>
  readonly partner: string
  readonly operation: AdmittedOperation
  readonly identity: Identity
  readonly variables: Record<string, unknown>
  /** The cost of completing one event. */
  readonly cost: number
}

/** The open subscriptions of a partner in one environment of this process. */
interface PartnerUse {
  operations: number
  cost: number
}

/**
 * Federated subscriptions, which `@apollo/gateway` itself refuses (docs/frontend/subscriptions.md). The planner splits
 * one into `primary`, a subscription at the subgraph that owns the root field, and `rest`, what other subgraphs add. We
 * subscribe to the first and complete each event, once for all callers of the same operation with the same rights.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions
  #graph: Graph
  #prepared = new VariantsByOperation<Promise<PreparedSubscription>>()
  readonly #channels = new Map<string, OpenChannel>()
  readonly #usePerPartner = new Map<string, PartnerUse>()

  constructor(graph: Graph, options: SubscriptionsOptions) {
    this.#graph = graph
    this.#options = options
  }

  /**
   * Starts to send a subscriber the results of an admitted subscription. Returns a function that ends it. `resumeAfter`
   * is where an earlier connection stopped, and thus later than the `after` it began with. Throws
   * SUBSCRIPTION_LIMIT_REACHED or SUBSCRIPTION_BUDGET_EXCEEDED.
   */
  async subscribe(
    operation: AdmittedOperation,
    { identity, meter }: Pick<GatewayContext, 'identity' | 'meter'>,
    subscriber: Subscriber,
    resumeAfter?: string,
  ): Promise<() => void> {
    const prepared = await this.#prepare(operation, meter)
    const { after, variables } = prepared.read(operation.variables)
    const partner = `${identity.environment} ${identity.partnerId ?? ''}`
    const key = JSON.stringify([
      rightsOf(identity),
      prepared.text,
      prepared.operationName,
      Object.entries(variables).map(([name, value]) => [name, canonical(value)]),
    ])
    let open = this.#channels.get(key)
    if (!open) {
      const cost = this.#reserve(partner, operation, identity)
      open = this.#open(key, { partner, operation, identity, variables, cost }, prepared)
      this.#channels.set(key, open)
    }
    const { channel } = open
    channel.join(subscriber, resumeAfter ?? after, meter)
    return () => channel.leave(subscriber)
  }

  /**
   * Continues with another supergraph: every subscription is planned again and resumes at its position. One that the
   * new graph does not support ends with the errors that say why.
   */
  async use(graph: Graph): Promise<void> {
    this.#graph = graph
    this.#prepared = new VariantsByOperation()
    for (const [key, open] of [...this.#channels]) {
      const { text, operationName, variables } = open.operation
      const meter = this.#options.access.meter(undefined, undefined)
      try {
        const operation = await graph.execution.admit(
          { query: text, operationName, variables },
          { identity: open.identity, meter },
          { trusted: true },
        )
        open.channel.replaceSource(this.#source(open, await this.#prepare(operation, meter)))
      } catch (error) {
        if (!(error instanceof RefusedDocument || error instanceof GraphQLError)) throw error
        const errors = error instanceof RefusedDocument ? error.errors : [error]
        if (this.#channels.get(key) === open)
          open.channel.fail(errors.map((one) => this.#options.present(one, open.identity)))
      }
    }
  }

  #prepare(admitted: AdmittedOperation, caller: PlanningCaller): Promise<PreparedSubscription> {
    const { supergraph, planner } = this.#graph
    return this.#prepared.get(admitted, admitted.variables, (conditions) =>
      prepareSubscription(supergraph, planner, admitted, conditions, caller),
    )
  }

  /**
   * Adds an operation to what its partner has open, and returns its cost. Each is executed for every event, so all of
   * them together may cost what one operation of that plan may. Throws SUBSCRIPTION_LIMIT_REACHED.
   */
  #reserve(partner: string, { extensions }: AdmittedOperation, identity: Identity): number {
    const { operationsPerPartner: limit } = this.#options.limits
    const use = this.#usePerPartner.get(partner) ?? { operations: 0, cost: 0 }
    if (use.operations >= limit) {
      ofPartner.reached(identity)
      throw apiError('SUBSCRIPTION_LIMIT_REACHED', { limit, per: 'partner' })
    }
    const { requested = 0, budget = Infinity } = extensions?.cost ?? {}
    if (use.operations > 0 && use.cost + requested > budget)
      throw apiError('SUBSCRIPTION_BUDGET_EXCEEDED', { requested, open: use.cost, budget })
    this.#usePerPartner.set(partner, { operations: use.operations + 1, cost: use.cost + requested })
    return requested
  }

  #release({ partner, cost }: Pick<OpenChannel, 'partner' | 'cost'>): void {
    const use = this.#usePerPartner.get(partner)
    if (!use) return
    if (use.operations === 1) this.#usePerPartner.delete(partner)
    else this.#usePerPartner.set(partner, { operations: use.operations - 1, cost: use.cost - cost })
  }

  #open(key: string, about: Omit<OpenChannel, 'channel'>, prepared: PreparedSubscription): OpenChannel {
    const logger = this.#options.logger.child({ requestId: about.identity.requestId })
    const channel = new Channel<ExecutionResult>(this.#source(about, prepared), {
      onEmpty: () => {
        this.#channels.delete(key)
        this.#release(about)
      },
      onFailure: (error) =>
        logger.warn({ err: error }, 'a subscription lost its source; it will resume from its cursor'),
      onRecovery: () => logger.info('a subscription resumed'),
      unavailable: (error) => [
        this.#options.present(new GraphQLError('', { originalError: error as Error }), about.identity),
      ],
    })
    return { channel, ...about }
  }

  #source(
    { identity, variables }: Omit<OpenChannel, 'channel'>,
    prepared: PreparedSubscription,
  ): ChannelSource<ExecutionResult> {
    const { executors } = this.#options
    const executor = executors[prepared.serviceName]
    if (!executor) throw new Error(`No executor for the subgraph ${prepared.serviceName} is configured`)
    const present = (errors: readonly (GraphQLError | GraphQLFormattedError)[]): GraphQLFormattedError[] =>
      errors.map((error) => this.#options.present(error, identity))
    const timeout = new ReplayTimeout()
    const { reads } = this.#graph

    /** An event with its cursor; anything else is an error or a refusal. */
    const upstreamEvent = (event: ExecutionResult): UpstreamEvent<ExecutionResult> => {
      const cursor = event.data && prepared.cursorOf(event.data)
      if (cursor) return { cursor, event }
      // The subgraph knows the root field by another name.
      const errors = present(event.errors ?? []).map((error) =>
        error.path ? { ...error, path: [prepared.clientKey] } : error,
      )
      if (errors.length > 0 && errors.every(({ extensions }) => Number(extensions?.status ?? 500) < 500))
        throw new Refusal(errors)
      throw new Error(`${prepared.serviceName} sent no event: ${errors.map(({ message }) => message).join('; ')}`)
    }

    /** An event that is too large to be sent is reported instead, and the subscription continues. */
    const written = (result: object): Promise<string> =>
      writeResponse(marked(result, identity)).catch((error: unknown) =>
        JSON.stringify(marked({ data: null, errors: present(errorsOf(error)) }, identity)),
      )

    return {
      async end() {
        const result = await executor.execute({ query: prepared.endQuery }, identity)
        const cursor = prepared.endOf(result.data)
        if (cursor === undefined)
          throw result.errors?.[0] ?? new Error(`${prepared.serviceName} returned no end of its log`)
        return cursor
      },
      async open(after) {
        return mapAsync(await executor.subscribe(prepared.upstream(after, variables), identity), upstreamEvent)
      },
      async complete(event) {
        const cursor = (event.data && prepared.cursorOf(event.data)) ?? ''
        const { data, errors } = await completeEvent(prepared, event, variables, identity, reads.forEvent(cursor))
        if (errors.length === 0) return written({ data })
        const shown = present(errors)
        // A dependency is unavailable: no subscriber should get a partial event because of a restart.
        const worst = shown.find(({ extensions }) => Number(extensions?.status ?? 500) >= 500)
        if (worst && timeout.remains(cursor, worst)) throw new Error(`An event is not whole: ${worst.message}`)
        return written({ data, errors: shown })
      },
    }
  }
}

/** Remembers since when an event cannot be made whole. */
class ReplayTimeout {
  #cursor: string | undefined
  #since = 0

  remains(cursor: string, { extensions }: GraphQLFormattedError): boolean {
    if (this.#cursor !== cursor) {
      this.#cursor = cursor
      this.#since = Date.now()
    }
    const code = extensions?.code === 'SERVICE_UNAVAILABLE' ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
    return Date.now() - this.#since < gracePeriodMilliseconds[code]
  }
}

/** Equal for equal values, in whatever order their fields came. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, canonical(inner)])
}
