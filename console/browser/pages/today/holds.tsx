import { useEffect, useState } from 'preact/hooks'
import type { ReservationRowFragment } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'

const shownHolds = 8

const minute = 60_000

/** Pending reservations, the one that expires first on top. */
export function Holds({ reservations, total }: { reservations: readonly ReservationRowFragment[]; total: number }) {
  const translate = useText()
  const formats = useFormats()
  const now = useNow()
  const byExpiry = reservations
    .toSorted((a, b) => ((a.expiresAt ?? '') < (b.expiresAt ?? '') ? -1 : 1))
    .slice(0, shownHolds)
  return (
    <section class="card">
      <h2>{translate('today.holds', { total: formats.count(total) })}</h2>
      {byExpiry.length === 0 && <p class="hint">{translate('common.none')}</p>}
      <ul class="plain holds">
        {byExpiry.map(({ id, bookingReference, guest, visitors, pricing, partner, expiresAt }) => {
          const minutes = expiresAt === null ? 0 : Math.round((Date.parse(expiresAt) - now) / minute)
          return (
            <li key={id}>
              <Link to={`/reservations/${bookingReference}`}>{bookingReference}</Link>
              <bdi>{guest.name || guest.email}</bdi>
              {partner && <bdi class="hint">{partner.name}</bdi>}
              <span class="hint">
                {translate('today.people', { people: formats.count(visitors.total) })} ·{' '}
                {formats.money(pricing.totalCents, pricing.currency)}
              </span>
              <span class={minutes < 60 ? 'bad' : 'hint'}>
                {minutes < 120
                  ? translate('today.minutesLeft', { minutes: Math.max(0, minutes) })
                  : translate('today.hoursLeft', { hours: Math.floor(minutes / 60) })}
              </span>
            </li>
          )
        })}
      </ul>
      {total > byExpiry.length && (
        <p>
          <Link to="/reservations?status=PENDING">{translate('today.allHolds', { total: formats.count(total) })}</Link>
        </p>
      )}
    </section>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}
