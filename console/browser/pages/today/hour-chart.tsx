import { useText } from '../../text/language.tsx'
import type { Hour } from './hours.ts'

interface HourChartProperties {
  readonly hours: readonly Hour[]
  /** The hour that it is; null on another day. */
  readonly now: number | null
}

/** The people of each hour as bars: below those who have arrived, above them those who are expected. */
export function HourChart({ hours, now }: HourChartProperties) {
  const translate = useText()
  const highest = Math.max(1, ...hours.map(({ people }) => people))
  const share = (people: number): string => `${(100 * people) / highest}%`
  return (
    <figure class="hours">
      <div class="bars" role="img" aria-label={translate('today.byHour')}>
        {hours.map(({ hour, people, arrived }) => (
          <div key={hour} class={hour === now ? 'now' : now !== null && hour < now ? 'past' : undefined}>
            <span class="bar">
              <b>{people > 0 && people}</b>
              <i class="expected" style={{ height: share(people - arrived) }} />
              <i class="arrived" style={{ height: share(arrived) }} />
            </span>
            <span class="hour">{String(hour).padStart(2, '0')}</span>
          </div>
        ))}
      </div>
      <figcaption class="legend">
        <span class="arrived">{translate('today.legend.arrived')}</span>
        <span class="expected">{translate('today.legend.expected')}</span>
      </figcaption>
    </figure>
  )
}
