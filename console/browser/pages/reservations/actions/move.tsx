import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { useCenotes } from '../../../cenotes/use-cenotes.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { SelectField, TextField } from '../../../components/fields.tsx'
import { addDays, localDate } from '../../../components/local-date.ts'
import {
  ModifyReservationDocument,
  MoveDaysDocument,
  type ModifyReservationInput,
} from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { ActionProperties } from './action-form.tsx'
import { Difference, type Preview } from './difference.tsx'

const daysBefore = 7

/** Moves a reservation to another cenote, day or slot with room, after the difference in price was shown by a dry run. */
export function MoveForm({ reservation, onDone, onClose }: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { timeZone } = useSession()
  const cenotes = useCenotes()
  const { product, visitDate, visitTime, visitors } = reservation
  const [today] = useState(() => localDate(new Date(), timeZone))
  const [from, setFrom] = useState(() => {
    const before = addDays(visitDate, -daysBefore)
    return before < today ? today : before
  })
  const [chosen, setChosen] = useState({ cenoteId: product.id, date: '', time: '' })
  const [preview, setPreview] = useState<Preview | null>(null)
  const { run, failure, isRunning } = useMutation(ModifyReservationDocument)
  const days = useQuery(
    MoveDaysDocument,
    { cenoteId: chosen.cenoteId, from, visitors: visitors.total },
    { pause: from === '' },
  )
  const choose = (change: Partial<typeof chosen>): void => {
    setChosen({ ...chosen, ...change })
    setPreview(null)
  }
  // The days of the previous cenote are shown until the new ones are loaded.
  const shown = days.data?.cenote?.id === chosen.cenoteId && !days.isLoading ? days.data.cenote.availability.days : []
  const open = shown.filter(({ available }) => available)
  const day = open.find(({ date }) => date === chosen.date)
  const others = (cenotes ?? []).filter(({ id }) => id !== product.id)
  const input: ModifyReservationInput = {
    id: reservation.id,
    visitDate: chosen.date,
    ...(chosen.time === '' ? {} : { visitTime: chosen.time }),
    ...(chosen.cenoteId === product.id ? {} : { cenoteId: chosen.cenoteId }),
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
      <p>
        <bdi>{translate('move.now', { cenote: product.name, date: formats.date(visitDate), time: visitTime })}</bdi>
      </p>
      <SelectField
        label={translate('reservations.cenote')}
        value={chosen.cenoteId}
        options={[product, ...others].map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(cenoteId) => choose({ cenoteId, date: '', time: '' })}
      />
      <TextField
        type="date"
        label={translate('calendar.from')}
        value={from}
        onChange={(date) => {
          setFrom(date)
          choose({ date: '', time: '' })
        }}
      />
      <SelectField
        label={translate('move.day')}
        value={chosen.date}
        options={[
          { value: '', label: translate('move.chooseDay') },
          ...open.map(({ date, capacity }) => ({
            value: date,
            label: translate('move.dayWithRoom', {
              day: `${formats.weekday(date)}, ${formats.date(date)}`,
              count: capacity?.remaining ?? 0,
            }),
          })),
        ]}
        hint={days.data && !days.isLoading && open.length === 0 ? translate('move.noDays') : undefined}
        onChange={(date) => choose({ date, time: '' })}
      />
      <SelectField
        label={translate('move.time')}
        value={chosen.time}
        options={[
          { value: '', label: translate('move.anyTime', { time: visitTime }) },
          ...(day?.timeSlots ?? [])
            .filter(({ available }) => available)
            .map(({ time, remaining }) => ({
              value: time,
              label: translate('move.slotWithRoom', { time, count: remaining }),
            })),
        ]}
        onChange={(time) => choose({ time })}
      />
      {preview && <Difference preview={preview} currency={reservation.pricing.currency} />}
      <FailureNotice failure={failure ?? days.failure} />
      <footer>
        <button type="button" onClick={onClose}>
          {translate('common.cancel')}
        </button>
        <button class="primary" disabled={isRunning || chosen.date === '' || preview?.changes.length === 0}>
          {translate(preview ? 'action.apply' : 'modify.preview')}
        </button>
      </footer>
    </form>
  )
}
