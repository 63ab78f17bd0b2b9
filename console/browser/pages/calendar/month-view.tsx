import { monthOf } from '../../components/months.ts'
import { addDays } from '../../components/local-date.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { occupancyLevel } from '../today/occupancy.ts'
import type { CalendarDay } from './days.ts'
import { useReasonText } from './reason-text.ts'
import { datesIn, daysOf, includes, type Days } from './range.ts'
import type { Selection } from './use-selection.ts'

interface MonthViewProperties {
  /** A date of the month. */
  readonly date: string
  readonly days: readonly CalendarDay[]
  /** The days that can be chosen. */
  readonly bounds: Days
  readonly selection: Selection
}

/** The days of a month with what is booked on each; several are chosen by dragging over them. */
export function MonthView({ date, days, bounds, selection }: MonthViewProperties) {
  const translate = useText()
  const formats = useFormats()
  const reasonText = useReasonText()
  const known = new Map(days.map((day) => [day.date, day]))
  const dates = datesIn(daysOf('month', date))
  const offset = (new Date(`${dates[0] ?? ''}T00:00:00Z`).getUTCDay() + 6) % 7
  const weekdays = Array.from({ length: 7 }, (_day, index) => addDays('2024-01-01', index))
  // Of a month without the day that was chosen last, Tab leads to the first.
  const current = includes(bounds, selection.current) ? selection.current : bounds.from
  return (
    <div>
      <p class="hint">{translate('calendar.hint')}</p>
      <div class="month-view" role="group" aria-label={formats.month(`${monthOf(date)}-01`)}>
        {weekdays.map((day) => (
          <span key={day} class="hint" aria-hidden="true">
            {formats.weekdayName(day)}
          </span>
        ))}
        {dates.map((one, index) => {
          const day = known.get(one)
          const { capacity = null, closure = null, reason = null } = day ?? {}
          const text = closure ? translate('calendar.closed') : day ? reasonText(reason) : ''
          const level = capacity && !closure ? `level-${occupancyLevel(capacity)}` : 'closed'
          return (
            <button
              key={one}
              {...selection.handlersOf(one)}
              ref={selection.refOf(one)}
              type="button"
              class={`day ${level}`}
              style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
              disabled={!includes(bounds, one)}
              tabIndex={one === current ? 0 : -1}
              aria-pressed={includes(selection.days, one)}
            >
              <span class="visually-hidden">{`${formats.weekdayName(one)}, ${formats.date(one)}: ${
                capacity && !closure ? translate('calendar.bookedOf', capacity) : text
              }`}</span>
              <span class="number" aria-hidden="true">
                {Number(one.slice(8))}
              </span>
              <small aria-hidden="true">
                {capacity && !closure ? (
                  <>
                    {capacity.booked}
                    <span class="total"> / {capacity.total}</span>
                  </>
                ) : (
                  text
                )}
              </small>
            </button>
          )
        })}
      </div>
    </div>
  )
}
