import type { Pool } from '../../../../../platform/postgres/database.ts'
import { advanceReplay, runningReplays } from '../store/replay.ts'

const batchSize = 500
/** How many deliveries of a replay wait at most: events that happen meanwhile wait behind them. */
const maxWaiting = 2_000

/** Takes every running replay a step further; whether any of them may have more to queue at once. */
export async function advanceReplays(pool: Pool, onQueued: () => void): Promise<boolean> {
  let more = false
  for (const id of await runningReplays(pool)) {
    const count = await advanceReplay(pool, id, batchSize, maxWaiting)
    if (count > 0) onQueued()
    if (count === batchSize) more = true
  }
  return more
}
