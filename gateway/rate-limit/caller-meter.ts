import type { BoundedCaller } from '../../platform/process/bounds.ts'
import type { OperationUse } from './pricing-tier.ts'

/** Counts what a caller sends and runs; one for each request, or for each operation of a connection. */
export interface CallerMeter extends BoundedCaller {
  /** Whose processor time is used: callers take turns by it. */
  readonly id: string
  /** Counts the request, at most once. Error: RATE_LIMIT_EXCEEDED, and then nothing was counted. */
  take(): Promise<void>
  /** Counts operations with a limit of their own. Error: RATE_LIMIT_EXCEEDED; the request counts all the same. */
  use(uses: readonly OperationUse[]): Promise<void>
  /**
   * Counts an unknown API key before it is looked up. Returns a function that takes the count back, for a key that turns
   * out to be right. Error: RATE_LIMIT_EXCEEDED.
   */
  guess(): Promise<() => Promise<void>>
  /** Charges processor time to the caller: to what it begins next, for what runs is not broken off. */
  spend(milliseconds: number): void
  /** Whether the caller has processor time left, without which nothing that it begins is admitted. */
  readonly hasTimeLeft: boolean
  /** Whether the operation has a limit of its own: such responses must be requested and counted each time. */
  readonly hasOwnLimit: boolean
  /** Response headers that report the limits, in lower case. */
  readonly headers: Record<string, string>
}
