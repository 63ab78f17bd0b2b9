import type { TodayQuery } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { zoneOf } from './zone.ts'

interface NextDayProperties {
  readonly summary: TodayQuery['next']
  readonly date: string
  readonly isTomorrow: boolean
  onChoose(): void
}

/** How many come on the day after, and from when on. */
export function NextDay({ summary: { visitors, slots }, date, isTomorrow, onChoose }: NextDayProperties) {
  const translate = useText()
  const formats = useFormats()
  const [first] = slots.toSorted((a, b) => a.visitTime.localeCompare(b.visitTime))
  return (
    <section class="card next-day">
      <h2>{isTomorrow ? translate('today.tomorrow') : formats.date(date)}</h2>
      <p>
        {first === undefined
          ? translate('today.nothingBooked')
          : translate('today.firstAt', {
              people: formats.count(visitors),
              time: formats.zoned(first.visitTime, zoneOf(first.product), date),
            })}
      </p>
      <button type="button" onClick={onChoose}>
        {translate('today.show')}
      </button>
    </section>
  )
}
