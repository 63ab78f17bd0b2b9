import type { ExecutionResult } from 'graphql'
import { LRUCache } from 'lru-cache'
import { ConnectionPool, type HttpResponse } from '../http/connection-pool.ts'
import { pause, type CancelSignal } from '../process/cancellation.ts'
import { CircuitBreaker } from '../process/circuit-breaker.ts'
import { CallerLeft, isConnectionFailure, Unavailable } from '../process/failures.ts'
import { guardedBy } from '../process/liveness.ts'
import { workClock } from '../process/work-account.ts'
import { ourselves, type Identity, type IdentitySigner } from '../trust/identity.ts'
import { traceHeaders } from '../process/tracing.ts'
import { waitingCaller } from './waiting-caller.ts'
import type { GraphQLExecutor, GraphQLOperation } from './executor.ts'
import { Batches } from './batches.ts'
import { readGraphQLResponse, readGraphQLResponses, UnusableResponse } from './graphql-response.ts'
import { connectSubscriptions, withRefusals } from './subscription-client.ts'

/** Header that carries the signed identity. */
export const identityHeader = 'x-identity'

/** Header that carries how many milliseconds the caller still waits. */
export const deadlineHeader = 'x-deadline-ms'

/** Header by which a subgraph returns the processor time of a request, in milliseconds. */
export const usedTimeHeader = 'x-used-ms'

/** Extension of a subscription that carries the identity. */
export const identityExtension = 'identity'

export interface HttpExecutorOptions {
  /** On requests whose subgraph responds to liveness checks; see liveness.ts. */
  readonly timeoutMilliseconds?: number
  /** Certificates of authorities, besides those of Node, that may vouch for the subgraph. */
  readonly certificates?: string
}

const maxResponseBytes = 50_000_000
/** Waits before each retry of a query, on average; spread, so that all callers do not return at the same moment. */
const retryDelays = [50, 150] as const
/** The statuses by which a proxy reports that a server is away or about to end. */
const retriedStatuses = new Set([502, 503, 504])
/** The media types that this product accepts from a subgraph. */
export const ownMediaTypes = 'application/graphql-response+json, application/json;q=0.9'

/** Texts of operations as JSON: those of plans are sent again and again. */
const queryTexts = new LRUCache<string, string>({
  max: 1_000,
  maxSize: 4_000_000,
  maxEntrySize: 100_000,
  sizeCalculation: (text) => text.length,
  memoMethod: (query) => JSON.stringify(query),
})

/** The body of a request, with variables that are JSON already as they are. */
function bodyOf({
  query,
  variables,
  variablesText = JSON.stringify(variables ?? {}),
  operationName,
}: GraphQLOperation): string {
  const name = operationName === undefined ? '' : `,"operationName":${JSON.stringify(operationName)}`
  const queryText = queryTexts.memo(query)
  return `{"query":${queryText},"variables":${variablesText}${name}}`
}

/**
 * Runs operations at a subgraph in another process over keep-alive connections. Queries that the subgraph did not get,
 * or could not respond for the moment, are sent again; while it fails again and again it is not tried. Without a signer
 * no identity travels: for subgraphs that are not of this product.
 */
export function httpExecutor(
  url: string,
  signer: IdentitySigner | undefined,
  subgraph: string,
  { timeoutMilliseconds = 30_000, certificates }: HttpExecutorOptions = {},
): GraphQLExecutor {
  const address = new URL(url)
  const pool = new ConnectionPool(address, 64, { maxResponseBytes, certificates })
  // Our own requests check the state of the subgraph, so they must not queue behind other requests.
  const probePool = new ConnectionPool(address, 4, { maxResponseBytes, certificates })
  const client = connectSubscriptions(address)
  const requestBreaker = new CircuitBreaker(`The subgraph ${subgraph}`)

  const send = async (
    body: string,
    identity: Identity,
    endsAt: number,
    signal: CancelSignal,
  ): Promise<HttpResponse> => {
    const headers: Record<string, string> = {
      accept: ownMediaTypes,
      'x-request-id': identity.requestId,
      ...traceHeaders(),
    }
    if (signer) {
      // A token is for one use, so every attempt has its own.
      headers[identityHeader] = await signer.sign(identity, subgraph, body)
      headers[deadlineHeader] = String(Math.max(1, Math.round(endsAt - performance.now())))
    }
    return (identity === ourselves ? probePool : pool).post(body, headers, signal)
  }

  /** Sends queries, together, up to three times, anything else once. */
  const exchange = async (
    operations: readonly GraphQLOperation[],
    identity: Identity,
    mayRepeat: boolean,
    signal: CancelSignal,
  ): Promise<ExecutionResult[]> => {
    const [first, ...others] = operations
    if (!first) return []
    const body = others.length === 0 ? bodyOf(first) : `[${operations.map(bodyOf).join()}]`
    const account = workClock.current
    const endsAt = Math.min(performance.now() + timeoutMilliseconds, waitingCaller(identity)?.endsAt ?? Infinity)
    for (let attempt = 0; ; attempt += 1) {
      const wait = (retryDelays[attempt] ?? Infinity) * (0.5 + Math.random())
      const isLast = !mayRepeat || performance.now() + wait > endsAt
      try {
        const response = await workClock.resume(send(body, identity, endsAt, signal))
        // Others may state what they like.
        if (signer) account?.add(Number(response.headers[usedTimeHeader] ?? 0))
        if (isLast || !retriedStatuses.has(response.status))
          return others.length === 0
            ? [readGraphQLResponse(response)]
            : readGraphQLResponses(response, operations.length)
      } catch (error) {
        if (isLast || signal.aborted || !isConnectionFailure(error)) throw error
      }
      await pause(wait, signal)
    }
  }

  const guarded = guardedBy((signal) => exchange([{ query: '{ __typename }' }], ourselves, false, signal))

  const run = async (
    operations: readonly GraphQLOperation[],
    identity: Identity,
    mayRepeat: boolean,
    signal: CancelSignal | undefined,
  ): Promise<ExecutionResult[]> => {
    // Checks show how the subgraph is now, whatever happened before.
    const breaker = identity === ourselves ? undefined : requestBreaker
    breaker?.enter()
    try {
      const work = (ending: CancelSignal): Promise<ExecutionResult[]> =>
        exchange(operations, identity, mayRepeat, ending)
      const results = await guarded(work, timeoutMilliseconds, signal)
      breaker?.succeeded()
      return results
    } catch (error) {
      if (signal?.aborted) {
        breaker?.abandoned()
        throw error instanceof CallerLeft ? error : new CallerLeft({ cause: error })
      }
      if (hasNoResponse(error)) breaker?.failed()
      else breaker?.abandoned()
      throw new Unavailable(`The subgraph ${subgraph} at ${address.host} failed: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }

  const batches = new Batches<ExecutionResult>((queries, identity, signal) => run(queries, identity, true, signal))
  return {
    async execute(operation, identity, { isMutation = false, signal = waitingCaller(identity)?.signal } = {}) {
      const mayRepeat = identity !== ourselves && !isMutation && !isPerhapsMutation(operation.query)
      // Only servers of this product are known to take several operations in one request.
      if (mayRepeat && signer) return batches.add(operation, identity, signal)
      const [result] = await run([operation], identity, mayRepeat, signal)
      return result as ExecutionResult
    },
    async subscribe(operation, identity) {
      // One connection carries the subscriptions of many callers, so each sends its own identity.
      const extensions = signer && {
        [identityExtension]: await signer.sign(identity, subgraph, JSON.stringify(operation)),
      }
      const events = client.iterate<Record<string, unknown>>({ ...operation, ...(extensions ? { extensions } : {}) })
      return withRefusals(events as AsyncIterableIterator<ExecutionResult>)
    },
    async close() {
      await Promise.all([client.dispose(), pool.close(), probePool.close()])
    },
  }
}

/** Whether a subgraph failed to respond at all, rather than to this operation only. */
function hasNoResponse(error: unknown): boolean {
  if (error instanceof UnusableResponse) return retriedStatuses.has(error.status)
  return (error as NodeJS.ErrnoException).code !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
}

/** Whether a text may have a mutation: only the caller knows which of its operations is meant. */
const isPerhapsMutation = (text: string): boolean => /\bmutation\b/.test(text)
