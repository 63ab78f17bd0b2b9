import type { LogPosition } from '../event.ts'

/** A part of the log: after a position in its order, or after a number of events. */
export interface LogPart {
  readonly after?: LogPosition | undefined
  readonly skip?: number | undefined
  readonly take: number
  readonly isNewestFirst?: boolean | undefined
}

/** How a statement reads a part of the log. */
export interface LogOrder {
  /** Compares the position of an event with that of $1 and $2. */
  readonly condition: string
  /** ORDER BY of the columns with these names. */
  by(transaction: string): string
  /** The values of $1 and $2. */
  readonly start: readonly [transaction: string, sequence: string | number]
}

const maxTransaction = String(2n ** 64n - 1n)
const maxSequence = String(2n ** 63n - 1n)

/** Commit order, or the newest events first. */
export function orderOf({ after, isNewestFirst = false }: Pick<LogPart, 'after' | 'isNewestFirst'>): LogOrder {
  const start = after && ([String(after.transaction), after.sequence] as const)
  return isNewestFirst
    ? {
        condition: '(transaction_id, sequence) < ($1::xid8, $2::bigint)',
        by: (transaction) => `ORDER BY ${transaction} DESC, sequence DESC`,
        start: start ?? [maxTransaction, maxSequence],
      }
    : {
        condition: '(transaction_id, sequence) > ($1::xid8, $2::bigint)',
        by: (transaction) => `ORDER BY ${transaction}, sequence`,
        start: start ?? ['0', 0],
      }
}
