import type { CenoteCalendarQuery } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { occupancyLevel } from '../today/occupancy.ts'

type Days = NonNullable<CenoteCalendarQuery['cenote']>['availability']['days']
type Overrides = CenoteCalendarQuery['calendar']['slotOverrides']

/** Booked places and capacity, a row for each day and a column for each slot; overridden slots are marked. */
export function DayGrid({ days, overrides }: { days: Days; overrides: Overrides }) {
  const translate = useText()
  const formats = useFormats()
  const times = [...new Set(days.flatMap(({ timeSlots }) => timeSlots.map(({ time }) => time)))].sort()
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
                <time dateTime={date}>{formats.weekday(date)}</time>
              </th>
              <td
                class={capacity && !closure ? `level-${occupancyLevel(capacity)}` : 'closed'}
                title={closure ? closure.message : undefined}
              >
                {capacity && !closure && `${capacity.booked} / ${capacity.total}`}
                {closure &&
                  translate('calendar.closedBooked', { booked: capacity?.booked ?? 0, reason: closure.reason })}
                {!capacity && (reason ?? translate('today.closed'))}
              </td>
              {times.map((time) => {
                const slot = timeSlots.find((one) => one.time === time)
                if (!slot) return <td key={time} class="closed" />
                const override = overrides.find((one) => one.date === date && one.time === time)
                const level = occupancyLevel({ total: slot.capacity, booked: slot.booked })
                return (
                  <td
                    key={time}
                    class={`level-${level}${override ? ' overridden' : ''}`}
                    title={override ? (override.reason ?? translate('calendar.overridden')) : undefined}
                  >
                    {override && !override.available ? translate('today.closed') : `${slot.booked} / ${slot.capacity}`}
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
