/**
 * Retries (docs/partner-api/events-and-webhooks.md#retries): 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h after the
 * failure before.
 */
export const defaultRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

const jitter = 0.1

/**
 * Seconds to wait after a number of failures; null when the schedule is exhausted. Up to a tenth more or less, so that
 * deliveries which failed together do not all come back together.
 */
export function secondsUntilRetry(
  schedule: readonly number[],
  failures: number,
  random: () => number = Math.random,
): number | null {
  const seconds = schedule[failures - 1]
  return seconds === undefined ? null : seconds * (1 + jitter * (2 * random() - 1))
}
