import { visibleText } from '../../../../../platform/values/text.ts'
import { SelectField, TextArea, TextField } from '../../../components/fields.tsx'
import type {
  ChosenMeetingPointFragment,
  ReservationDetailFragment,
  ReservationTransportInput,
  ReservationTransportOption,
} from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'

/** The fields of transport as they are typed. */
export interface TransportValues {
  readonly option: ReservationTransportOption
  readonly meetingPointId: string
  readonly latitude: string
  readonly longitude: string
  readonly hotel: string
  readonly address: string
  readonly room: string
  readonly notes: string
}

export function transportValues(transport: ReservationDetailFragment['transport']): TransportValues {
  const pickup = transport?.meetingPoint ? null : transport?.pickup
  return {
    option: transport?.option ?? 'NONE',
    meetingPointId: transport?.meetingPoint?.id ?? '',
    latitude: String(pickup?.coordinates?.latitude ?? ''),
    longitude: String(pickup?.coordinates?.longitude ?? ''),
    hotel: pickup?.hotel ?? '',
    address: pickup?.address ?? '',
    room: pickup?.room ?? '',
    notes: pickup?.notes ?? '',
  }
}

/** The transport that the fields name. Coordinates that are missing are left to the API to refuse. */
export function transportInput(values: TransportValues): ReservationTransportInput {
  const { option, meetingPointId } = values
  if (option === 'NONE') return { option }
  if (option === 'MEETING_POINT') return { option, meetingPointId: meetingPointId || null }
  const isPlaced = values.latitude !== '' && values.longitude !== ''
  return {
    option,
    pickup: {
      coordinates: isPlaced ? { latitude: Number(values.latitude), longitude: Number(values.longitude) } : null,
      hotel: visibleText(values.hotel),
      address: visibleText(values.address),
      room: visibleText(values.room),
      notes: visibleText(values.notes),
    },
  }
}

const options = ['NONE', 'MEETING_POINT', 'HOTEL_PICKUP', 'PRIVATE_TRANSFER'] as const

interface TransportFieldsProperties {
  readonly meetingPoints: readonly ChosenMeetingPointFragment[]
  readonly values: TransportValues
  /** Whether the price depends on the coordinates of a pickup. */
  readonly isPlaceRequired?: boolean
  /** The error of the API at a member of `transport`. */
  errorAt?(member: string): string | undefined
  onChange(values: TransportValues): void
}

/** How the party comes, and where it meets or is picked up. */
export function TransportFields({
  meetingPoints,
  values,
  isPlaceRequired = false,
  errorAt = () => undefined,
  onChange,
}: TransportFieldsProperties) {
  const translate = useText()
  const { option } = values
  const points = meetingPoints.filter(({ type, isActive }) => isActive && type === 'MEETING_POINT')
  const set = (change: Partial<TransportValues>): void => onChange({ ...values, ...change })
  return (
    <>
      <SelectField
        label={translate('transport.title')}
        value={option}
        options={options.map((value) => ({ value, label: translate(`transport.option.${value}`) }))}
        error={errorAt('')}
        onChange={(chosen) => set({ option: chosen })}
      />
      {option === 'MEETING_POINT' && points.length > 0 && (
        <SelectField
          label={translate('transport.option.MEETING_POINT')}
          value={values.meetingPointId}
          options={[
            { value: '', label: translate('transport.choosePoint') },
            ...points.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={errorAt('meetingPointId')}
          onChange={(meetingPointId) => set({ meetingPointId })}
        />
      )}
      {(option === 'HOTEL_PICKUP' || option === 'PRIVATE_TRANSFER') && (
        <>
          <TextField
            label={translate('transport.hotel')}
            value={values.hotel}
            error={errorAt('pickup.hotel')}
            maxLength={200}
            onChange={(hotel) => set({ hotel })}
          />
          <TextField
            label={translate('transport.address')}
            value={values.address}
            error={errorAt('pickup.address')}
            maxLength={500}
            onChange={(address) => set({ address })}
          />
          <TextField
            label={translate('transport.room')}
            value={values.room}
            error={errorAt('pickup.room')}
            maxLength={50}
            onChange={(room) => set({ room })}
          />
          {(['latitude', 'longitude'] as const).map((name) => (
            <TextField
              key={name}
              label={translate(`transport.${name}`)}
              value={values[name]}
              required={isPlaceRequired}
              error={errorAt('pickup.coordinates')}
              inputMode="decimal"
              onChange={(degrees) => set({ [name]: degrees.trim() })}
            />
          ))}
          <TextArea
            label={translate('transport.notes')}
            value={values.notes}
            error={errorAt('pickup.notes')}
            onChange={(notes) => set({ notes })}
          />
        </>
      )}
    </>
  )
}
