import { centsOf } from '../../../components/cents.ts'
import { TextField } from '../../../components/fields.tsx'
import { useAmount } from '../../../components/use-amount.ts'
import { RefundReservationDocument } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

export function RefundForm(properties: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { id, status, refund, amountPaidCents, amountReturnedCents, creditDueCents, pricing } = properties.reservation
  const isCredit = status === 'PENDING' || status === 'CONFIRMED'
  const leftCents = isCredit
    ? creditDueCents
    : refund
      ? refund.amountCents - refund.settledCents
      : amountPaidCents - amountReturnedCents
  const [amount, setAmount] = useAmount(leftCents)
  const amountCents = centsOf(amount)
  const money = (cents: number): string => formats.money(cents, pricing.currency)
  return (
    <ActionForm
      {...properties}
      document={RefundReservationDocument}
      variables={{ input: { id, amountCents } }}
      canApply={amountCents !== null}
      effect={
        amountCents !== null && (
          <p>
            {translate(isCredit ? 'refund.effect.credit' : 'refund.effect', {
              amount: money(amountCents),
              left: money(Math.max(0, leftCents - amountCents)),
            })}
          </p>
        )
      }
    >
      <TextField required label={translate('refund.amount')} inputMode="decimal" value={amount} onChange={setAmount} />
    </ActionForm>
  )
}
