import { useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../session/context.tsx'
import type { ReservationEvent } from './feed.ts'
import { watchReturn } from './liveness.ts'

/** Calls back with each batch of events while the component is shown. */
export function useEvents(onBatch: (batch: readonly ReservationEvent[]) => void): void {
  const { events } = useSession()
  const latest = useRef(onBatch)
  latest.current = onBatch
  useEffect(() => events?.watch((batch) => latest.current(batch)), [events])
}

/** The latest events, newest first, those before the session too. */
export function useRecentEvents(): readonly ReservationEvent[] {
  const { events } = useSession()
  useEffect(() => events?.recall(), [events])
  const [recent, setRecent] = useState(() => events?.recent() ?? [])
  useEvents(() => setRecent(events?.recent() ?? []))
  return recent
}

/** Calls back when events arrive again after the connection was lost, or they were refused. */
export function useReturn(onReturn: () => void): void {
  const session = useSession()
  const latest = useRef(onReturn)
  latest.current = onReturn
  useEffect(() => watchReturn(session, () => latest.current()), [session])
}
