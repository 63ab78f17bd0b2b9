import { issueTestKey } from './issue.ts'
import type { SharedProduct, TestResponse } from './product.ts'

export const limit = (number: number, seconds: number) => ({ limit: number, seconds })

/** A limit for each hour; the other windows are so wide that only the hour matters. */
export const onlyHour = (perHour: number) => ({
  hour: limit(perHour, 3_600),
  minute: limit(100_000, 60),
  burst: limit(100_000, 1),
})

/** A key of a partner, by default Demo Travel, with an hourly limit and any others that are given. */
export async function keyOfHour(
  product: SharedProduct,
  perHour: number,
  more = {},
  partner?: { readonly id: string; readonly name: string },
): Promise<string> {
  const ownLimits = { ...onlyHour(perHour), ...more }
  return (await issueTestKey(product, { ownLimits, ...(partner ? { partner } : {}) })).apiKey
}

export const limitHeaders = ({ headers }: TestResponse): (string | null)[] =>
  ['limit', 'remaining', 'window'].map((name) => headers.get(`x-ratelimit-${name}`))
