import { useState } from 'preact/hooks'
import { isBlank, visibleText } from '../../../../../platform/values/text.ts'
import { centsOf } from '../../../components/cents.ts'
import { CheckField, SelectField, TextField } from '../../../components/fields.tsx'
import { useAmount } from '../../../components/use-amount.ts'
import { ConfirmReservationDocument } from '../../../generated/operations.ts'
import { useIsOperator } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'
import { methods } from './record-payment.tsx'

/** Refusals of what was closed since, which operators may override. */
const notAvailable = ['CENOTE_NOT_AVAILABLE', 'TOUR_NOT_AVAILABLE']

/** Confirms a pending reservation, with the payment that made it certain or without one. */
export function ConfirmForm(properties: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { reservation } = properties
  const { balanceDueCents, pricing } = reservation
  const [paymentId, setPaymentId] = useState('')
  const [amount, setAmount] = useAmount(balanceDueCents)
  const [method, setMethod] = useState('')
  const [provider, setProvider] = useState('')
  const [email, setEmail] = useState(true)
  const [documents, setDocuments] = useState(true)
  const isOperator = useIsOperator()
  const [force, setForce] = useState(false)
  const isGuestUnknown = reservation.guest.name === ''
  const [guest, setGuest] = useState({ name: '', email: reservation.guest.email, phone: reservation.guest.phone })
  const [resellerReference, setResellerReference] = useState(reservation.resellerReference ?? '')
  const money = (cents: number): string => formats.money(cents, pricing.currency)
  const isPaid = !isBlank(paymentId)
  const amountCents = centsOf(amount)
  return (
    <ActionForm
      {...properties}
      document={ConfirmReservationDocument}
      variables={{
        input: {
          id: reservation.id,
          ...(isPaid
            ? {
                paymentId: paymentId.trim(),
                amountCents,
                paymentMethod: method || null,
                provider: visibleText(provider),
              }
            : {}),
          ...(isGuestUnknown && !isBlank(guest.name)
            ? {
                guest: {
                  name: guest.name.trim(),
                  email: visibleText(guest.email),
                  phone: visibleText(guest.phone),
                },
              }
            : {}),
          resellerReference: visibleText(resellerReference),
          confirmationEmail: email,
          generateDocuments: documents,
          ...(force ? { force } : {}),
        },
      }}
      canApply={!isPaid || amountCents !== null}
      effect={
        <p>
          {isPaid && amountCents !== null
            ? translate('confirm.effect.paid', {
                amount: money(amountCents),
                left: money(Math.max(0, balanceDueCents - amountCents)),
              })
            : translate('confirm.effect.unpaid', { due: money(balanceDueCents) })}
        </p>
      }
    >
      {(failure) => (
        <>
          {isGuestUnknown && (
            <>
              <TextField
                required
                label={translate('modify.name')}
                value={guest.name}
                maxLength={200}
                hint={translate('confirm.guest')}
                onChange={(name) => setGuest({ ...guest, name })}
              />
              <TextField
                type="email"
                label={translate('detail.email')}
                value={guest.email}
                onChange={(address) => setGuest({ ...guest, email: address })}
              />
              <TextField
                label={translate('detail.phone')}
                value={guest.phone}
                maxLength={40}
                onChange={(phone) => setGuest({ ...guest, phone })}
              />
            </>
          )}
          <TextField
            label={translate('detail.resellerReference')}
            value={resellerReference}
            maxLength={64}
            onChange={setResellerReference}
          />
          <TextField label={translate('confirm.paymentId')} value={paymentId} maxLength={200} onChange={setPaymentId} />
          {isPaid && (
            <>
              <TextField
                required
                label={translate('confirm.amount')}
                inputMode="decimal"
                value={amount}
                onChange={setAmount}
              />
              <SelectField
                label={translate('payment.method')}
                value={method}
                options={[
                  { value: '', label: translate('edit.none') },
                  ...methods.map((value) => ({
                    value: value.toLowerCase(),
                    label: translate(`payment.method.${value}`),
                  })),
                ]}
                onChange={setMethod}
              />
              <TextField label={translate('confirm.provider')} value={provider} maxLength={40} onChange={setProvider} />
            </>
          )}
          <CheckField label={translate('confirm.email')} value={email} onChange={setEmail} />
          <CheckField label={translate('confirm.documents')} value={documents} onChange={setDocuments} />
          {isOperator && (force || notAvailable.includes(failure?.code ?? '')) && (
            <CheckField label={translate('confirm.force')} value={force} onChange={setForce} />
          )}
        </>
      )}
    </ActionForm>
  )
}
