import { issueTestKey } from './issue.ts'
import type { SharedProduct, TestResponse } from './product.ts'

export const limit = (number: number, seconds: number) => ({ limit: number, seconds })

/** A key whose hour has room for so many requests; its other windows are wide, so that only counting decides. */
export async function keyOfHour(product: SharedProduct, perHour: number, more = {}): Promise<string> {
  const ownLimits = { hour: limit(perHour, 3_600), minute: limit(100_000, 60), burst: limit(100_000, 1), ...more }
  return (await issueTestKey(product, { ownLimits })).apiKey
}

export const limitHeaders = ({ headers }: TestResponse): (string | null)[] =>
  ['limit', 'remaining', 'window'].map((name) => headers.get(`x-ratelimit-${name}`))
