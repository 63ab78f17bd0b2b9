import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { centsOf } from '../../../components/cents.ts'
import { SelectField, TextArea, TextField } from '../../../components/fields.tsx'
import { useAmount } from '../../../components/use-amount.ts'
import { RecordPaymentDocument, type PaymentMethod } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

export const methods: readonly PaymentMethod[] = [
  'CASH',
  'CARD_PRESENT',
  'CREDIT_CARD',
  'BANK_TRANSFER',
  'PAYPAL',
  'RESELLER',
  'OTHER',
]

/** Records a payment towards what is due; the state of the reservation stays. */
export function RecordPaymentForm(properties: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { id, balanceDueCents, pricing } = properties.reservation
  const [amount, setAmount] = useAmount(balanceDueCents)
  const [method, setMethod] = useState<PaymentMethod>('CASH')
  const [paymentId, setPaymentId] = useState('')
  const [note, setNote] = useState('')
  // One id for each opened form, so that a payment sent again after a lost response counts once.
  const [ownId] = useState(() => `console_${crypto.randomUUID()}`)
  const amountCents = centsOf(amount)
  const money = (cents: number): string => formats.money(cents, pricing.currency)
  return (
    <ActionForm
      {...properties}
      document={RecordPaymentDocument}
      variables={{
        input: {
          id,
          amountCents: amountCents ?? 0,
          method,
          paymentId: paymentId.trim() || ownId,
          note: visibleText(note),
        },
      }}
      canApply={amountCents !== null && amountCents > 0 && amountCents <= balanceDueCents}
      effect={
        <p>
          {amountCents !== null && amountCents <= balanceDueCents
            ? translate('confirm.effect.paid', {
                amount: money(amountCents),
                left: money(balanceDueCents - amountCents),
              })
            : translate('payment.tooMuch', { due: money(balanceDueCents) })}
        </p>
      }
    >
      <TextField required label={translate('confirm.amount')} inputMode="decimal" value={amount} onChange={setAmount} />
      <SelectField<PaymentMethod>
        label={translate('payment.method')}
        value={method}
        options={methods.map((value) => ({ value, label: translate(`payment.method.${value}`) }))}
        onChange={setMethod}
      />
      <TextField label={translate('payment.id')} value={paymentId} maxLength={200} onChange={setPaymentId} />
      <TextArea label={translate('cancel.note')} value={note} onChange={setNote} />
    </ActionForm>
  )
}
