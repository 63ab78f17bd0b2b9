import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { occupancyLevel } from '../today/occupancy.ts'
import type { CalendarDay, SlotOverride } from './days.ts'
import { includes } from './range.ts'
import { useReasonText } from './reason-text.ts'
import type { Selection } from './use-selection.ts'

interface WeekViewProperties {
  readonly days: readonly CalendarDay[]
  readonly overrides: readonly SlotOverride[]
  readonly selection: Selection
}

/** Booked places and capacity, a row for each day and a column for each slot; overridden slots are marked. */
export function WeekView({ days, overrides, selection }: WeekViewProperties) {
  const translate = useText()
  const formats = useFormats()
  const reasonText = useReasonText()
  const times = [...new Set(days.flatMap(({ timeSlots }) => timeSlots.map(({ time }) => time)))].sort()
  const current = days.some(({ date }) => date === selection.current) ? selection.current : days[0]?.date
  return (
    <div class="scroll" tabIndex={0}>
      <table class="occupancy">
        <caption class="hint">{translate('calendar.legend')}</caption>
        <thead>
          <tr>
            <th scope="col">{translate('today.date')}</th>
            <th scope="col">{translate('calendar.wholeDay')}</th>
            {times.map((time) => (
              <th key={time} scope="col">
                {time}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, reason, capacity, closure, timeSlots }) => (
            <tr key={date}>
              <th scope="row">
                <button
                  {...selection.handlersOf(date)}
                  ref={selection.refOf(date)}
                  type="button"
                  class="day"
                  tabIndex={date === current ? 0 : -1}
                  aria-pressed={includes(selection.days, date)}
                >
                  <time dateTime={date}>{formats.weekday(date)}</time>
                </button>
              </th>
              <td class={capacity && !closure ? `level-${occupancyLevel(capacity)}` : 'closed'}>
                {capacity && !closure && `${capacity.booked} / ${capacity.total}`}
                {closure && translate('calendar.closed')}
                {!capacity && !closure && reasonText(reason)}
              </td>
              {times.map((time) => {
                const slot = timeSlots.find((one) => one.time === time)
                if (!slot) return <td key={time} class="closed" />
                const override = overrides.find((one) => one.date === date && one.time === time)
                const level = occupancyLevel({ total: slot.capacity, booked: slot.booked })
                const cancelled = 'reason' in slot && slot.reason === 'DEPARTURE_CANCELLED'
                return (
                  <td
                    key={time}
                    class={`level-${level}${override ? ' overridden' : ''}`}
                    title={override ? (override.reason ?? translate('calendar.overridden')) : undefined}
                  >
                    {(override && !override.available) || cancelled
                      ? translate('calendar.closed')
                      : `${slot.booked} / ${slot.capacity}`}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
