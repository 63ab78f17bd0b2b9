import { environments, type Environment } from '../../platform/trust/identity.ts'
import { OperatorErrors } from '../../platform/process/operator-error.ts'
import type { DeclaredLimit } from '../../gateway/rate-limit/operation-limits.ts'
import type { OwnLimit, OwnLimits } from '../../gateway/database/repository.ts'
import { plans, planWindows, type Plan } from '../../gateway/rate-limit/pricing-tier.ts'
import { unlimitedNumber } from '../../gateway/rate-limit/rate-limit-meter.ts'
import { maxOrigins, pageOrigin } from '../../gateway/auth/origins.ts'
import {
  allScopes,
  defaultScopes,
  gateScopes,
  isPublishable,
  operatorScopes,
  publishableScopes,
} from '../../gateway/auth/scopes.ts'

/** Command line options of a key to be created. */
export interface UpstreamInput {
  readonly environment: string | undefined
  readonly plan: string | undefined
  readonly scopes: readonly string[]
  readonly limits: readonly string[]
  /** Whether it is a key of the operator, which has scopes and a plan of its own. */
  readonly operator?: boolean
  /** Whether it is a key of the gate, which has them too. */
  readonly gate?: boolean
  /** Whether it is a publishable key, for pages of `origins`. */
  readonly web?: boolean
  readonly origins?: readonly string[]
}

export interface KeyOptions {
  readonly environment: Environment
  readonly plan: Plan
  readonly scopes: readonly string[]
  readonly ownLimits: OwnLimits
  /** Of a publishable key. */
  readonly origins?: readonly string[]
}

/** A command line that cannot be followed; `problems` names everything that is wrong with it. */
export class UnusableCommand extends OperatorErrors {}

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined =>
  known.find((name) => name === text)
const listed = (names: readonly string[]): string => names.join(', ')

/** Reads the options of a key; `declared` are the operations that have their own limits. */
export function readKeyOptions(input: UpstreamInput, declared: readonly DeclaredLimit[]): KeyOptions {
  const fieldErrors: string[] = []
  const environment = oneOf(environments, input.environment)
  if (!environment) fieldErrors.push(`--environment must be one of ${listed(environments)}`)
  const kind = kindOf(input)
  if (input.operator && input.gate) fieldErrors.push('--operator excludes --gate')
  const plan = oneOf(plans, kind ? (input.plan ?? 'enterprise') : input.plan)
  if (!plan) fieldErrors.push(`--plan must be one of ${listed(plans)}`)
  if (kind && input.scopes.length > 0)
    fieldErrors.push(`--scope cannot be combined with ${kind.option}, whose keys have ${listed(kind.scopes)}`)
  const scopes = input.scopes.flatMap((text) => text.split(',')).map((name) => name.trim())
  const unknown = scopes.filter((name) => !oneOf(allScopes, name))
  if (unknown.length > 0) fieldErrors.push(`--scope ${listed(unknown)} is unknown; there are ${listed(allScopes)}`)
  const ownLimits: Record<string, OwnLimit> = {}
  for (const text of input.limits) {
    const read = readLimit(text, declared)
    if (typeof read === 'string') fieldErrors.push(read)
    else if (Object.hasOwn(ownLimits, read.name)) fieldErrors.push(`--limit ${read.name} is given twice`)
    else ownLimits[read.name] = read.own
  }
  const origins = readWebOptions(input, { environment, scopes, fieldErrors })
  if (environment === 'live' && plan === 'enterprise' && !kind && !input.web) {
    // Its numbers are those agreed on with the partner: the plan itself has none
    // (docs/partner-api/keys-and-limits.md#pricing-tiers).
    const missing = Object.keys(planWindows).filter((name) => !Object.hasOwn(ownLimits, name))
    if (missing.length > 0)
      fieldErrors.push(`A live enterprise key has numbers of its own: give ${missing.map(asOption).join(' ')} too`)
  }
  if (!environment || !plan || fieldErrors.length > 0) throw new UnusableCommand(fieldErrors)
  const defaults = input.web ? publishableScopes : (kind?.scopes ?? defaultScopes)
  const options = { environment, plan, scopes: scopes.length > 0 ? [...new Set(scopes)] : defaults, ownLimits }
  return input.web ? { ...options, origins } : options
}

/** The origins of a publishable key; notes what is wrong with its options. */
function readWebOptions(
  { web, origins: texts = [], operator, gate, limits }: UpstreamInput,
  {
    environment,
    scopes,
    fieldErrors,
  }: { environment: Environment | undefined; scopes: readonly string[]; fieldErrors: string[] },
): string[] {
  const named = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
  if (!web) {
    if (named.length > 0) fieldErrors.push('--origin needs --web')
    return []
  }
  if (operator || gate) fieldErrors.push(`--web excludes ${operator ? '--operator' : '--gate'}`)
  if (limits.length > 0) fieldErrors.push('--limit cannot be combined with --web, whose keys have limits of their own')
  if (!isPublishable(scopes)) fieldErrors.push(`--scope of a key with --web is among ${listed(publishableScopes)}`)
  if (named.length === 0 || named.length > maxOrigins)
    fieldErrors.push(`--web needs 1 to ${maxOrigins} times --origin, such as --origin https://shop.example`)
  return named.flatMap((text) => {
    const origin = pageOrigin(text, environment ?? 'sandbox')
    if (origin === null)
      fieldErrors.push(
        `--origin ${text} must be an origin such as https://shop.example, without a path; loopback addresses in the sandbox only`,
      )
    return origin ?? []
  })
}

/** The kinds of keys of the operator's own, each with its scopes. */
function kindOf({
  operator,
  gate,
}: Pick<UpstreamInput, 'operator' | 'gate'>): { option: string; scopes: readonly string[] } | undefined {
  if (operator) return { option: '--operator', scopes: operatorScopes }
  return gate ? { option: '--gate', scopes: gateScopes } : undefined
}

const asOption = (name: string): string => `--limit ${name}=<number>`

/** Reads `hour=5000` or `createReservation=1000/3600`; returns a text that describes invalid input. */
function readLimit(text: string, declared: readonly DeclaredLimit[]): { name: string; own: OwnLimit } | string {
  const [, name = '', number = '', length] = /^(\w+)=(\d{1,10})(?:\/(\d{1,8}))?$/.exec(text) ?? []
  const fixed: Readonly<Record<string, number>> = planWindows
  const operation = declared.find((limit) => limit.name === name)
  const names = [...Object.keys(fixed), ...declared.map((limit) => limit.name)]
  if (!names.includes(name))
    return `--limit ${text} must be a name, = and a number, and for an operation / and seconds; names are ${listed(names)}`
  const seconds = length === undefined ? (fixed[name] ?? operation?.seconds ?? 0) : Number(length)
  if (Object.hasOwn(fixed, name) && seconds !== fixed[name])
    return `--limit ${text}: ${name} is always ${fixed[name]} seconds`
  const limit = Number(number)
  if (limit < 1 || limit > unlimitedNumber || seconds < 1)
    return `--limit ${text} must be from 1 to ${unlimitedNumber} in at least 1 second`
  return { name, own: { limit, seconds } }
}
