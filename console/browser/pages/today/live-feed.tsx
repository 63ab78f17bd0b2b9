import { FailureNotice } from '../../components/failure-notice.tsx'
import { visibleRange } from '../../components/visible-range.ts'
import { useRecentEvents } from '../../events/use-events.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useSession } from '../../session/context.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { useState } from 'preact/hooks'

const rowHeight = 80

const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString()

/** The last events and those that happen now, newest first; only visible ones are in the page. */
export function LiveFeed() {
  const translate = useText()
  const formats = useFormats()
  const { events } = useSession()
  const recent = useRecentEvents()
  const [view, setView] = useState({ scrollTop: 0, height: 800 })
  const { first, end } = visibleRange(view, rowHeight, recent.length)
  return (
    <aside class="feed card" aria-label={translate('today.feed')}>
      <h2>{translate('today.feed')}</h2>
      <FailureNotice failure={events?.failure() ?? null} />
      {recent.length === 0 && <p class="hint">{translate('today.noEvents')}</p>}
      <div
        class="scroll"
        tabIndex={0}
        onScroll={({ currentTarget }) =>
          setView({ scrollTop: currentTarget.scrollTop, height: currentTarget.clientHeight })
        }
      >
        <ol style={{ height: `${recent.length * rowHeight}px` }}>
          {recent.slice(first, end).map(({ id, type, occurredAt, reservation }, index) => (
            <li key={id} style={{ top: `${(first + index) * rowHeight}px`, height: `${rowHeight}px` }}>
              <div>
                {translate(`event.${type}`)}{' '}
                <Link to={`/reservations/${reservation.bookingReference}`}>{reservation.bookingReference}</Link>
              </div>
              <div>
                <bdi>{reservation.product.name}</bdi>
              </div>
              <div class="hint">
                <time dateTime={occurredAt}>
                  {isToday(occurredAt) ? formats.time(occurredAt) : formats.minute(occurredAt)}
                </time>
                {formats.visit(reservation)}
                {reservation.partner && (
                  <>
                    {' · '}
                    <bdi>{reservation.partner.name}</bdi>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  )
}
