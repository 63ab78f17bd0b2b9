import { createHash } from 'node:crypto'
import { subscriberOf } from '../../platform/http/client-address.ts'
import { plans, type Environment, type Plan } from '../../platform/trust/identity.ts'
import type { Caller } from '../caller.ts'
import type { OwnLimits } from '../database/repository.ts'
import type { Window } from './window.ts'

export { plans, type Plan }

/** A caller's plan; `none` for callers without a key. */
export type CallerPlan = Plan | 'none'

/** The windows that every request of a key is counted in; Infinity where there is no limit. */
export interface PlanLimits {
  readonly perHour: number
  readonly perMinute: number
  /** Maximum requests in any sliding second. */
  readonly burst: number
}

const unlimited: PlanLimits = { perHour: Infinity, perMinute: Infinity, burst: Infinity }

/** See docs/partner-api/keys-and-limits.md#pricing-tiers. A production Enterprise key has its own limits. */
const planTable: Readonly<Record<Environment, Readonly<Record<Plan, PlanLimits>>>> = {
  sandbox: {
    basic: { perHour: 10_000, perMinute: 200, burst: 50 },
    pro: { perHour: 100_000, perMinute: 2_000, burst: 500 },
    enterprise: unlimited,
  },
  live: {
    basic: { perHour: 1_000, perMinute: 20, burst: 10 },
    pro: { perHour: 10_000, perMinute: 200, burst: 50 },
    enterprise: unlimited,
  },
}

/** Names of the limits that every plan has, and their lengths in seconds. */
export const planWindows = { hour: 3_600, minute: 60, burst: 1 } as const

/** Who is counted: a key (with those it was refreshed to), a visitor of a page with one, or the address of a caller without one. */
export interface Subject {
  readonly id: string
  /** The partner of the key. */
  readonly partnerId?: string
  /** Whose processor time it uses, when others use it too; its own otherwise. */
  readonly timeOf?: string
  readonly environment: Environment
  readonly plan: Plan
  /** Whether limits of callers without a key apply. */
  readonly keyless: boolean
  readonly ownLimits: OwnLimits
  /** Whether the limits of single operations do not apply, except its own. */
  readonly unlimitedOperations?: boolean
}

/** Who is counted for a key: its family, so that refreshing never buys requests; for a publishable one each visitor. */
export const subjectOf = (caller: Caller, clientAddress?: string): Subject =>
  caller.key.origins.length > 0 ? visitorSubject(caller, clientAddress) : familySubject(caller)

const familySubject = ({ environment, key, isOfStaff }: Caller): Subject => ({
  id: `key:${key.familyId}`,
  partnerId: key.partnerId,
  environment,
  plan: key.plan,
  keyless: false,
  ownLimits: key.ownLimits,
  unlimitedOperations: isOfStaff === true,
})

/**
 * A visitor of a page with a publishable key, by the address: nothing is taken from the limits of the partner, and
 * coupons are limited as without a key.
 */
const visitorSubject = ({ environment, key }: Caller, clientAddress: string | undefined): Subject => ({
  id: `visitor:${key.familyId}:${clientAddress === undefined ? '' : subscriberOf(clientAddress)}`,
  partnerId: key.partnerId,
  ...(clientAddress === undefined ? {} : { timeOf: keylessSubject(subscriberOf(clientAddress)).id }),
  environment,
  plan: key.plan,
  keyless: true,
  ownLimits: {
    hour: { limit: 1_000, seconds: planWindows.hour },
    minute: { limit: 120, seconds: planWindows.minute },
    burst: { limit: Infinity, seconds: planWindows.burst },
  },
})

/** How often an operation uses a limit of its own. */
export interface OperationUse {
  readonly name: string
  readonly limit: number
  readonly seconds: number
  readonly cost: number
  /** Applies only to callers without a key. */
  readonly keyless: boolean
}

/**
 * Callers without a key: the numbers of the production Basic plan, each address on its own
 * (docs/partner-api/keys-and-limits.md#limits-of-an-address).
 */
export const keylessSubject = (address: string): Subject => ({
  id: `address:${address}`,
  environment: 'live',
  plan: 'basic',
  keyless: true,
  ownLimits: {},
})

const guessesPerMinute = 60

/** Unknown keys are counted for the address that sends them, before they are looked up. */
export const guessWindows = (subject: Subject): Window[] =>
  subject.keyless
    ? [{ key: keyOf(subject, 'guesses'), limit: guessesPerMinute, seconds: 60, kind: 'fixed', cost: 1 }]
    : []

/**
 * A signed address that is opened without a key: a page with many pictures opens as many at once, and none of them is a
 * request of the visitor. Each address has its own limits for all its readers.
 */
export const signedAddressSubject = (token: string): Subject => ({
  ...keylessSubject(''),
  id: `signed:${createHash('sha256').update(token).digest('base64url')}`,
  ownLimits: {
    hour: { limit: 1_200, seconds: planWindows.hour },
    minute: { limit: 120, seconds: planWindows.minute },
    burst: { limit: 30, seconds: planWindows.burst },
  },
})

/** Operations of this process itself. */
export const ourselves: Subject = {
  id: 'ourselves',
  environment: 'sandbox',
  plan: 'enterprise',
  keyless: false,
  ownLimits: {},
}

/** The numbers that hold for a subject. */
export function limitsOf({ environment, plan, ownLimits }: Subject): PlanLimits {
  const { perHour, perMinute, burst } = planTable[environment][plan]
  return {
    perHour: ownLimits['hour']?.limit ?? perHour,
    perMinute: ownLimits['minute']?.limit ?? perMinute,
    burst: ownLimits['burst']?.limit ?? burst,
  }
}

// Braces make all counters of a subject live on one node of a Redis cluster.
const keyOf = (subject: Subject, name: string): string => `cenotes:limit:{${subject.id}}:${name}`

/** The windows that each request of a subject is counted in. */
export function requestWindows(subject: Subject): Window[] {
  const { perHour, perMinute, burst } = limitsOf(subject)
  const window = (name: keyof typeof planWindows, limit: number): Window => ({
    key: keyOf(subject, name),
    limit,
    seconds: planWindows[name],
    kind: name === 'burst' ? 'sliding' : 'fixed',
    cost: 1,
  })
  return [window('hour', perHour), window('minute', perMinute), window('burst', burst)].filter(
    ({ limit }) => limit !== Infinity,
  )
}

/** The windows of the limited operations that a request runs. */
export function operationWindows(subject: Subject, uses: readonly OperationUse[]): Window[] {
  return uses
    .filter(({ name, keyless }) => (keyless ? subject.keyless : bindsOperations(subject, name)))
    .map(({ name, limit, seconds, cost }) => {
      const own = subject.ownLimits[name] ?? { limit, seconds }
      return { key: keyOf(subject, `${name}/${own.seconds}`), ...own, kind: 'fixed', cost }
    })
}

/** Sandbox Enterprise and the operator's staff have no limits but those of their keys; all others have the documented ones. */
const bindsOperations = ({ environment, plan, ownLimits, unlimitedOperations }: Subject, name: string): boolean =>
  Object.hasOwn(ownLimits, name) || (!unlimitedOperations && (environment === 'live' || plan !== 'enterprise'))
