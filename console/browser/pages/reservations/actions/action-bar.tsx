import { useState } from 'preact/hooks'
import type { ComponentType } from 'preact'
import { Dialog } from '../../../components/dialog.tsx'
import type { ReservationAction, ReservationDetailFragment } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import type { ActionProperties } from './action-form.tsx'
import { CancelForm } from './cancel.tsx'
import { CheckInForm } from './check-in.tsx'
import { CompleteForm } from './complete.tsx'
import { ConfirmForm } from './confirm.tsx'
import { ExtendForm } from './extend.tsx'
import { GuestOptionsForm } from './guest-options.tsx'
import { ModifyForm } from './modify.tsx'
import { MoveForm } from './move.tsx'
import { NoShowForm } from './no-show.tsx'
import { RecordPaymentForm } from './record-payment.tsx'
import { RefundForm } from './refund.tsx'

/** Modifications with a dialog of their own. */
type DialogName = ReservationAction | 'MOVE' | 'GUEST_OPTIONS'

const forms: Record<DialogName, ComponentType<ActionProperties>> = {
  CONFIRM: ConfirmForm,
  RECORD_PAYMENT: RecordPaymentForm,
  MODIFY: ModifyForm,
  MOVE: MoveForm,
  GUEST_OPTIONS: GuestOptionsForm,
  EXTEND: ExtendForm,
  CANCEL: CancelForm,
  CHECK_IN: CheckInForm,
  COMPLETE: CompleteForm,
  MARK_NO_SHOW: NoShowForm,
  REFUND: RefundForm,
}

const dialogsOf = (action: ReservationAction): readonly DialogName[] =>
  action === 'MODIFY' ? [action, 'MOVE', 'GUEST_OPTIONS'] : [action]

/** Actions that the API allows now, each with a dialog that explains it before it is executed. */
export function ActionBar({ reservation, onDone }: { reservation: ReservationDetailFragment; onDone(): void }) {
  const translate = useText()
  const [open, setOpen] = useState<DialogName | null>(null)
  const Form = open && forms[open]
  const close = (): void => setOpen(null)
  return (
    <div class="actions" role="group" aria-label={translate('detail.actions')}>
      {reservation.allowedActions.flatMap(dialogsOf).map((name) => (
        <button key={name} type="button" onClick={() => setOpen(name)}>
          {translate(`action.${name}`)}
        </button>
      ))}
      {Form && (
        <Dialog title={`${translate(`action.${open}`)} · ${reservation.bookingReference}`} onClose={close}>
          {reservation.partner && (
            <p>
              <bdi>{translate('action.ofPartner', { partner: reservation.partner.name })}</bdi>
            </p>
          )}
          <Form
            reservation={reservation}
            onDone={() => {
              close()
              onDone()
            }}
            onClose={close}
          />
        </Dialog>
      )}
    </div>
  )
}
