import { useEffect, useState } from 'preact/hooks'
import { timeText } from '../../../../platform/values/display.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { GateReservationDocument, type GateReservationFragment } from '../../generated/operations.ts'
import { useText } from '../../text/language.tsx'
import type { GateFailure } from '../api.ts'
import { referenceIn } from '../queue/act.ts'
import { responseMilliseconds } from '../queue/queue-panel.tsx'
import { useActs, useGate } from '../session.ts'
import { ArrivalActions } from './arrival-actions.tsx'
import { ReservationCard } from './reservation-card.tsx'
import { cutText } from '../../../../platform/values/text.ts'

interface ArrivalProperties {
  readonly text: string
  /** The reservation as the list of today has it. */
  readonly known: GateReservationFragment | null
  readonly listAt: number | null
  readonly cenoteId: string
  onNext(): void
}

type Found =
  | { readonly state: 'looking' | 'unreadable' | 'unknown' | 'queued' }
  | { readonly state: 'failed'; readonly failure: GateFailure }
  | { readonly state: 'found'; readonly reservation: GateReservationFragment; readonly isFromList: boolean }

/** References, external ids and codes of tickets; anything else was not printed for the gate. */
const readable = /^[\w.:-]{1,200}$/

/** One scan: looked up within two seconds, else shown as the list has it, else queued to be checked in. */
export function Arrival({ text, known, listAt, cenoteId, onNext }: ArrivalProperties) {
  const translate = useText()
  const { api, queue } = useGate()
  const acts = useActs().acts()
  const [found, setFound] = useState<Found>({ state: readable.test(text) ? 'looking' : 'unreadable' })
  const [isCheckedInHere, setCheckedInHere] = useState(false)
  const isOfThis = ({ reservation }: { readonly reservation: string }): boolean =>
    referenceIn(reservation) === (found.state === 'found' ? found.reservation.bookingReference : referenceIn(text))
  const refusals = acts.filter((act) => act.refusal && isOfThis(act)).length

  useEffect(() => {
    if (found.state === 'unreadable') return
    let isShown = true
    void api
      .request(GateReservationDocument, { id: text }, { timeoutMilliseconds: responseMilliseconds })
      .then((result) => {
        if (!isShown) return
        if ('data' in result) {
          const { reservation } = result.data
          return setFound(reservation ? { state: 'found', reservation, isFromList: false } : { state: 'unknown' })
        }
        const { failure } = result
        if (failure.code === 'RESERVATION_NOT_FOUND') return setFound({ state: 'unknown' })
        if (!failure.isTransient) return setFound({ state: 'failed', failure })
        if (known) return setFound({ state: 'found', reservation: known, isFromList: true })
        queue.add(text, { kind: 'check_in', party: null })
        setFound({ state: 'queued' })
      })
    return () => {
      isShown = false
    }
    // Again when something was refused: the reservation is not as it was shown.
  }, [api, queue, text, refusals > 0])

  useEffect(
    () =>
      queue.onDone(({ act, reservation }) => {
        if (!isOfThis(act)) return
        if (act.deed.kind === 'check_in') setCheckedInHere(true)
        setFound({ state: 'found', reservation, isFromList: false })
      }),
    [queue, text, found],
  )

  return (
    <div aria-live="polite" class="arrivals">
      {found.state === 'looking' && <p role="status">{translate('gate.looking')}</p>}
      {found.state === 'unreadable' && (
        <p role="alert" class="notice bad">
          <strong>{translate('gate.unreadable', { text: cutText(text, 60) })}</strong>
        </p>
      )}
      {found.state === 'unknown' && (
        <p role="alert" class="notice bad">
          <strong>
            {translate(text.includes('.') ? 'gate.forged' : 'gate.unknown', { reference: referenceIn(text) })}
          </strong>
        </p>
      )}
      {found.state === 'queued' && (
        <p role="status" class="notice warn">
          <strong>{translate('gate.queuedScan', { reference: referenceIn(text) })}</strong>
        </p>
      )}
      {found.state === 'failed' && <FailureNotice failure={found.failure} />}
      {found.state === 'found' && (
        <ReservationCard reservation={found.reservation} cenoteId={cenoteId}>
          {found.isFromList && listAt !== null && (
            <p role="status" class="notice warn">
              {translate('gate.fromList', { time: timeText(listAt) })}
            </p>
          )}
          <ArrivalActions reservation={found.reservation} isCheckedInHere={isCheckedInHere} />
        </ReservationCard>
      )}
      {found.state !== 'looking' && (
        <button type="button" class="huge" onClick={onNext}>
          {translate('gate.next')}
        </button>
      )}
    </div>
  )
}
