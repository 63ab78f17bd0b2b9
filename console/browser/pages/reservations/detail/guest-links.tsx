import { useState } from 'preact/hooks'
import type { ReservationDetailFragment } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'

/** The guest's own page, and the address to pay at where something is to pay. */
export function GuestLinks({ reservation }: { reservation: ReservationDetailFragment }) {
  const translate = useText()
  const { visitUrl, paymentDue, hidePrice } = reservation
  const paymentUrl = hidePrice ? undefined : paymentDue?.creditCardUrl
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = (address: string): void =>
    void navigator.clipboard.writeText(address).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  return (
    <>
      <p class="actions">
        <a class="button" href={visitUrl} target="_blank" rel="noreferrer">
          {translate('detail.openGuestPage')}
        </a>
        {paymentUrl !== undefined && (
          <button type="button" onClick={() => copy(paymentUrl)}>
            {translate('detail.copyPaymentLink')}
          </button>
        )}
      </p>
      {paymentUrl !== undefined && (
        <p role="status" class="hint">
          {outcome === 'copied' && translate('detail.paymentLinkCopied')}
          {/* Browsers refuse the clipboard to pages without HTTPS. */}
          {outcome === 'failed' && <a href={paymentUrl}>{paymentUrl}</a>}
        </p>
      )}
    </>
  )
}
