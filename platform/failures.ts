import { GraphQLError } from 'graphql'

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  'P1001',
  'P1017',
  'P2024',
])

/** What pg says of a lost connection without a code. */
const connectionLost = /Connection terminated|timeout exceeded when trying to connect|is not queryable/

/** An error of a system call, of PostgreSQL, or of Prisma and its adapter, which keep PostgreSQL's code beside their own. */
interface WithCode {
  readonly code?: unknown
  readonly cause?: { readonly originalCode?: unknown }
  readonly meta?: { readonly driverAdapterError?: WithCode }
}

/** What `Retry-After` says with 503: a database or service that is restarted is back within seconds. */
export const retryAfterSeconds = '5'

/** Whether a failure means that a database or service it needs cannot be reached now. */
export function isDependencyDown(error: unknown): boolean {
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 5;
    // A resolver's failure stands behind a GraphQL error.
    current = current instanceof GraphQLError ? causeOf(current) : current.cause, depth += 1
  ) {
    const { code, cause, meta } = current as WithCode
    const codes = [code, cause?.originalCode, meta?.driverAdapterError?.cause?.originalCode]
    if (codes.some((one) => typeof one === 'string' && unreachable.has(one))) return true
    if (connectionLost.test(current.message)) return true
  }
  return false
}

/** The failure behind a GraphQL error, if a resolver threw something else than a GraphQL error. */
export function causeOf(error: GraphQLError): unknown {
  return error.originalError ?? error.cause
}
