import { useState } from 'preact/hooks'
import { TextField } from '../../components/fields.tsx'
import { amountOf, centsOf } from '../../components/cents.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import type { PaymentMethod } from '../queue/act.ts'

interface TakePaymentProperties {
  readonly dueCents: number
  readonly currency: string
  readonly isDisabled: boolean
  onPaid(payment: { amountCents: number; currency: string; method: PaymentMethod }): void
}

/** All that is due, or a part of it, in cash or by card. */
export function TakePayment({ dueCents, currency, isDisabled, onPaid }: TakePaymentProperties) {
  const translate = useText()
  const formats = useFormats()
  const [typed, setTyped] = useState(amountOf(dueCents))
  const cents = centsOf(typed)
  const amountCents = cents !== null && cents > 0 && cents <= dueCents ? cents : null
  const amount = formats.money(amountCents ?? dueCents, currency)
  const pay = (method: PaymentMethod): void => {
    if (amountCents !== null) onPaid({ amountCents, currency, method })
  }
  return (
    <div class="take-payment">
      <TextField label={translate('gate.amount')} inputMode="decimal" value={typed} onChange={setTyped} />
      <div class="big-buttons">
        <button type="button" class="primary" disabled={isDisabled || amountCents === null} onClick={() => pay('CASH')}>
          {translate('gate.cash', { amount })}
        </button>
        <button
          type="button"
          class="primary"
          disabled={isDisabled || amountCents === null}
          onClick={() => pay('CARD_PRESENT')}
        >
          {translate('gate.card', { amount })}
        </button>
      </div>
    </div>
  )
}
