import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { ages, byAge } from '../../../../../schema/ages.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { CheckField, TextArea, TextField } from '../../../components/fields.tsx'
import {
  MeetingPointsDocument,
  ModifyReservationDocument,
  type ModifyReservationInput,
} from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { ActionProperties } from './action-form.tsx'
import type { Preview } from './difference.tsx'
import { PreviewedChange } from './previewed-change.tsx'
import { TransportFields, transportInput, transportValues } from './transport-fields.tsx'

/** Shows the difference and its price by a dry run, and applies exactly that change to the version shown. */
export function ModifyForm({ reservation, onDone, onClose }: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { visitors, guest } = reservation
  const [values, setValues] = useState({
    visitTime: reservation.visitTime,
    ...byAge((age) => String(visitors[age])),
    name: guest.name,
    email: guest.email,
    phone: guest.phone,
    specialRequests: reservation.specialRequests ?? '',
    resellerReference: reservation.resellerReference ?? '',
    dropsCoupon: false,
    transport: transportValues(reservation.transport),
  })
  const coupon = reservation.pricing.discounts.find(({ type }) => type === 'COUPON')
  const [notifyGuest, setNotifyGuest] = useState(true)
  useUnsaved([values, notifyGuest])
  const [preview, setPreview] = useState<Preview | null>(null)
  const { run, failure, isRunning } = useMutation(ModifyReservationDocument)
  const points = useQuery(
    MeetingPointsDocument,
    { reservation: reservation.id },
    { pause: values.transport.option !== 'MEETING_POINT' },
  )
  const set = (change: Partial<typeof values>): void => {
    setValues({ ...values, ...change })
    setPreview(null)
  }
  const changed = <Name extends string>(name: Name, after: string, before: string) =>
    after.trim() === before ? {} : { [name]: after.trim() }
  const guestChange = {
    ...changed('name', values.name, guest.name),
    ...changed('email', values.email, guest.email),
    ...changed('phone', values.phone, guest.phone),
  }
  const input: ModifyReservationInput = {
    id: reservation.id,
    ...changed('visitTime', values.visitTime, reservation.visitTime),
    visitors: byAge((age) => Number(values[age])),
    ...(values.specialRequests === (reservation.specialRequests ?? '')
      ? {}
      : { specialRequests: values.specialRequests || null }),
    ...(values.resellerReference.trim() === (reservation.resellerReference ?? '')
      ? {}
      : { resellerReference: visibleText(values.resellerReference) }),
    ...(Object.keys(guestChange).length > 0 ? { guest: guestChange } : {}),
    ...(JSON.stringify(values.transport) === JSON.stringify(transportValues(reservation.transport))
      ? {}
      : { transport: transportInput(values.transport) }),
    ...(values.dropsCoupon ? { promoCode: null } : {}),
    notifyGuest,
    expectedVersions: [reservation.version],
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const dryRun = preview === null
        void run({ input: { ...input, dryRun } }).then((data) => {
          if (!data) return
          if (dryRun) setPreview(data.modifyReservation)
          else onDone()
        })
      }}
    >
      <TextField
        type="time"
        required
        label={formats.zoned(translate('modify.time'), reservation.timezone, reservation.visitDate)}
        value={values.visitTime}
        onChange={(visitTime) => set({ visitTime })}
      />
      {ages.map((age) => (
        <TextField
          key={age}
          type="number"
          min={0}
          max={50}
          label={translate(`gate.kind.${age}`)}
          value={values[age]}
          onChange={(count) => set({ [age]: count })}
        />
      ))}
      <TextField
        required={guest.name !== ''}
        label={translate('modify.name')}
        value={values.name}
        onChange={(name) => set({ name })}
      />
      <TextField
        type="email"
        label={translate('detail.email')}
        value={values.email}
        onChange={(email) => set({ email })}
      />
      <TextField label={translate('detail.phone')} value={values.phone} onChange={(phone) => set({ phone })} />
      <TextArea
        label={translate('detail.requests')}
        value={values.specialRequests}
        onChange={(specialRequests) => set({ specialRequests })}
      />
      <TextField
        label={translate('detail.resellerReference')}
        value={values.resellerReference}
        maxLength={64}
        onChange={(resellerReference) => set({ resellerReference })}
      />
      <TransportFields
        meetingPoints={points.data?.reservation?.product.meetingPoints ?? []}
        values={values.transport}
        onChange={(transport) => set({ transport })}
      />
      {coupon && (
        <CheckField
          label={translate('modify.dropCoupon', { code: coupon.name })}
          value={values.dropsCoupon}
          onChange={(dropsCoupon) => set({ dropsCoupon })}
        />
      )}
      <CheckField label={translate('modify.notifyGuest')} value={notifyGuest} onChange={setNotifyGuest} />
      <PreviewedChange {...{ reservation, preview, isRunning, onClose }} failure={failure ?? points.failure} />
    </form>
  )
}
