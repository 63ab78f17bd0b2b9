import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { PerEnvironment } from '../../platform/postgres/database.ts'
import { environments, type Environment, type Identity } from '../../platform/trust/identity.ts'
import { issuedForm } from '../../platform/trust/issued-key.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import { startJob, type JobObserver } from '../../platform/process/job.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Locale } from '../../platform/values/i18n.ts'
import { jsonFingerprint } from '../../platform/values/json.ts'
import { apiError, validationError } from '../../schema/errors.ts'
import { ResponseBudget, type ResponseLimits } from './response-budget.ts'
import type { IdempotencyRepository } from './repository.ts'

/** The idempotency headers of a caller. */
export interface IdempotencyHeaders {
  /** The Idempotency-Key as sent. */
  readonly key: string
  /** Method and path that the key is for; the GraphQL endpoint's own when absent. */
  readonly scope?: string | undefined
  /** Replaces the request of a caller whose request is not the GraphQL operation itself. */
  readonly fingerprint?: string | undefined
}

/** The metadata of a stored response. */
export interface ReplayedResponse {
  /** The language of its text. */
  readonly locale: Locale
}

/** The headers that mark a response as one of an earlier request; none for any other. */
export const replayHeaders = (replayed: ReplayedResponse | undefined): Record<string, string> =>
  replayed ? { 'idempotent-replayed': 'true', 'content-language': replayed.locale } : {}

/** A request under an Idempotency-Key while it is being processed. */
export interface IdempotentRequest extends IdempotencyHeaders {
  readonly apiKey: string
  /** Set once a response of an earlier request was given again. */
  replayed?: ReplayedResponse
}

/** A request under an Idempotency-Key; undefined without one. Responses are stored for an API key: there must be one. */
export const idempotentRequest = (
  apiKey: string | string[] | undefined,
  headers: IdempotencyHeaders | undefined,
): IdempotentRequest | undefined =>
  headers && typeof apiKey === 'string' && apiKey !== '' ? { ...headers, apiKey: issuedForm(apiKey) } : undefined

/** A result that can be stored: written as JSON and parsed it is the same. Its data and errors decide whether it is stored. */
export interface StorableResult {
  readonly data?: object | null
  readonly errors?: readonly { readonly extensions?: Readonly<Record<string, unknown>> }[]
}

/**
 * Returns the first response to a request that is repeated under one Idempotency-Key
 * (docs/contributors/idempotency.md). Responses are stored for 24 hours for each API key, method and path, within
 * limits of size and number for each key, and encrypted with a key that only the caller's API key yields: some contain
 * a secret that is not stored elsewhere.
 */
export interface Idempotency {
  /**
   * Runs an operation, unless it ran before: then the stored result is returned. Throws ERROR_VALIDACION for a malformed
   * key, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_ANSWER_NOT_STORED.
   */
  once<Result extends StorableResult>(
    request: IdempotentRequest,
    operation: object,
    identity: Identity,
    run: () => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

const scopeOfGraphQL = 'POST /graphql'
const maxKeyLength = 255
/** A longer response is not stored: no documented one comes near it. */
const maxResponseBytes = 512 * 1_024
const notStored = Buffer.alloc(0)
const storedBytes = declareBound({
  name: 'stored-response-bytes',
  what: 'Bytes of a response that is stored under an Idempotency-Key',
  per: 'request',
  default: '512 KiB',
  response: 'not stored: the request repeated is 409 `IDEMPOTENCY_ANSWER_NOT_STORED`',
})
const storedResponses = declareBound({
  name: 'stored-responses',
  what: 'Responses that are stored under Idempotency-Keys',
  per: 'API key and environment',
  default: '100000, and 256 MB',
  setting: 'IDEMPOTENCY_ANSWERS_PER_KEY, IDEMPOTENCY_MEGABYTES_PER_KEY',
  response: 'the oldest are dropped: their requests repeated are 409 `IDEMPOTENCY_ANSWER_NOT_STORED`',
})
const pruneMilliseconds = 10 * 60_000
const maxStoreAttempts = 5

export function createIdempotency(
  repositories: PerEnvironment<IdempotencyRepository>,
  limits: ResponseLimits,
  logger: Logger,
  observer?: JobObserver,
): Idempotency {
  const budgetOf = (environment: Environment): ResponseBudget =>
    new ResponseBudget(limits, (owner, above) => repositories[environment].dropAbove(owner, above), logger)
  const budgets = { live: budgetOf('live'), sandbox: budgetOf('sandbox') }
  const pruning = startJob(
    'removing old idempotent responses',
    pruneMilliseconds,
    ({ environment }) => repositories[environment].prune(),
    logger,
    observer,
  )
  const later = new Set<NodeJS.Timeout>()

  /** Until a response is stored this process has the claim, so storing is retried a few times. */
  async function settle(step: () => Promise<void>, attempt = 1): Promise<void> {
    try {
      await step()
    } catch (error) {
      logger.error({ err: error, attempt }, 'an idempotent response could not be stored')
      if (attempt === maxStoreAttempts) return
      const timer = setTimeout(() => {
        later.delete(timer)
        void settle(step, attempt + 1)
      }, 1_000 * attempt)
      later.add(timer)
    }
  }

  /** Stores the response, or releases the request to be retried. Never throws: the response is sent in any case. */
  async function storeResult(
    { id, owner, operationKey, apiKey }: { id: Buffer; owner: Buffer; operationKey: string; apiKey: string },
    result: StorableResult,
    identity: Identity,
  ): Promise<void> {
    const { environment, locale } = identity
    const repository = repositories[environment]
    const { data, errors } = result
    const statuses = (errors ?? []).map(({ extensions }) => Number(extensions?.['status'] ?? 500))
    // An internal error may have come after the work was done; a refusal on arrival has done nothing.
    if (statuses.some((status) => status >= 500)) return settle(() => repository.release(id, operationKey))
    if (statuses.some((status) => statusesNotStored.has(status))) {
      // Of several mutations in one operation an earlier one may have been done.
      const isUntouched = Object.values(data ?? {}).every((value) => value === null)
      return settle(() => (isUntouched ? repository.forget(id, operationKey) : repository.release(id, operationKey)))
    }
    const text = JSON.stringify(result)
    const isTooLong = Buffer.byteLength(text) > maxResponseBytes
    if (isTooLong) storedBytes.reached(identity)
    const response = isTooLong ? notStored : seal(text, apiKey, id)
    await settle(() => repository.store(id, operationKey, { response, locale }))
    if (await budgets[environment].stored(owner, response.length)) storedResponses.reached(identity)
  }

  return {
    async once<Result extends StorableResult>(
      request: IdempotentRequest,
      operation: object,
      identity: Identity,
      run: () => Promise<Result>,
    ): Promise<Result> {
      const { apiKey, scope = scopeOfGraphQL, key } = request
      if (!/^[\x21-\x7e]+$/.test(key) || key.length > maxKeyLength)
        throw validationError({ 'Idempotency-Key': [{ code: 'NOT_VISIBLE_ASCII', max: maxKeyLength }] })
      const id = digest(apiKey, scope, key)
      const owner = digest('owner', apiKey)
      const fingerprint = digest(request.fingerprint ?? jsonFingerprint(operation))
      const repository = repositories[identity.environment]
      const claim = await repository.claim(id, fingerprint, owner)
      switch (claim.outcome) {
        case 'reused':
          throw apiError('IDEMPOTENCY_KEY_REUSED', { idempotencyKey: key })
        case 'in_use':
          throw apiError('IDEMPOTENCY_KEY_IN_USE', { idempotencyKey: key })
        case 'completed':
          if (claim.response.length === 0) throw apiError('IDEMPOTENCY_ANSWER_NOT_STORED', { idempotencyKey: key })
          request.replayed = { locale: claim.locale }
          return JSON.parse(open(claim.response, apiKey, id)) as Result
        case 'claimed': {
          identity.operation = claim.operation
          let result: Result
          try {
            result = await run()
          } catch (error) {
            await settle(() => repository.release(id, claim.operation))
            throw error
          }
          await storeResult({ id, owner, operationKey: claim.operation, apiKey }, result, identity)
          return result
        }
      }
    },
    async close() {
      await pruning.stop()
      for (const timer of later) clearTimeout(timer)
      await Promise.all(environments.map((environment) => repositories[environment].close()))
    },
  }
}

/** Validation, authentication and limits: the same request may fare better next time. */
const statusesNotStored = new Set([400, 401, 403, 413, 415, 429])

function digest(...parts: string[]): Buffer {
  const hash = createHash('sha256')
  // Lengths first, so that no two lists of parts are ever the same text.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest()
}

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

const responseKey = (apiKey: string, id: Buffer): Uint8Array =>
  // Stored responses are encrypted with this text in their key.
  new Uint8Array(hkdfSync('sha256', apiKey, id, 'idempotent answer', 32))

/** Encrypts a response so that only the API key decrypts it; the database alone reveals nothing. */
function seal(text: string, apiKey: string, id: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const encryption = createCipheriv(cipher, responseKey(apiKey, id), iv)
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([iv, encryption.getAuthTag(), body])
}

function open(sealed: Buffer, apiKey: string, id: Buffer): string {
  const decryption = createDecipheriv(cipher, responseKey(apiKey, id), sealed.subarray(0, ivBytes))
  decryption.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  const body = sealed.subarray(ivBytes + tagBytes)
  return Buffer.concat([decryption.update(body), decryption.final()]).toString('utf8')
}
