import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { jsonSizeOf } from '../../platform/http/body.ts'
import { factsOf } from '../../platform/http/request-facts.ts'
import { sentKeysOf } from '../../platform/http/sent-keys.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import { startJob, type JobObserver } from '../../platform/process/job.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import type { Caller } from '../caller.ts'
import { namesOfContract, namesOfRoute, type DocumentedNames } from './documented-names.ts'
import { bodyBySize, bodyWithoutGuests, operationWithoutGuests, pathWithoutGuests } from './redaction.ts'
import type { LoggedRequest, RequestLogRepository } from './repository.ts'
import { cutText } from '../../platform/values/text.ts'

export interface RequestLog {
  /** Records every request of a key that the server responds to from here on. */
  observe(app: FastifyInstance): void
  close(): Promise<void>
}

export interface RequestLogOptions {
  readonly repository: RequestLogRepository
  /** Whose key it is; null for none that is valid. */
  readonly callerOf: (apiKey: string) => Promise<Caller | null>
  /** Requests that belong to another request, which is recorded where it arrived. */
  readonly isPartOfAnother: (request: FastifyRequest) => boolean
  readonly graphqlPath: string
  /** The contract that clients read now. */
  readonly apiSchema: () => GraphQLSchema
  readonly logger: Logger
  readonly observer?: JobObserver
}

/** How long a request waits to be written; a write for each would cost more than the request. */
const writeMilliseconds = 1_000
/** Requests that wait to be written at most, in each environment; what comes beyond them is not recorded. */
const maxWaiting = 2_000
/** Of these, requests of one key without an error: their number grows with the traffic, and one is like the other. */
const maxSuccessesOfKey = 100
const recorded = declareBound({
  name: 'logged-requests',
  what: 'Requests that wait to be written to the request log',
  per: 'environment',
  default: `${maxWaiting}`,
  response: 'not in the request log',
})
const pruneMilliseconds = 600_000
/** A larger body is logged by its size alone: the time after a response must not grow with its request. */
const maxBodyBytes = 131_072

/** The last requests of each key (docs/partner-api/keys-and-limits.md#the-request-log), off the path of the request. */
export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { repository, callerOf, isPartOfAnother, graphqlPath, apiSchema, logger, observer } = options
  const waiting: Record<Environment, LoggedRequest[]> = { live: [], sandbox: [] }
  /** How many of the waiting requests of a key have no error. */
  const successes: Record<Environment, Map<string, number>> = { live: new Map(), sandbox: new Map() }
  let dropped = 0
  /** Of the addresses of all routes. */
  const words = new Set<string>()

  async function record(request: FastifyRequest, statusCode: number, milliseconds: number): Promise<void> {
    const { apiKey, otherApiKey } = sentKeysOf(request.raw)
    if (apiKey === undefined || otherApiKey !== undefined || statusCode === 401 || isPartOfAnother(request)) return
    const at = new Date()
    const caller = await callerOf(apiKey)
    if (!caller) return
    const { environment, key } = caller
    if (waiting[environment].length >= maxWaiting) {
      dropped += 1
      recorded.reached({ environment, partnerId: key.partnerId })
      return
    }
    const { label, errorCode = statusCode >= 400 ? String(statusCode) : null } = factsOf(request.raw)
    if (errorCode === null) {
      const count = (successes[environment].get(key.id) ?? 0) + 1
      if (count > maxSuccessesOfKey) return
      successes[environment].set(key.id, count)
    }
    waiting[environment].push({
      keyId: key.id,
      at,
      method: request.method,
      path: pathWithoutGuests(request.url, { pattern: request.routeOptions.url, words, names: namesFor(request) }),
      operation: label === undefined ? null : cutText(label, 200),
      status: statusCode,
      durationMs: Math.round(milliseconds),
      requestId: request.id,
      errorCode,
      body: environment === 'sandbox' ? bodyOf(request) : null,
      client: request.headers['x-client'] === 'console' ? 'console' : null,
    })
  }

  const isGraphql = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url === graphqlPath

  const namesFor = (request: FastifyRequest): DocumentedNames =>
    isGraphql(request) ? namesOfContract(apiSchema()) : namesOfRoute(request.routeOptions.schema)

  function bodyOf(request: FastifyRequest): string | null {
    const { body } = request
    if (body === undefined || body === null) return null
    const json = jsonSizeOf(request)
    // Anything that was not parsed is a picture.
    if (!json || json.bytes > maxBodyBytes)
      return bodyBySize(request.headers['content-type'], json?.bytes ?? (Buffer.isBuffer(body) ? body.length : 0))
    const names = namesFor(request)
    if (!isGraphql(request)) return bodyWithoutGuests(body, names)
    return typeof body === 'object' && body !== null ? operationWithoutGuests(body, names) : null
  }

  async function write(environment: Environment): Promise<void> {
    const batch = waiting[environment]
    if (batch.length === 0) return
    waiting[environment] = []
    successes[environment].clear()
    // A batch that cannot be written is lost: the log is a help, and must not fill the memory.
    await repository.add(environment, batch)
    if (dropped > 0) logger.warn({ dropped }, 'requests were not recorded: too many waited to be written')
    dropped = 0
  }

  const writing = startJob(
    'writing the request log',
    writeMilliseconds,
    ({ environment }) => write(environment).then(() => false),
    logger,
    observer,
  )
  const pruning = startJob(
    'removing old requests',
    pruneMilliseconds,
    ({ environment }) => repository.prune(environment),
    logger,
    observer,
  )

  return {
    observe(app) {
      app.addHook('onRoute', ({ url }) => {
        for (const word of url.split('/')) if (/^[a-z]/i.test(word)) words.add(word)
      })
      app.addHook('onResponse', (request, reply, done) => {
        record(request, reply.statusCode, reply.elapsedTime).catch((error: unknown) =>
          logger.warn({ err: error }, 'a request was not recorded'),
        )
        done()
      })
    },
    async close() {
      await Promise.all([writing.stop(), pruning.stop()])
      await Promise.all([write('live'), write('sandbox')]).catch((error: unknown) =>
        logger.warn({ err: error }, 'the last requests were not recorded'),
      )
    },
  }
}
