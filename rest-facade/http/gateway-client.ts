import type { GraphQLFormattedError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { apiError, errorMessage } from '../../schema/errors.ts'
import {
  bodyBoundsHeader,
  forwardedCallerHeader,
  pageOriginsPath,
  readBodyBounds,
  type ForwardedCaller,
  type ForwardedCallerSigner,
  type RepeatableRequest,
} from '../../platform/http/forwarded-caller.ts'
import { isGraphQLResponse } from '../../platform/graphql/graphql-response.ts'
import type { BodyBounds } from '../../platform/http/body.ts'
import { ConnectionPool, type HttpResponse } from '../../platform/http/connection-pool.ts'
import type { CancelSignal } from '../../platform/process/cancellation.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { negotiateLocale } from '../../platform/values/i18n.ts'
import { guardedBy } from '../../platform/process/liveness.ts'
import { workClock } from '../../platform/process/work-account.ts'

/** One operation for the gateway, with its caller. */
export interface GatewayRequest {
  readonly query: string
  readonly operationName: string
  readonly variables: Record<string, unknown>
  readonly headers: {
    readonly apiKey?: string | undefined
    /** A second, different key of the request, which the gateway refuses. */
    readonly otherApiKey?: string | undefined
    readonly acceptLanguage?: string | undefined
    /** Of the page that sent the request. */
    readonly origin?: string | undefined
    readonly requestId: string
    /** Address by which keyless requests are limited; absent for the facade's own operations, which have no limit. */
    readonly clientAddress?: string
    /** The request identified by the caller's Idempotency-Key. */
    readonly idempotency?: RepeatedRequest | undefined
    /** Whether an earlier operation of the same request was counted. */
    readonly alreadyCounted: boolean
    /** The token of a signed URL. */
    readonly signedToken?: string | undefined
  }
  /** Aborted when the caller of a query has left and no longer needs the result. */
  readonly departure?: CancelSignal | undefined
}

/** A request that the gateway executes once, however often it is retried. */
export interface RepeatedRequest extends RepeatableRequest {
  /** As sent. */
  readonly key: string
}

/** A response cached by the gateway. */
export interface CachedResponse {
  /** The value stored under this name by `addDerived`. */
  derived<Value extends object>(name: string): Value | undefined
  /**
   * Stores a value that was derived from the data, of so many bytes, with the response. The returned function is called
   * with the bytes by which the value grows later.
   */
  addDerived(name: string, value: object, bytes: number): (moreBytes: number) => void
}

/** A response of the gateway. Errors have extensions {code, status, details, messageKey} and a localized message. */
export interface GatewayResponse {
  readonly data?: unknown
  readonly errors?: readonly GraphQLFormattedError[]
  /** Environment of the key; absent when the gateway could not determine it. */
  readonly environment?: Environment | undefined
  /** Known to a gateway in this process only; one in another process logs it itself. */
  readonly partnerId?: string | undefined
  /** The maximum size of the request's body; absent when the gateway could not determine it. */
  readonly bodyBounds?: BodyBounds | undefined
  /** Headers that the REST response has too, in lower case: x-ratelimit-*, retry-after and those of a replay. */
  readonly headers: Record<string, string>
  /** Absent when the data is not cached, or cached in another process. */
  readonly cached?: CachedResponse | undefined
}

/**
 * The facade's only access to data: the gateway in this process or over HTTP. Errors are part of the response; it does
 * not reject for them.
 */
export interface GatewayClient {
  execute(request: GatewayRequest): Promise<GatewayResponse>
  /** Counts the request and checks key and scopes for an operation whose variables are not known yet. */
  authorize(request: Omit<GatewayRequest, 'variables'>): Promise<GatewayResponse>
}

/** Of a gateway that still responds to liveness checks. */
const timeoutMilliseconds = 30_000
/** Several facades on one machine together stay below the connections that a gateway accepts from one address. */
const maxConnections = 128

/** A gateway in another process. */
export interface RemoteGatewayClient extends GatewayClient {
  /** The origins that working publishable keys name. Rejects when they cannot be read. */
  pageOrigins(): Promise<readonly string[]>
}

/** Sends operations to a gateway over HTTP on keep-alive connections; an unreachable one is SERVICE_UNAVAILABLE. */
export function httpGatewayClient(url: string, signer: ForwardedCallerSigner): RemoteGatewayClient {
  const pool = new ConnectionPool(new URL('/graphql', url), maxConnections)
  // Liveness checks must not queue behind other requests.
  const probePool = new ConnectionPool(new URL('/healthz', url), 1)
  const originsPool = new ConnectionPool(new URL(pageOriginsPath, url), 1)
  const guarded = guardedBy((signal) => probePool.get(signal))
  const used = new UsedTime()
  async function send(
    { query, operationName, headers, departure, ...rest }: Omit<GatewayRequest, 'variables'> & Partial<GatewayRequest>,
    authorizeOnly: boolean,
  ): Promise<GatewayResponse> {
    const operation = JSON.stringify({ query, operationName, variables: rest.variables })
    const sent = {
      accept: 'application/graphql-response+json, application/json',
      'x-request-id': headers.requestId,
      [forwardedCallerHeader]: signer.sign(forwardedCaller(headers, authorizeOnly, used.take(headers))),
      ...(headers.apiKey === undefined ? {} : { 'x-api-key': headers.apiKey }),
      ...(headers.otherApiKey === undefined ? {} : { authorization: `Bearer ${headers.otherApiKey}` }),
      ...(headers.acceptLanguage === undefined ? {} : { 'accept-language': headers.acceptLanguage }),
      ...(headers.origin === undefined ? {} : { origin: headers.origin }),
      ...(headers.idempotency === undefined ? {} : { 'idempotency-key': headers.idempotency.key }),
    }
    let response: HttpResponse
    let body: { data?: unknown; errors?: GraphQLFormattedError[] }
    try {
      response = await workClock.resume(
        guarded((signal) => pool.post(operation, sent, signal), timeoutMilliseconds, departure),
      )
      body = JSON.parse(response.text) as typeof body
    } catch {
      // Refused, timed out, cut off or not JSON: the gateway does not work.
      return unavailable(headers.acceptLanguage)
    }
    if (!isGraphQLResponse(body)) return unavailable(headers.acceptLanguage)
    const environment = response.headers['x-environment']
    const bodyBounds = readBodyBounds(response.headers[bodyBoundsHeader])
    return {
      ...(bodyBounds ? { bodyBounds } : {}),
      ...(body.data === undefined ? {} : { data: body.data }),
      ...(body.errors === undefined ? {} : { errors: body.errors }),
      ...(environment === 'live' || environment === 'sandbox' ? { environment } : {}),
      headers: forwardedHeaders(response.headers),
    }
  }
  return {
    execute: (request) => send(request, false),
    authorize: (request) => send(request, true),
    async pageOrigins() {
      const sent = { [forwardedCallerHeader]: signer.sign({ alreadyCounted: true }) }
      const { status, text } = await guarded((signal) => originsPool.post('{}', sent, signal), timeoutMilliseconds)
      if (status !== 200) throw new Error(`The gateway responds with ${status}`)
      return JSON.parse(text) as string[]
    },
  }
}

/** The processor time of this process that each caller has used since its last operation. */
class UsedTime {
  readonly #milliseconds = new LRUCache<string, number>({ max: 10_000 })

  /** Takes the time to report with the next operation of a caller, which pays for the work that sends it. */
  take({ apiKey, signedToken, clientAddress }: GatewayRequest['headers']): number | undefined {
    // A publishable key has visitors of many addresses.
    const caller = `${apiKey ?? signedToken ?? ''} ${clientAddress ?? ''}`
    const milliseconds = this.#milliseconds
    workClock.current?.payBy({
      spend: (spent) => void milliseconds.set(caller, (milliseconds.get(caller) ?? 0) + spent),
    })
    const taken = milliseconds.get(caller)
    milliseconds.delete(caller)
    return taken
  }
}

function forwardedCaller(
  { clientAddress, alreadyCounted, signedToken, idempotency }: GatewayRequest['headers'],
  authorizeOnly: boolean,
  usedMilliseconds: number | undefined,
): ForwardedCaller {
  const repeatable = idempotency && { scope: idempotency.scope, fingerprint: idempotency.fingerprint }
  return { clientAddress, alreadyCounted, signedToken, authorizeOnly, usedMilliseconds, repeatable }
}

function forwardedHeaders(headers: HttpResponse['headers']): Record<string, string> {
  const forwarded: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const belongsToCaller =
      name.startsWith('x-ratelimit-') ||
      name === 'retry-after' ||
      name === 'idempotent-replayed' ||
      // The facade knows the language of any other response itself.
      (name === 'content-language' && 'idempotent-replayed' in headers)
    if (belongsToCaller && typeof value === 'string') forwarded[name] = value
  }
  return forwarded
}

function unavailable(acceptLanguage: string | undefined): GatewayResponse {
  const message = errorMessage('SERVICE_UNAVAILABLE', negotiateLocale(acceptLanguage))
  return { errors: [{ ...apiError('SERVICE_UNAVAILABLE').toJSON(), message }], headers: uncounted() }
}

/** Rate limit headers of a request that was not counted. */
function uncounted(): Record<string, string> {
  const unlimited = '2147483647'
  const hourSeconds = 3_600
  return {
    'x-ratelimit-limit': unlimited,
    'x-ratelimit-remaining': unlimited,
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + hourSeconds),
    'x-ratelimit-window': String(hourSeconds),
  }
}
