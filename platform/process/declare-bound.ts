import type { Environment } from '../trust/identity.ts'
import { counter } from './metrics.ts'

/** A limit on what one caller takes from the others, as operators read it. */
export interface Bound {
  /** Label of the metric. */
  readonly name: string
  /** The limited thing, such as "Documents being drawn". */
  readonly subject: string
  /** For whom it is counted, such as "partner and environment". */
  readonly per: string
  readonly limit: string
  /** The response beyond it. */
  readonly response: string
}

export interface DeclaredBound extends Bound {
  /** Counts a refusal; `partner` is the id of the one that is at its bound, where it is one. */
  refused(by: { readonly environment: Environment; readonly partner?: string | null }): void
}

const refusals = counter('bound_refusals_total', 'Work refused at a bound, by bound and the partner that is at it.', [
  'bound',
  'environment',
  'partner',
])

const declared: Bound[] = []

/** Every bound that the loaded modules declare. */
export const bounds = (): readonly Bound[] => declared

/** Declares a bound where it is enforced. */
export function declareBound(bound: Bound): DeclaredBound {
  declared.push(bound)
  return {
    ...bound,
    refused: ({ environment, partner }) => refusals.inc({ bound: bound.name, environment, partner: partner ?? '' }),
  }
}
