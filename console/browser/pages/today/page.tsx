import { useMemo, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { TextField } from '../../components/fields.tsx'
import { startOfDay } from '../../components/local-date.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useEvents, useReturn } from '../../events/use-events.ts'
import { useToday } from '../../components/use-today.ts'
import { useThrottled } from '../../components/use-throttled.ts'
import { TodayDocument } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
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
  const today = useToday(timeZone)
  // Null for the present day, whichever it is.
  const [chosen, setChosen] = useState<string | null>(null)
  const date = chosen ?? today
  const createdAfter = useMemo(() => startOfDay(new Date(), timeZone).toISOString(), [timeZone, today])
  const [returns, setReturns] = useState(0)
  const query = useQuery(TodayDocument, { date, createdAfter, isOperator }, { pause: date === '' })
  const reloadSoon = useThrottled(query.reload, reloadMilliseconds)
  useEvents((batch) => {
    if (batch.length > 0) reloadSoon()
  })
  useReturn(() => {
    query.reload()
    setReturns((before) => before + 1)
  })
  return (
    <div class="today">
      <div>
        <div class="filters">
          <TextField
            type="date"
            label={translate('today.date')}
            value={date}
            onChange={(day) => setChosen(day === today ? null : day)}
          />
          {may('reservations:write') && may('catalog:read') && (
            <p>
              <Link to="/reservations/new">{translate('sale.title')}</Link>
            </p>
          )}
        </div>
        <Loaded query={query}>
          {({ visits, booked, holds }) => (
            <>
              <Money visits={visits} booked={booked} />
              <Visits slots={visits.slots} date={date} />
              <Holds reservations={holds.nodes} total={holds.totalCount} />
            </>
          )}
        </Loaded>
        {/* After the figures, which would push it down. */}
        {query.data && may('catalog:read') && <OccupancyMap round={returns} />}
      </div>
      <LiveFeed />
    </div>
  )
}
