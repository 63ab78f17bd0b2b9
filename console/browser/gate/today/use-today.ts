import { useCallback, useEffect, useState } from 'preact/hooks'
import { localNow } from '../../components/local-date.ts'
import { GateTodayDocument, type GateReservationFragment, type GateTodayQuery } from '../../generated/operations.ts'
import { useLanguage } from '../../text/language.tsx'
import { zoneOf } from '../day.ts'
import { referenceIn } from '../queue/act.ts'
import { useGate } from '../session.ts'
import type { GateFailure, GateResult } from '../api.ts'

interface StoredList {
  readonly date: string
  readonly cenoteId: string
  readonly environment: string
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
  readonly reservations: readonly GateReservationFragment[]
}

export interface Today {
  readonly date: string
  readonly at: number | null
  readonly reservations: readonly GateReservationFragment[]
  readonly failure: GateFailure | null
  reload(): void
  /** The reservation of a scanned or typed text, as it was when the list was read. */
  find(text: string): GateReservationFragment | null
}

const storageKey = 'console.gate.visits'
const maxPages = 20
const refreshMilliseconds = 60_000

/** The visits of today, read every minute while the page is visible; also there after a reload without a connection. */
export function useToday(cenoteId: string): Today {
  const { api, cenotes, queue, viewer } = useGate()
  const { environment } = viewer
  const { language } = useLanguage()
  const zone = zoneOf(cenotes, cenoteId)
  const { date } = localNow(zone)
  const [list, setList] = useState<StoredList | null>(storedList)
  const [failure, setFailure] = useState<GateFailure | null>(null)
  const isShown = list?.date === date && list.cenoteId === cenoteId && list.environment === environment

  const keep = useCallback((next: StoredList) => {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
    setList(next)
  }, [])

  const read = useCallback(async () => {
    const today = localNow(zone).date
    // Cenotes of other time zones may have another day.
    const days = cenoteId === '' ? cenotes.map((cenote) => localNow(cenote.schedule.timezone).date).sort() : [today]
    const filter = {
      dateFrom: days[0] ?? today,
      dateTo: days.at(-1) ?? today,
      ...(cenoteId === '' ? {} : { cenoteId }),
    }
    const reservations: GateReservationFragment[] = []
    let after: string | null = null
    for (let page = 0; page < maxPages; page += 1) {
      const result: GateResult<GateTodayQuery> = await api.request(GateTodayDocument, { filter, after })
      if ('failure' in result) return setFailure(result.failure)
      const { nodes } = result.data.reservations
      reservations.push(...nodes.filter(({ timezone, visitDate }) => visitDate === localNow(timezone).date))
      const { hasNextPage, endCursor }: GateTodayQuery['reservations']['pageInfo'] = result.data.reservations.pageInfo
      if (!hasNextPage) break
      after = endCursor
    }
    setFailure(null)
    keep({ date: today, cenoteId, environment, at: Date.now(), reservations })
    // Names come in the language of the request.
  }, [api, cenoteId, cenotes, environment, keep, language, zone])

  useEffect(() => {
    void read()
    const timer = setInterval(() => {
      if (!document.hidden) void read()
    }, refreshMilliseconds)
    return () => clearInterval(timer)
  }, [read])

  useEffect(
    () =>
      queue.onDone(({ reservation }) =>
        setList((before) => {
          if (!before?.reservations.some(({ id }) => id === reservation.id)) return before
          const reservations = before.reservations.map((one) => (one.id === reservation.id ? reservation : one))
          const next = { ...before, reservations }
          sessionStorage.setItem(storageKey, JSON.stringify(next))
          return next
        }),
      ),
    [queue],
  )

  const reservations = isShown ? list.reservations : []
  return {
    date,
    at: isShown ? list.at : null,
    reservations,
    failure,
    reload: () => void read(),
    find: (text) =>
      reservations.find(
        ({ bookingReference, id }) => bookingReference === referenceIn(text) || id === text.toLowerCase(),
      ) ?? null,
  }
}

function storedList(): StoredList | null {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? null : (JSON.parse(text) as StoredList)
}
