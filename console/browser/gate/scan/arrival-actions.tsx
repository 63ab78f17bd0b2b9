import { useState } from 'preact/hooks'
import { partyOf, peopleOf } from '../../../../schema/ages.ts'
import { Dialog } from '../../components/dialog.tsx'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { useText } from '../../text/language.tsx'
import type { Deed } from '../queue/act.ts'
import { useGate } from '../session.ts'
import { PartyPicker } from './party.tsx'
import { TakePayment } from './take-payment.tsx'
import type { Verdict } from './verdict.ts'

interface ArrivalActionsProperties {
  readonly reservation: GateReservationFragment
  readonly admission: Verdict['admission']
  /** The reasons against admitting the party, in words. */
  readonly reasons: readonly string[]
  readonly dueCents: number
  /** Whether a sale that is not confirmed may be confirmed here. */
  readonly mayConfirm: boolean
  /** The acts on the reservation that are not sent yet. */
  readonly waiting: readonly Deed[]
}

/** The actions on a reservation at the gate: what is due is paid, then the party is checked in. */
export function ArrivalActions({
  reservation,
  admission,
  reasons,
  dueCents,
  mayConfirm,
  waiting,
}: ArrivalActionsProperties) {
  const translate = useText()
  const { queue } = useGate()
  const { bookingReference, pricing, status } = reservation
  const [party, setParty] = useState(() => partyOf(reservation.visitors))
  const [isConfirming, setConfirming] = useState(false)
  const people = peopleOf(party)
  const isQueued = waiting.some(({ kind }) => kind === 'check_in')
  const isPaying = waiting.some(({ kind }) => kind !== 'check_in')
  const isSale = status === 'PENDING'
  const takesPayment = dueCents > 0 && (isSale ? mayConfirm : status === 'CONFIRMED' || status === 'IN_PROGRESS')
  const label = translate('gate.checkIn', { people: translate('gate.people', { people }) })
  const admit = (): void => {
    setConfirming(false)
    queue.add(bookingReference, {
      kind: 'check_in',
      party: people === reservation.visitors.total ? null : party,
      ...(dueCents > 0 ? { isUnpaid: true } : {}),
    })
  }
  if (!takesPayment && admission === 'never') return null
  return (
    <div class="panel">
      {takesPayment && (
        <TakePayment
          key={dueCents}
          dueCents={dueCents}
          currency={pricing.currency}
          isDisabled={isPaying}
          onPaid={(paid) => queue.add(bookingReference, { kind: isSale ? 'confirm' : 'payment', ...paid })}
        />
      )}
      {admission === 'at once' && (
        <button type="button" class="primary huge" disabled={isQueued || people === 0} onClick={admit}>
          {label}
        </button>
      )}
      {admission === 'after confirmation' && (
        <button type="button" class="huge" disabled={isQueued || people === 0} onClick={() => setConfirming(true)}>
          {translate('gate.admitAnyway')}
        </button>
      )}
      {admission !== 'never' && !isQueued && (
        <details>
          <summary>{translate('gate.otherParty')}</summary>
          <PartyPicker party={party} onChange={setParty} />
        </details>
      )}
      {isConfirming && (
        <Dialog title={translate('gate.admitAnywayTitle')} onClose={() => setConfirming(false)}>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <footer>
            <button type="button" onClick={() => setConfirming(false)}>
              {translate('common.cancel')}
            </button>
            <button type="button" class="primary" onClick={admit}>
              {label}
            </button>
          </footer>
        </Dialog>
      )}
    </div>
  )
}
