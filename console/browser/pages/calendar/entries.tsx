import { useMutation } from '../../api/use-mutation.ts'
import { ConfirmButton } from '../../components/confirm.tsx'
import { FailureNotice } from '../../components/failure-notice.tsx'
import {
  ClearSlotOverridesDocument,
  DeleteClosureDocument,
  DeleteSpecialEventDocument,
  type CenoteCalendarQuery,
} from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useText } from '../../text/language.tsx'

interface EntriesProperties {
  readonly calendar: CenoteCalendarQuery['calendar']
  readonly cenoteId: string
  onChanged(): void
}

/** Closures, events and overrides of the shown days; each can be removed. */
export function Entries({ calendar, cenoteId, onChanged }: EntriesProperties) {
  const translate = useText()
  const formats = useFormats()
  const removeClosure = useMutation(DeleteClosureDocument)
  const removeEvent = useMutation(DeleteSpecialEventDocument)
  const clear = useMutation(ClearSlotOverridesDocument)
  const changed = (data: unknown): void => {
    if (data) onChanged()
  }
  const range = (from: string, to: string): string =>
    from === to ? formats.date(from) : `${formats.date(from)} – ${formats.date(to)}`
  const { closures, specialEvents, slotOverrides } = calendar
  return (
    <section>
      <h2>{translate('calendar.entries')}</h2>
      {closures.length + specialEvents.length + slotOverrides.length === 0 && (
        <p class="hint">{translate('common.none')}</p>
      )}
      <ul>
        {closures.map(({ id, from, to, reason, message, disruption }) => (
          <li key={id}>
            <strong>{translate('calendar.closure')}</strong> {range(from, to)} <bdi>{reason}</bdi>{' '}
            <bdi class="hint">{message}</bdi>{' '}
            {disruption && <Link to={`/disruptions/${disruption.id}`}>{translate('disruptions.one')}</Link>}{' '}
            <button type="button" class="link" onClick={() => void removeClosure.run({ input: { id } }).then(changed)}>
              {translate('calendar.open')}
            </button>
          </li>
        ))}
        {specialEvents.map(({ id, from, to, message, startTime, endTime, capacity }) => (
          <li key={id}>
            <strong>{translate('calendar.event')}</strong> {range(from, to)} {startTime}–{endTime} <bdi>{message}</bdi>{' '}
            {capacity !== null && translate('calendar.capacityIs', { capacity })}{' '}
            <ConfirmButton
              label={translate('webhooks.delete')}
              look="link"
              onConfirm={() => void removeEvent.run({ input: { id } }).then(changed)}
            >
              <p>
                {translate('calendar.deleteSure')} <bdi>{message}</bdi>, {range(from, to)}, {startTime}–{endTime}
              </p>
            </ConfirmButton>
          </li>
        ))}
        {slotOverrides.map(({ date, time, capacity, available, reason }) => (
          <li key={`${date} ${time}`}>
            <strong>{translate('calendar.overridden')}</strong> {formats.date(date)}, {time}{' '}
            {available
              ? capacity !== null && translate('calendar.capacityIs', { capacity })
              : translate('today.closed')}{' '}
            <bdi>{reason}</bdi>{' '}
            <ConfirmButton
              label={translate('calendar.clear')}
              look="link"
              onConfirm={() =>
                void clear.run({ input: { cenoteId, from: date, to: date, times: [time] } }).then(changed)
              }
            >
              <p>{translate('calendar.clearSure', { slot: `${formats.date(date)}, ${time}` })}</p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
      <FailureNotice failure={removeClosure.failure ?? removeEvent.failure ?? clear.failure} />
    </section>
  )
}
