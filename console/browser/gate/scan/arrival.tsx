import { useEffect, useState } from 'preact/hooks'
import { timeText } from '../../../../platform/values/display.ts'
import { cutText } from '../../../../platform/values/text.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { GateReservationDocument, type GateReservationFragment } from '../../generated/operations.ts'
import { useLanguage } from '../../text/language.tsx'
import type { GateFailure } from '../api.ts'
import { referenceIn } from '../queue/act.ts'
import { responseMilliseconds } from '../queue/queue-panel.tsx'
import { useActs, useGate } from '../session.ts'
import { ArrivalActions } from './arrival-actions.tsx'
import { arrivalFacts } from './arrival-facts.ts'
import { useReasonTexts } from './reason-texts.ts'
import { ReservationFacts } from './reservation-facts.tsx'
import { verdictFor, verdictOf, type Verdict } from './verdict.ts'
import { VerdictBanner } from './verdict-banner.tsx'

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
  const { language, translate } = useLanguage()
  const { api, cenotes, may, queue, viewer } = useGate()
  const { acts, isOwn } = useActs()
  const [found, setFound] = useState<Found>({ state: readable.test(text) ? 'looking' : 'unreadable' })
  const [isCheckedInHere, setCheckedInHere] = useState(false)
  const reservation = found.state === 'found' ? found.reservation : null
  const reference = reservation?.bookingReference ?? referenceIn(text)
  const actsOfThis = acts().filter((act) => referenceIn(act.reservation) === reference)
  const isRefused = actsOfThis.some((act) => act.refusal)

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
        // A second reading that fails leaves what the first one found.
        if (found.state !== 'looking') return
        if (known) return setFound({ state: 'found', reservation: known, isFromList: true })
        queue.add(text, { kind: 'check_in', party: null })
        setFound({ state: 'queued' })
      })
    return () => {
      isShown = false
    }
    // Again when something was refused, because the reservation is not as it was shown, and for names in another language.
  }, [api, queue, text, language, isRefused])

  useEffect(
    () =>
      queue.onDone(({ act, reservation }) => {
        if (referenceIn(act.reservation) !== reference) return
        if (act.deed.kind === 'check_in') setCheckedInHere(true)
        setFound({ state: 'found', reservation, isFromList: false })
      }),
    [queue, reference],
  )

  const waiting = actsOfThis.filter((act) => isOwn(act) && !act.refusal).map(({ deed }) => deed)
  const paidCents = waiting.reduce((sum, deed) => sum + (deed.kind === 'check_in' ? 0 : deed.amountCents), 0)
  const dueCents = (reservation?.balanceDueCents ?? 0) - paidCents
  // A partner's hold is the partner's to confirm; a gate key confirms what the gate sold.
  const mayConfirm = may('reservations:write') || reservation?.metadata.source === 'gate'
  const entrance = { cenoteId, cenotes, isSandbox: viewer.environment !== 'LIVE' }
  const verdict: Verdict | null = reservation
    ? verdictOf(arrivalFacts(reservation, entrance, { dueCents, isCheckedInHere }))
    : found.state === 'unreadable'
      ? verdictFor({ name: 'unreadable' })
      : found.state === 'unknown'
        ? verdictFor({ name: text.includes('.') ? 'forged' : 'unknown' })
        : null
  const reasonTexts = useReasonTexts(verdict, reservation, { dueCents, mayConfirm, reference, text })
  return (
    <div class="arrivals">
      <article class={`card arrival ${verdict?.colour ?? ''}`} aria-label={cutText(reference, 60)}>
        {/* Stays while its content changes, so that screen readers read the verdict out. */}
        <div class="verdict" aria-live="assertive" aria-atomic="true">
          {found.state === 'looking' && <p>{translate('gate.looking')}</p>}
          {found.state === 'queued' && (
            <p class="notice warn">
              <strong>{translate('gate.queuedScan', { reference })}</strong>
            </p>
          )}
          {verdict && <VerdictBanner verdict={verdict} reasons={reasonTexts} />}
        </div>
        {found.state === 'failed' && <FailureNotice failure={found.failure} />}
        {found.state === 'found' && verdict && (
          <>
            {found.isFromList && listAt !== null && (
              <p role="status" class="notice warn">
                {translate('gate.fromList', { time: timeText(listAt) })}
              </p>
            )}
            <ReservationFacts reservation={found.reservation} dueCents={dueCents} />
            <ArrivalActions
              reservation={found.reservation}
              admission={verdict.admission}
              reasons={reasonTexts}
              dueCents={dueCents}
              mayConfirm={mayConfirm}
              waiting={waiting}
            />
          </>
        )}
      </article>
      {found.state !== 'looking' && (
        <button type="button" class="huge" onClick={onNext}>
          {translate('gate.next')}
        </button>
      )}
    </div>
  )
}
