import { issueTestKey } from './issue.ts'
import type { SharedProduct, TestResponse } from './product.ts'

export const limit = (number: number, seconds: number) => ({ limit: number, seconds })

/** Limits that allow so many requests in an hour; the other windows are wide, so that only counting decides. */
export const onlyHour = (perHour: number) => ({
  hour: limit(perHour, 3_600),
  minute: limit(100_000, 60),
  burst: limit(100_000, 1),
})

/** A key with such an hour, and other limits. */
export async function keyOfHour(product: SharedProduct, perHour: number, more = {}): Promise<string> {
  return (await issueTestKey(product, { ownLimits: { ...onlyHour(perHour), ...more } })).apiKey
}

export const limitHeaders = ({ headers }: TestResponse): (string | null)[] =>
  ['limit', 'remaining', 'window'].map((name) => headers.get(`x-ratelimit-${name}`))
