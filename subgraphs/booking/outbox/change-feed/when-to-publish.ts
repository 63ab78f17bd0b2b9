import type { ProductChange } from '../../../shared/store/product-changes.ts'

/** For one product and kind at most one event is published in this time. */
export const intervalMilliseconds = 1_000
/**
 * Caches may be half a second behind what another process has committed (gateway/cache/change-feed.ts). Changes that
 * were read are published later than that, so that a read after their event shows them.
 */
export const cachesFollowMilliseconds = 600
/** For so long after a publication no changes are read; a little longer, because timers are not exact. */
export const pauseMilliseconds = intervalMilliseconds - cachesFollowMilliseconds + 20
/** For so long after a product was added, its other changes are covered by the event of that, unless others cannot wait. */
const creationMilliseconds = 1_000
/** No change waits longer than this to be read. */
const maxWaitMilliseconds = 1_100

/** How many milliseconds after an instant changes may be read to be published, at the earliest; 0 for now. */
export function publishedIn(changes: readonly Pick<ProductChange, 'action' | 'at'>[], now: number): number {
  let complete = -Infinity
  let latest = Infinity
  for (const { action, at } of changes) {
    if (action === 'created') complete = Math.max(complete, at + creationMilliseconds)
    latest = Math.min(latest, at + maxWaitMilliseconds)
  }
  return Math.max(0, Math.min(complete, latest) - now)
}
