import { counter } from './metrics.ts'

/** A limit on what callers may send or hold. docs/operators/security.md lists those that are declared. */
export interface BoundDeclaration {
  /** Label of the metric; kebab-case. */
  readonly name: string
  /** The limited thing, in a few words. */
  readonly what: string
  /** Unit of counting, such as `connection` or `address`. */
  readonly per: string
  readonly default: string
  /** The setting that changes it; undefined where it is fixed. */
  readonly setting?: string
  /** The response to a caller above it. */
  readonly response: string
}

export interface Bound extends BoundDeclaration {
  /** Counts that a caller was above it. */
  reached(): void
}

const declared = new Map<string, Bound>()
const boundsReached = counter('bounds_reached_total', 'How often callers were above a bound, by its name.', ['bound'])

/** Declares a bound where it is enforced; its metric is there from the start. */
export function declareBound(declaration: BoundDeclaration): Bound {
  const { name } = declaration
  if (declared.has(name)) throw new Error(`The bound ${name} is declared twice`)
  boundsReached.inc({ bound: name }, 0)
  const bound = { ...declaration, reached: () => boundsReached.inc({ bound: name }) }
  declared.set(name, bound)
  return bound
}

/** Every bound that the loaded modules declare, by name. */
export const declaredBounds = (): readonly Bound[] => [...declared.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
