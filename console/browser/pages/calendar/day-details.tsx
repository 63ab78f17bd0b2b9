import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import type { CalendarDay, SlotOverride } from './days.ts'
import { useReasonText } from './reason-text.ts'

/** The days that are chosen: of one day its slots, of several what is booked on each. */
export function DayDetails({
  days,
  overrides,
}: {
  readonly days: readonly CalendarDay[]
  readonly overrides: readonly SlotOverride[]
}) {
  const [first] = days
  if (!first) return null
  return days.length === 1 ? <OneDay day={first} overrides={overrides} /> : <SeveralDays days={days} />
}

function OneDay({ day, overrides }: { readonly day: CalendarDay; readonly overrides: readonly SlotOverride[] }) {
  const translate = useText()
  const reasonText = useReasonText()
  const { date, capacity, closure, reason, timeSlots } = day
  return (
    <>
      {closure && (
        <p class="notice">
          <strong>{translate('calendar.closedBecause', { reason: reasonText(closure.reason) })}</strong>{' '}
          <bdi>{closure.message}</bdi>
        </p>
      )}
      {!closure && !capacity && <p>{reasonText(reason)}</p>}
      {capacity && <p>{translate('calendar.bookedOf', capacity)}</p>}
      {timeSlots.length > 0 && (
        <ul class="day-slots">
          {timeSlots.map((slot) => {
            const override = overrides.find((one) => one.date === date && one.time === slot.time)
            const why = 'reason' in slot && slot.reason ? reasonText(slot.reason) : null
            return (
              <li key={slot.time}>
                <time>{slot.time}</time>{' '}
                <meter min={0} max={Math.max(1, slot.capacity)} value={slot.booked} aria-hidden="true" />{' '}
                {override && !override.available ? translate('calendar.closed') : `${slot.booked} / ${slot.capacity}`}{' '}
                {override && (
                  <span class="hint">
                    {translate('calendar.overridden')} <bdi>{override.reason}</bdi>
                  </span>
                )}
                {why && <span class="hint">{why}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function SeveralDays({ days }: { readonly days: readonly CalendarDay[] }) {
  const translate = useText()
  const formats = useFormats()
  const reasonText = useReasonText()
  const booked = days.reduce((sum, { capacity }) => sum + (capacity?.booked ?? 0), 0)
  const total = days.reduce((sum, { capacity }) => sum + (capacity?.total ?? 0), 0)
  return (
    <>
      <p>{translate('calendar.bookedOf', { booked, total })}</p>
      <ul class="day-slots">
        {days.map(({ date, capacity, closure, reason }) => (
          <li key={date}>
            <time dateTime={date}>{formats.weekday(date)}</time>{' '}
            {closure
              ? translate('calendar.closedBooked', {
                  reason: reasonText(closure.reason),
                  booked: capacity?.booked ?? 0,
                })
              : capacity
                ? `${capacity.booked} / ${capacity.total}`
                : reasonText(reason)}
          </li>
        ))}
      </ul>
    </>
  )
}
