import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { visibleText } from '../../../../platform/values/text.ts'
import type { Failure } from '../../api/failure.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { CheckField, TextField } from '../../components/fields.tsx'
import { CreateClosureDocument, CreateSpecialEventDocument, OverrideSlotsDocument } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useUnsaved } from '../../navigation/unsaved.tsx'
import { useText } from '../../text/language.tsx'
import type { TextKey } from '../../text/text.ts'
import { Affected, type Choice } from '../../components/affected.tsx'
import type { Days } from './range.ts'

interface ChangeProperties {
  readonly cenoteId: string
  /** The days that are chosen. */
  readonly days: Days
  /** The maximum people of a slot. */
  readonly hourly: number
  onChanged(): void
}

export function ChangeForms(properties: ChangeProperties) {
  return (
    <section>
      <ClosureForm {...properties} />
      <SlotForm {...properties} />
      <EventForm {...properties} />
    </section>
  )
}

/** Whether it was done. As long as nothing is chosen, reservations refuse the change. */
type Submit = (choice?: Choice) => Promise<boolean>

interface ChangeFormProperties {
  readonly title: TextKey
  readonly failure: Failure | null
  readonly isRunning: boolean
  readonly submit: Submit
  /** As it is sent. */
  readonly input: unknown
  /** The disruption by the last change. */
  readonly disruptionId?: string | null | undefined
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

function ChangeForm({
  title,
  failure,
  isRunning,
  submit,
  input,
  disruptionId,
  isOpen = false,
  children,
}: ChangeFormProperties) {
  const translate = useText()
  const noteSaved = useUnsaved(input)
  const apply = (choice?: Choice): void => void submit(choice).then((isDone) => isDone && noteSaved())
  return (
    <details open={isOpen}>
      <summary>{translate(title)}</summary>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <div class="filters">{children}</div>
        <Affected input={input} failure={failure} isRunning={isRunning} choose={apply} />
        {disruptionId && (
          <p role="status">
            <Link to={`/disruptions/${disruptionId}`}>{translate('disruptions.follow')}</Link>
          </p>
        )}
        <button class="primary" disabled={isRunning}>
          {translate(title)}
        </button>
      </form>
    </details>
  )
}

function RangeFields({ range, onChange }: { range: Days; onChange(range: Days): void }) {
  const translate = useText()
  return (
    <>
      <TextField
        type="date"
        required
        label={translate('calendar.firstDay')}
        value={range.from}
        onChange={(from) => onChange({ ...range, from })}
      />
      <TextField
        type="date"
        required
        label={translate('calendar.lastDay')}
        value={range.to}
        onChange={(to) => onChange({ ...range, to })}
      />
    </>
  )
}

function ClosureForm({ cenoteId, days, onChanged }: ChangeProperties) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(CreateClosureDocument)
  const [range, setRange] = useState(days)
  const [reason, setReason] = useState('')
  const [disruptionId, setDisruptionId] = useState<string | null>(null)
  const input = { cenoteId, ...range, reason: reason.trim() }
  const submit: Submit = (choice) =>
    run({ input: { ...input, ...choice } }).then((data) => {
      setDisruptionId(data?.createClosure.disruption?.id ?? null)
      if (data) onChanged()
      return data !== null
    })
  return (
    // Several days are chosen mostly to close them.
    <ChangeForm
      {...{ failure, isRunning, submit, input, disruptionId }}
      title="calendar.close"
      isOpen={days.from !== days.to}
    >
      <RangeFields range={range} onChange={setRange} />
      <TextField required maxLength={100} label={translate('calendar.reason')} value={reason} onChange={setReason} />
    </ChangeForm>
  )
}

const timesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

function SlotForm({ cenoteId, days, hourly, onChanged }: ChangeProperties) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(OverrideSlotsDocument)
  const [range, setRange] = useState(days)
  const [times, setTimes] = useState('')
  const [capacity, setCapacity] = useState('')
  const [available, setAvailable] = useState(true)
  const [reason, setReason] = useState('')
  const [disruptionId, setDisruptionId] = useState<string | null>(null)
  const wanted = timesIn(times)
  const input = {
    cenoteId,
    ...range,
    available,
    times: wanted.length > 0 ? wanted : null,
    capacity: capacity === '' ? null : Number(capacity),
    reason: visibleText(reason),
  }
  const submit: Submit = (choice) =>
    run({ input: { ...input, ...choice } }).then((data) => {
      setDisruptionId(data?.overrideSlots.disruption?.id ?? null)
      if (data) onChanged()
      return data !== null
    })
  return (
    <ChangeForm {...{ failure, isRunning, submit, input, disruptionId }} title="calendar.override">
      <RangeFields range={range} onChange={setRange} />
      <TextField label={translate('calendar.times')} value={times} onChange={setTimes} />
      <TextField
        type="number"
        min={0}
        max={hourly}
        label={translate('calendar.capacity')}
        value={capacity}
        onChange={setCapacity}
      />
      <TextField maxLength={500} label={translate('calendar.reason')} value={reason} onChange={setReason} />
      <CheckField label={translate('calendar.bookable')} value={available} onChange={setAvailable} />
    </ChangeForm>
  )
}

function EventForm({ cenoteId, days, hourly, onChanged }: ChangeProperties) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(CreateSpecialEventDocument)
  const [range, setRange] = useState(days)
  const [values, setValues] = useState({ en: '', es: '', startTime: '', endTime: '', capacity: '' })
  const set = (change: Partial<typeof values>): void => setValues({ ...values, ...change })
  const { en, es, startTime, endTime, capacity } = values
  const input = {
    cenoteId,
    ...range,
    name: { en, es },
    startTime,
    endTime,
    capacity: capacity === '' ? null : Number(capacity),
  }
  const submit: Submit = () =>
    run({ input }).then((data) => {
      if (data) onChanged()
      return data !== null
    })
  return (
    <ChangeForm {...{ failure, isRunning, submit, input }} title="calendar.addEvent">
      <RangeFields range={range} onChange={setRange} />
      <TextField
        required
        maxLength={200}
        label={translate('calendar.nameEn')}
        value={values.en}
        onChange={(en) => set({ en })}
      />
      <TextField
        required
        maxLength={200}
        label={translate('calendar.nameEs')}
        value={values.es}
        onChange={(es) => set({ es })}
      />
      <TextField
        type="time"
        required
        label={translate('calendar.begins')}
        value={values.startTime}
        onChange={(startTime) => set({ startTime })}
      />
      <TextField
        type="time"
        required
        label={translate('calendar.ends')}
        value={values.endTime}
        onChange={(endTime) => set({ endTime })}
      />
      <TextField
        type="number"
        min={0}
        max={hourly}
        label={translate('calendar.capacity')}
        value={values.capacity}
        onChange={(capacity) => set({ capacity })}
      />
    </ChangeForm>
  )
}
