import type { PerEnvironment, Pool } from '../../platform/postgres/database.ts'
import type { Environment } from '../../platform/trust/identity.ts'

/** A request of a key, as it is stored. */
export interface LoggedRequest {
  readonly keyId: string
  readonly at: Date
  readonly method: string
  readonly path: string
  /** Of a GraphQL request. */
  readonly operation: string | null
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
  readonly errorCode: string | null
  /** Sandbox only. */
  readonly body: string | null
  /** The client that marked it; null for one without a known mark. */
  readonly client: 'console' | null
}

export interface StoredRequest extends LoggedRequest {
  readonly sequence: string
}

export interface RequestFilter {
  readonly keyId: string
  readonly hasFailed: boolean
  readonly requestId: string | undefined
  /** Whether requests of the console are listed. */
  readonly includeConsole: boolean
}

/** The only place that reads and writes logged requests. */
export interface RequestLogRepository {
  add(environment: Environment, requests: readonly LoggedRequest[]): Promise<void>
  /** The latest first, from the one before a sequence number on. */
  list(environment: Environment, filter: RequestFilter, take: number, before: string | null): Promise<StoredRequest[]>
  /** Removes some of what is older than 7 days; whether there may be more. */
  prune(environment: Environment): Promise<boolean>
}

const pruneBatch = 5_000
const columns = [
  'keyId',
  'at',
  'method',
  'path',
  'operation',
  'status',
  'durationMs',
  'requestId',
  'errorCode',
  'body',
  'client',
] as const

export const createRequestLogRepository = (pools: PerEnvironment<Pool>): RequestLogRepository => ({
  async add(environment, requests) {
    await pools[environment].query({
      name: 'log-requests',
      text: `INSERT INTO request_log (key_id, at, method, path, operation, status, duration_ms, request_id, error_code, body, client)
       SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[],
         $8::text[], $9::text[], $10::text[], $11::text[])`,
      values: columns.map((column) => requests.map((request) => request[column])),
    })
  },
  async list(environment, { keyId, hasFailed, requestId, includeConsole }, take, before) {
    const { rows } = await pools[environment].query<StoredRequest>(
      `SELECT sequence::text, key_id AS "keyId", at, method, path, operation, status, duration_ms AS "durationMs",
         request_id AS "requestId", error_code AS "errorCode", body, client
       FROM request_log WHERE key_id = $1 ${hasFailed ? 'AND error_code IS NOT NULL' : ''}
         ${includeConsole ? '' : 'AND client IS NULL'}
         AND ($2::text IS NULL OR request_id = $2) AND ($3::bigint IS NULL OR sequence < $3)
         AND at > now() - interval '7 days'
       ORDER BY request_log.sequence DESC LIMIT $4`,
      [keyId, requestId ?? null, before, take],
    )
    return rows
  },
  async prune(environment) {
    const { rowCount } = await pools[environment].query(
      `DELETE FROM request_log WHERE sequence IN (
         SELECT sequence FROM request_log WHERE at < now() - interval '7 days' LIMIT ${pruneBatch} FOR UPDATE SKIP LOCKED)`,
    )
    return rowCount === pruneBatch
  },
})
