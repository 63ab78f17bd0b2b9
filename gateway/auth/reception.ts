import { GraphQLError } from 'graphql'
import { workClock } from '../../platform/process/work-account.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { CallerMeter } from '../rate-limit/caller-meter.ts'
import type { Callers, Credentials } from './callers.ts'

/** A request counted before its body is read: the caller, and the error that refuses it. */
export interface Received {
  readonly identity: Identity | undefined
  readonly refusal: GraphQLError | undefined
  readonly meter: CallerMeter
}

/** Where a request comes from, as far as it matters for counting it. */
export interface Origin {
  /** Absent for the product's own requests, which no limit applies to. */
  readonly clientAddress?: string | undefined
  /** An earlier operation of the same request was counted. */
  readonly alreadyCounted?: boolean | undefined
  /** The token of a signed address, which has a limit of its own. */
  readonly signedToken?: string | undefined
}

/** Authenticates a request and counts it for its key, else for its address. A refused request is not counted twice. */
export async function receive(
  callers: Callers,
  credentials: Credentials,
  { clientAddress, alreadyCounted = false, signedToken }: Origin,
): Promise<Received> {
  const account = workClock.current
  const ofAddress = callers.meter(undefined, clientAddress, alreadyCounted)
  let identity: Identity | undefined
  let refusal: GraphQLError | undefined
  try {
    identity = await callers.authenticate(credentials, ofAddress)
  } catch (error) {
    refusal = asGraphQLError(error)
    // When the lookup itself fails, the fault is ours and the caller is unknown: nothing is counted.
    if (!(error instanceof GraphQLError))
      return { identity, refusal, meter: callers.meter(undefined, clientAddress, true) }
  }
  const meter = identity ? callers.meter(identity, clientAddress, alreadyCounted, signedToken) : ofAddress
  account?.payBy(meter)
  // Requests with the same key share a look-up.
  if (workClock.current !== account) await workClock.continueAs(account)
  if (refusal?.extensions['code'] === 'RATE_LIMIT_EXCEEDED') return { identity, refusal, meter }
  const overLimit = await meter.take().then(() => undefined, asGraphQLError)
  return { identity, refusal: overLimit ?? refusal, meter }
}

const asGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })
