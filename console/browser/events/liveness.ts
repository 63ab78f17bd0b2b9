import type { Api } from '../api/api.ts'
import type { EventFeed } from './feed.ts'

/**
 * Whether what is shown is up to date: `open` while events arrive, `connecting` at first, `lost` without a connection,
 * `refused` when the API sends no events, `none` for a key that may not read them.
 */
export type Liveness = 'connecting' | 'open' | 'lost' | 'refused' | 'none'

interface Live {
  readonly api: Pick<Api, 'watchConnection'>
  readonly events: Pick<EventFeed, 'watch' | 'failure'> | null
}

/** Calls back with the state and each change of it. */
export function watchLiveness({ api, events }: Live, listener: (state: Liveness) => void): () => void {
  let connection: 'connecting' | 'open' | 'lost' = 'connecting'
  let shown: Liveness | undefined
  const emit = (): void => {
    const state = connection !== 'open' ? connection : !events ? 'none' : events.failure() ? 'refused' : 'open'
    if (state === shown) return
    shown = state
    listener(state)
  }
  const stops = [
    api.watchConnection((state) => {
      connection = state
      emit()
    }),
    events?.watch(emit),
  ]
  return () => stops.forEach((stop) => stop?.())
}

/** Calls back when events arrive again after they did not. */
export function watchReturn(live: Live, listener: () => void): () => void {
  let wasInterrupted = false
  return watchLiveness(live, (state) => {
    if (state === 'lost' || state === 'refused') wasInterrupted = true
    else if (state === 'open' && wasInterrupted) {
      wasInterrupted = false
      listener()
    }
  })
}
