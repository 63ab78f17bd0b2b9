import { useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../session/context.tsx'
import type { ReservationEvent } from './feed.ts'

/** Calls back with each batch of events while the component is shown. */
export function useEvents(onBatch: (batch: readonly ReservationEvent[]) => void): void {
  const { events } = useSession()
  const latest = useRef(onBatch)
  latest.current = onBatch
  useEffect(() => events?.watch((batch) => latest.current(batch)), [events])
}

/** The latest events, newest first. */
export function useRecentEvents(): readonly ReservationEvent[] {
  const { events } = useSession()
  const [recent, setRecent] = useState(() => events?.recent() ?? [])
  useEvents(() => setRecent(events?.recent() ?? []))
  return recent
}
