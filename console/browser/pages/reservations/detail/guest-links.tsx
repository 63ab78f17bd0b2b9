import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { SendPaymentLinkDocument, type ReservationDetailFragment } from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import { useText } from '../../../text/language.tsx'

interface GuestLinksProperties {
  readonly reservation: ReservationDetailFragment
  /** Reads the reservation again. */
  onChange(): void
}

/** The guest's own page, and the address to pay at where something is to pay. */
export function GuestLinks({ reservation, onChange }: GuestLinksProperties) {
  const translate = useText()
  const { may } = useSession()
  const { run, failure, isRunning } = useMutation(SendPaymentLinkDocument)
  const { id, visitUrl, paymentDue, hidePrice, guest, metadata } = reservation
  const paymentUrl = hidePrice ? undefined : paymentDue?.creditCardUrl
  // The guests of resellers over OCTO pay the reseller.
  const canSend =
    paymentUrl !== undefined && guest.email !== '' && metadata.source !== 'octo' && may('reservations:write')
  const [outcome, setOutcome] = useState<'copied' | 'not copied' | 'sent' | null>(null)
  const copy = (address: string): void =>
    void navigator.clipboard.writeText(address).then(
      () => setOutcome('copied'),
      () => setOutcome('not copied'),
    )
  const send = async (): Promise<void> => {
    setOutcome(null)
    if (!(await run({ input: { id } }))) return
    setOutcome('sent')
    onChange()
  }
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
        {canSend && (
          <button type="button" disabled={isRunning} onClick={() => void send()}>
            {translate('detail.sendPaymentLink')}
          </button>
        )}
      </p>
      <FailureNotice failure={failure} />
      {paymentUrl !== undefined && (
        <p role="status" class="hint">
          {outcome === 'copied' && translate('detail.paymentLinkCopied')}
          {outcome === 'sent' && translate('detail.paymentLinkSent', { recipient: guest.email })}
          {/* Browsers refuse the clipboard to pages without HTTPS. */}
          {outcome === 'not copied' && <a href={paymentUrl}>{paymentUrl}</a>}
        </p>
      )}
    </>
  )
}
