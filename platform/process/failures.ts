import { GraphQLError } from 'graphql'

/**
 * Codes of system calls, of Node's sockets and of HTTP clients: the other side cannot be reached, or its connection
 * broke.
 */
const connectionCodes = [
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
] as const

/** The same, and that this machine has run out of something. */
const systemCodes: ReadonlySet<string> = new Set([
  ...connectionCodes,
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/**
 * Classes of SQLSTATE in which every code means that the database cannot do it now: connection exceptions, insufficient
 * resources (a full disk, too many connections), operator intervention (a shutdown, a statement over its time), and
 * errors of the system below it.
 */
const sqlClasses = new Set(['08', '53', '57', '58'])
/** Codes of other classes: a transaction or lock timeout, a serialization failure, a standby. */
const sqlCodes = new Set(['25P03', '25P04', '55P03', '40001', '40P01', '25006'])

/** Prisma's own codes: unreachable, timed out, closed, no free connection, no transaction, a conflict. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'])

const meansUnavailable = (code: unknown): boolean =>
  typeof code === 'string' &&
  (systemCodes.has(code) ||
    prismaCodes.has(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && (sqlClasses.has(code.slice(0, 2)) || sqlCodes.has(code))))

/** The messages of pg's errors without a code, and of a coordinator whose connection to a worker broke. */
const connectionLost =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query read timeout|timeout expired|server closed the connection unexpectedly|SSL SYSCALL error/

/**
 * An error of a system call, of PostgreSQL, or of Prisma and its adapter, which store PostgreSQL's code in a property.
 */
interface WithCode {
  readonly code?: unknown
  readonly cause?: { readonly originalCode?: unknown }
  readonly meta?: { readonly driverAdapterError?: WithCode }
}

/** The `Retry-After` of 503: a restarted database or service is back within seconds. */
export const retryAfterSeconds = '5'

/** A database or service that a request needs cannot be used now. The caller gets 503 SERVICE_UNAVAILABLE. */
export class Unavailable extends Error {
  readonly code = '57P03'
  // With it Prisma's adapter takes this for an error of PostgreSQL and passes the code on.
  readonly severity = 'FATAL'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unavailable'
  }
}

/** The caller does not wait any more, so its work was broken off. Not a failure of anything. */
export class CallerLeft extends Error {
  constructor(options?: ErrorOptions) {
    super('The caller has left', options)
    this.name = 'CallerLeft'
  }
}

/** Whether a request failed because its connection could not be made, or broke. */
export const isConnectionFailure = (error: unknown): boolean =>
  error instanceof Error && (connectionCodes as readonly unknown[]).includes((error as NodeJS.ErrnoException).code)

/** Whether a failure means that a database or service it needs cannot be used now. */
export function isDependencyDown(error: unknown): boolean {
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 5;
    // A resolver's failure stands behind a GraphQL error.
    current = current instanceof GraphQLError ? causeOf(current) : current.cause, depth += 1
  ) {
    const { code, cause, meta } = current as WithCode
    if ([code, cause?.originalCode, meta?.driverAdapterError?.cause?.originalCode].some(meansUnavailable)) return true
    if (connectionLost.test(current.message)) return true
  }
  return false
}

/** The failure behind a GraphQL error, if a resolver threw something else than a GraphQL error. */
export function causeOf(error: GraphQLError): unknown {
  return error.originalError ?? error.cause
}
