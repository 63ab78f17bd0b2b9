import { useFormats } from '../text/format.ts'
import { useText } from '../text/language.tsx'
import { labelText } from './fields.tsx'
import { addDays } from './local-date.ts'
import { firstDayOf, lastDayOf, monthAfter } from './months.ts'

export interface CalendarDay {
  readonly date: string
  readonly isOpen: boolean
  /** Places that are left; null when that is not known. */
  readonly places: number | null
}

interface DayCalendarProperties {
  readonly label: string
  readonly month: string
  /** Months before it are not shown. */
  readonly firstMonth: string
  /** The days that are known; others cannot be chosen. */
  readonly days: readonly CalendarDay[]
  readonly isLoading: boolean
  readonly value: string
  readonly error?: string | undefined
  onMonth(month: string): void
  onChange(date: string): void
}

/** The days of a month with the places left on each, one of which must be chosen. */
export function DayCalendar({
  label,
  month,
  firstMonth,
  days,
  isLoading,
  value,
  error,
  onMonth,
  onChange,
}: DayCalendarProperties) {
  const translate = useText()
  const formats = useFormats()
  const first = firstDayOf(month)
  const count = Number(lastDayOf(month).slice(8))
  const dates = Array.from({ length: count }, (_day, index) => addDays(first, index))
  const known = new Map(days.map((day) => [day.date, day]))
  // Weeks begin on Monday.
  const offset = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const weekdays = Array.from({ length: 7 }, (_day, index) => addDays('2024-01-01', index))
  return (
    <fieldset class="day-calendar" aria-busy={isLoading} aria-invalid={error !== undefined}>
      <legend>{labelText(label, true)}</legend>
      <div class="month">
        <button
          type="button"
          aria-label={translate('sale.previousMonth')}
          disabled={month <= firstMonth}
          onClick={() => onMonth(monthAfter(month, -1))}
        >
          ‹
        </button>
        <strong aria-live="polite">{formats.month(first)}</strong>
        <button type="button" aria-label={translate('sale.nextMonth')} onClick={() => onMonth(monthAfter(month, 1))}>
          ›
        </button>
      </div>
      <div class="days">
        {weekdays.map((day) => (
          <span key={day} class="hint" aria-hidden="true">
            {formats.weekdayName(day)}
          </span>
        ))}
        {dates.map((date, index) => {
          const day = known.get(date)
          const isOpen = day?.isOpen ?? false
          const name = `${formats.weekdayName(date)}, ${formats.date(date)}`
          const places = day?.places ?? null
          return (
            <button
              key={date}
              type="button"
              style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
              disabled={!isOpen}
              aria-pressed={date === value}
              onClick={() => onChange(date)}
            >
              <span class="visually-hidden">
                {isOpen && places !== null
                  ? translate('move.dayWithRoom', { day: name, count: places })
                  : isOpen
                    ? name
                    : translate('sale.noRoom', { day: name })}
              </span>
              <span aria-hidden="true">{Number(date.slice(8))}</span>
              <small aria-hidden="true">{isOpen ? places : '–'}</small>
            </button>
          )
        })}
      </div>
      {error !== undefined && <p class="field-error">{error}</p>}
    </fieldset>
  )
}
