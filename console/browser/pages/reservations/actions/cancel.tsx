import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { useQuery } from '../../../api/use-query.ts'
import { CheckField, SelectField, TextArea } from '../../../components/fields.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import {
  CancellationQuoteDocument,
  CancelReservationDocument,
  type CancellationReason,
} from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

const reasons: readonly Exclude<CancellationReason, 'HOLD_EXPIRED'>[] = [
  'GUEST_REQUEST',
  'WEATHER',
  'MAINTENANCE',
  'CAPACITY_ISSUE',
  'FORCE_MAJEURE',
]

/** Shows the refund for the chosen reason before it cancels. */
export function CancelForm(properties: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { reservation } = properties
  const [reason, setReason] = useState<(typeof reasons)[number]>('GUEST_REQUEST')
  const [note, setNote] = useState('')
  const [notifyGuest, setNotifyGuest] = useState(false)
  const { id } = reservation
  const quote = useQuery(CancellationQuoteDocument, { input: { id, reason } })
  const money = (cents: number): string => formats.money(cents, reservation.pricing.currency)
  return (
    <ActionForm
      {...properties}
      document={CancelReservationDocument}
      variables={{ input: { id, reason, note: visibleText(note), notifyGuest } }}
      words={[translate('cancel.keep'), translate('action.CANCEL')]}
      canApply={quote.data !== null && quote.failure === null && !quote.isLoading}
      effect={
        <Loaded query={quote}>
          {({ cancellationQuote }) =>
            quote.failure || !cancellationQuote ? null : (
              <p>
                {cancellationQuote.refund.eligible
                  ? translate(cancellationQuote.refund.feesCents === 0 ? 'cancel.effect.all' : 'cancel.effect.refund', {
                      amount: money(cancellationQuote.refund.amountCents),
                      fees: money(cancellationQuote.refund.feesCents),
                      time: cancellationQuote.refund.processingTime,
                    })
                  : translate('cancel.effect.noRefund')}
              </p>
            )
          }
        </Loaded>
      }
    >
      <SelectField
        label={translate('cancel.reason')}
        value={reason}
        options={reasons.map((value) => ({ value, label: translate(`cancel.reason.${value}`) }))}
        onChange={(chosen) => setReason(chosen)}
      />
      <TextArea label={translate('cancel.note')} value={note} onChange={setNote} />
      <CheckField label={translate('cancel.notify')} value={notifyGuest} onChange={setNotifyGuest} />
    </ActionForm>
  )
}
