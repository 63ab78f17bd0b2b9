import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { TextField } from '../../components/fields.tsx'
import { localDate, startOfDay } from '../../components/local-date.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useEvents } from '../../events/use-events.ts'
import { useThrottled } from '../../components/use-throttled.ts'
import { TodayDocument } from '../../generated/operations.ts'
import { useIsOperator, useSession } from '../../session/context.tsx'
import { useText } from '../../text/language.tsx'
import { Holds } from './holds.tsx'
import { LiveFeed } from './live-feed.tsx'
import { Money } from './money.tsx'
import { OccupancyMap } from './occupancy-map.tsx'
import { Visits } from './visits.tsx'

/** Figures are reloaded at most this often, however many events there are. */
const reloadMilliseconds = 5_000

export default function TodayPage() {
  const translate = useText()
  const { may, timeZone } = useSession()
  const isOperator = useIsOperator()
  const [date, setDate] = useState(() => localDate(new Date(), timeZone))
  const [createdAfter] = useState(() => startOfDay(new Date(), timeZone).toISOString())
  const query = useQuery(TodayDocument, { date, createdAfter, isOperator }, { pause: date === '' })
  const reloadSoon = useThrottled(query.reload, reloadMilliseconds)
  useEvents((batch) => {
    if (batch.length > 0) reloadSoon()
  })
  return (
    <div class="today">
      <div>
        <div class="filters">
          <TextField type="date" label={translate('today.date')} value={date} onChange={setDate} />
        </div>
        <Loaded query={query}>
          {({ visits, booked, holds }) => (
            <>
              <Money visits={visits} booked={booked} />
              <Visits slots={visits.slots} />
              <Holds reservations={holds.nodes} total={holds.totalCount} />
            </>
          )}
        </Loaded>
        {may('catalog:read') && <OccupancyMap />}
      </div>
      <LiveFeed />
    </div>
  )
}
