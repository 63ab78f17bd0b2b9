import type { Environment } from '../trust/identity.ts'
import { counter } from './metrics.ts'

/** A limit on what callers may send, hold or use. The table in docs/operators/security.md is written from them. */
export interface BoundDeclaration {
  /** Label of the metric; kebab-case. */
  readonly name: string
  /** The limited thing, in a few words. */
  readonly what: string
  /** Unit of counting, such as `connection` or `partner and environment`. */
  readonly per: string
  readonly default: string
  /** The setting that changes it; undefined where it is fixed. */
  readonly setting?: string
  /** The response to a caller above it. */
  readonly response: string
  /** An error that nothing else causes: the gateway counts those that it sends. Other bounds count where they refuse. */
  readonly errorCode?: string
}

/** The caller at a bound, as far as it is known; an identity is one. */
export interface BoundedCaller {
  readonly environment?: Environment | undefined
  readonly partnerId?: string | null | undefined
}

export interface Bound extends BoundDeclaration {
  /** Counts that a caller was above it. */
  reached(by?: BoundedCaller): void
}

const declared = new Map<string, Bound>()
const byErrorCode = new Map<unknown, Bound>()
const boundsReached = counter('bounds_reached_total', 'How often callers were above a bound, by bound and partner.', [
  'bound',
  'environment',
  'partner',
])

/** Declares a bound where it is enforced; its metric is there from the start. */
export function declareBound(declaration: BoundDeclaration): Bound {
  const { name } = declaration
  if (declared.has(name)) throw new Error(`The bound ${name} is declared twice`)
  const count = ({ environment, partnerId }: BoundedCaller, times: number): void =>
    boundsReached.inc({ bound: name, environment: environment ?? '', partner: partnerId ?? '' }, times)
  count({}, 0)
  const bound = { ...declaration, reached: (by: BoundedCaller = {}) => count(by, 1) }
  declared.set(name, bound)
  if (declaration.errorCode !== undefined) byErrorCode.set(declaration.errorCode, bound)
  return bound
}

/** Counts an error that was sent, where it is that of a bound. */
export const countRefusal = (errorCode: unknown, by: BoundedCaller): void => byErrorCode.get(errorCode)?.reached(by)

/** Every bound that the loaded modules declare, by name. */
export const declaredBounds = (): readonly Bound[] => [...declared.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
