import { useQuery } from '../../api/use-query.ts'
import { CenoteHoursDocument, TourStartTimesDocument } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useText } from '../../text/language.tsx'
import { manifestAddress, type Departure } from './address.ts'
import { fullHours } from './full-hours.ts'

/** The usual hours or departures of the product, to choose from; others are typed. */
export function Times({ departure }: { departure: Departure }) {
  const translate = useText()
  const { productType, productId: id, time } = departure
  const cenote = useQuery(CenoteHoursDocument, { id }, { pause: productType !== 'cenote' })
  const tour = useQuery(TourStartTimesDocument, { id }, { pause: productType !== 'tour' })
  const schedule = cenote.data?.cenote?.schedule
  const times = schedule ? fullHours(schedule.openTime, schedule.closeTime) : (tour.data?.tour?.startTimes ?? [])
  if (times.length === 0) return null
  return (
    <nav class="tools" aria-label={translate('manifest.times')}>
      {times.map((one) => (
        <Link key={one} to={manifestAddress({ ...departure, time: one })} isCurrent={one === time}>
          {one}
        </Link>
      ))}
    </nav>
  )
}
