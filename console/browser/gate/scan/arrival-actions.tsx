import { useState } from 'preact/hooks'
import { timeText } from '../../../../platform/values/display.ts'
import { partyOf, peopleOf } from '../../../../schema/ages.ts'
import { localNow } from '../../components/local-date.ts'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { useText } from '../../text/language.tsx'
import { zoneOf } from '../day.ts'
import { referenceIn } from '../queue/act.ts'
import { useActs, useGate } from '../session.ts'
import { PartyPicker } from './party.tsx'
import { TakePayment } from './take-payment.tsx'

interface ArrivalActionsProperties {
  readonly reservation: GateReservationFragment
  /** Checked in from this card. */
  readonly isCheckedInHere: boolean
}

/** The actions on a reservation at the gate: the amount due is paid first, then the party is checked in. */
export function ArrivalActions({ reservation, isCheckedInHere }: ArrivalActionsProperties) {
  const translate = useText()
  const { cenotes, may, viewer } = useGate()
  const queue = useActs()
  const { bookingReference, balanceDueCents, checkIn, pricing, product, status } = reservation
  const [party, setParty] = useState(() => partyOf(reservation.visitors))
  const waiting = queue
    .acts()
    .filter((act) => queue.isOwn(act) && !act.refusal && referenceIn(act.reservation) === bookingReference)
    .map(({ deed }) => deed)
  const payments = waiting.flatMap((deed) => (deed.kind === 'check_in' ? [] : [deed.amountCents]))
  const dueCents = balanceDueCents - payments.reduce((sum, cents) => sum + cents, 0)
  const isSale = status === 'PENDING'
  const payment = dueCents > 0 && (
    <TakePayment
      key={dueCents}
      dueCents={dueCents}
      currency={pricing.currency}
      isDisabled={payments.length > 0}
      onPaid={(paid) => queue.add(bookingReference, { kind: isSale ? 'confirm' : 'payment', ...paid })}
    />
  )
  if (checkIn && status === 'IN_PROGRESS')
    return (
      <>
        <p role="status" class={`notice ${isCheckedInHere ? 'good' : 'warn'}`}>
          <strong>
            {isCheckedInHere
              ? translate('gate.checkedIn', { people: checkIn.actualVisitors.total })
              : translate('gate.arrivedAt', {
                  time: timeText(checkIn.checkedInAt),
                  people: checkIn.actualVisitors.total,
                })}
          </strong>
        </p>
        {payment}
      </>
    )
  if (isSale) {
    // A partner's hold is the partner's to confirm; a gate key confirms what the gate sold.
    const mayConfirm = may('reservations:write') || reservation.metadata.source === 'gate'
    return (
      <>
        <p class="notice warn">
          {mayConfirm
            ? translate('gate.notConfirmed', { time: reservation.expiresAt ? timeText(reservation.expiresAt) : '' })
            : translate('gate.notConfirmedByPartner')}
        </p>
        {mayConfirm && payment}
      </>
    )
  }
  if (status !== 'CONFIRMED') return null
  const isToday = reservation.visitDate === localNow(zoneOf(cenotes, product.id)).date
  // The sandbox lets visits to come be checked in.
  const mayArrive = isToday || viewer.environment !== 'LIVE'
  const isQueued = waiting.some(({ kind }) => kind === 'check_in')
  const people = peopleOf(party)
  return (
    <>
      {payment}
      {mayArrive && dueCents <= 0 && (
        <>
          <button
            type="button"
            class="primary huge"
            disabled={isQueued || people === 0}
            onClick={() =>
              queue.add(bookingReference, {
                kind: 'check_in',
                party: people === reservation.visitors.total ? null : party,
              })
            }
          >
            {translate('gate.checkIn', { people: translate('gate.people', { people }) })}
          </button>
          {!isQueued && (
            <details>
              <summary>{translate('gate.otherParty')}</summary>
              <PartyPicker party={party} onChange={setParty} />
            </details>
          )}
        </>
      )}
    </>
  )
}
