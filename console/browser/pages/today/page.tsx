import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { TextField } from '../../components/fields.tsx'
import { addDays, localNow } from '../../components/local-date.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useEvents, useReturn } from '../../events/use-events.ts'
import { useToday } from '../../components/use-today.ts'
import { useThrottled } from '../../components/use-throttled.ts'
import { PageActions } from '../../components/page-actions.tsx'
import { TodayDocument } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useIsOperator, useSession } from '../../session/context.tsx'
import { useText } from '../../text/language.tsx'
import { Holds } from './holds.tsx'
import { hourOf } from './hours.ts'
import { LiveFeed } from './live-feed.tsx'
import { Money } from './money.tsx'
import { NextDay } from './next-day.tsx'
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
  const dayAfter = (day: string): string => (day === '' ? '' : addDays(day, 1))
  const nextDate = dayAfter(date)
  const choose = (day: string): void => setChosen(day === today ? null : day)
  const [returns, setReturns] = useState(0)
  const query = useQuery(
    TodayDocument,
    { date, nextDate, today, tomorrow: dayAfter(today), isOperator, readsCatalog: may('catalog:read') },
    { pause: date === '' },
  )
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
        {may('reservations:write') && may('catalog:read') && (
          <PageActions>
            <Link to="/reservations/new" look="primary">
              {translate('sale.title')}
            </Link>
          </PageActions>
        )}
        <div class="day-choice">
          <button type="button" disabled={date === ''} onClick={() => choose(addDays(date, -1))}>
            <span aria-hidden="true">‹</span>
            <span class="visually-hidden">{translate('today.previousDay')}</span>
          </button>
          <TextField type="date" label={translate('today.date')} value={date} onChange={choose} />
          <button type="button" disabled={date === ''} onClick={() => choose(addDays(date, 1))}>
            <span aria-hidden="true">›</span>
            <span class="visually-hidden">{translate('today.nextDay')}</span>
          </button>
        </div>
        <Loaded query={query}>
          {({ sales, booked, refunds, visits, next, holds }) => (
            <>
              <Money sales={sales.rows} booked={booked.rows} refunds={refunds} />
              <Visits slots={visits.slots} date={date} now={date === today ? hourOf(localNow(timeZone).time) : null} />
              <NextDay summary={next} date={nextDate} isTomorrow={date === today} onChoose={() => choose(nextDate)} />
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
