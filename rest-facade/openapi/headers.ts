import { referenceTo, type Parameter, type Reference } from './model.ts'

const integer = { type: 'integer' }
const text = { type: 'string' }

/** Response headers by the name of their component. */
const headers = {
  RequestId: ['X-Request-Id', text, 'Id of the request; quote it when you report a problem.', true],
  ContentLanguage: ['Content-Language', text, 'Language of the response: `en`, `es` or `es-MX`.', true],
  RateLimitLimit: ['X-RateLimit-Limit', integer, 'Requests that the tightest window allows.', true],
  RateLimitRemaining: ['X-RateLimit-Remaining', integer, 'Requests left in it.', true],
  RateLimitReset: ['X-RateLimit-Reset', integer, 'When it ends, in Unix seconds.', true],
  RateLimitWindow: ['X-RateLimit-Window', integer, 'Its length in seconds.', true],
  RateLimitRetryAfter: ['X-RateLimit-Retry-After', integer, 'Seconds to wait.', true],
  WWWAuthenticate: [
    'WWW-Authenticate',
    text,
    '`Bearer realm="partner-api"`; with `error="invalid_token"` for a wrong key.',
    true,
  ],
  RetryAfter: ['Retry-After', integer, 'Seconds to wait before the next attempt.', true],
  Environment: ['X-Environment', { enum: ['live', 'sandbox'], type: 'string' }, 'Where the request was made.', false],
  ETag: ['ETag', text, 'Weak tag of the content, for If-None-Match and If-Match.', true],
  CacheControl: ['Cache-Control', text, 'Public for a minute without a key, private with one.', true],
  JsonETag: ['ETag', text, 'Weak tag of JSON, for If-None-Match; a file has none.', false],
  FileCacheControl: ['Cache-Control', text, '`private, no-store`: the file is never stored.', true],
  MixedCacheControl: ['Cache-Control', text, 'Private; `no-store` for a file.', true],
  ContentDisposition: ['Content-Disposition', text, '`attachment` with the name of the file.', true],
  FileDisposition: ['Content-Disposition', text, '`attachment` with the name of the file; absent on JSON.', false],
  ModifiedETag: ['ETag', text, 'Tag of the new version, for If-Match; absent with `dryRun`.', false],
  Link: ['Link', text, 'In page mode while there is a next page: its address by cursor, with rel="next".', false],
  IdempotentReplayed: [
    'Idempotent-Replayed',
    { enum: ['true'], type: 'string' },
    'On the stored response to an earlier request with the same Idempotency-Key.',
    false,
  ],
  Cache: [
    'X-Cache',
    { enum: ['hit', 'miss'], type: 'string' },
    'Whether the data was cached; absent for data that is never cached.',
    false,
  ],
  Deprecation: ['Deprecation', text, 'Since when the operation is deprecated: `@` and Unix seconds (RFC 9745).', true],
  Sunset: ['Sunset', text, 'When the operation will be gone (RFC 8594).', true],
} as const satisfies Record<string, readonly [string, object, string, boolean]>

export type HeaderName = keyof typeof headers

/** Headers of every response. */
export const everyResponse: readonly HeaderName[] = [
  'RequestId',
  'ContentLanguage',
  'RateLimitLimit',
  'RateLimitRemaining',
  'RateLimitReset',
  'RateLimitWindow',
  'Environment',
]

/** The properties of an operation on which its response headers depend. */
export interface HeaderRules {
  readonly method: string
  /** Whether it has an entity tag: a read that is not sent as a file. */
  readonly isConditional: boolean
  /** Whether it sends a CSV file: streamed, never stored, and without an entity tag. */
  readonly file: 'never' | 'sometimes' | 'always'
  readonly isPaged: boolean
  readonly takesIfMatch: boolean
  readonly isDeprecated: boolean
  /** Whether it takes an Idempotency-Key. */
  readonly isRepeatable: boolean
}

const readHeaders: Readonly<Record<HeaderRules['file'], readonly HeaderName[]>> = {
  never: ['CacheControl'],
  sometimes: ['MixedCacheControl', 'FileDisposition'],
  always: ['FileCacheControl', 'ContentDisposition'],
}

/** The headers of a response, as references to components, which are added to `components`. */
export function headersOf(
  status: number,
  { method, isConditional, file, isPaged, takesIfMatch, isDeprecated, isRepeatable }: HeaderRules,
  components: Record<string, unknown>,
): Record<string, Reference> {
  const isSuccess = status < 400
  const names: HeaderName[] = [...everyResponse]
  if (isSuccess && isConditional) names.push(file === 'sometimes' ? 'JsonETag' : 'ETag')
  if (isSuccess && method === 'get') names.push(...readHeaders[file], 'Cache')
  if (isSuccess && takesIfMatch) names.push('ModifiedETag')
  if (status === 200 && isPaged) names.push('Link')
  if (isRepeatable && (isSuccess || [404, 409, 410, 422].includes(status))) names.push('IdempotentReplayed')
  if (status === 401) names.push('WWWAuthenticate')
  if (status === 429) names.push('RateLimitRetryAfter')
  if (status === 429 || status === 503) names.push('RetryAfter')
  if (isDeprecated && isSuccess) names.push('Deprecation', 'Sunset')
  return describedHeaders(names, components)
}

/** Headers as references to components, which are added to `components`. */
export function describedHeaders(
  names: readonly HeaderName[],
  components: Record<string, unknown>,
): Record<string, Reference> {
  const found: Record<string, Reference> = {}
  for (const name of names) {
    const [header, schema, description, required] = headers[name]
    components[name] ??= { description, required, schema }
    found[header] = referenceTo('headers', name)
  }
  return found
}

/** Headers of requests by the name of their component. */
export const headerParameters: Readonly<Record<string, Parameter>> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of messages, names and descriptions: `en` by default.',
    schema: { type: 'string', ...{ examples: ['en', 'es', 'es-MX'] } },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A random UUID for each operation: a retry with it gets the stored response. Needs an API key.',
    schema: { type: 'string', ...{ minLength: 1, maxLength: 255, pattern: '^[!-~]+$' } },
    example: '9b2f6e1c-4d57-4a83-b0c6-2f7a5d8e3c14',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response: 304 when nothing has changed since.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of a read reservation: when it has changed since, 409 EDIT_CONFLICT.',
    schema: { type: 'string', ...{ maxLength: 2_000 } },
  },
}
