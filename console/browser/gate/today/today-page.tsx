import { useState } from 'preact/hooks'
import { timeText } from '../../../../platform/values/display.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { TextField } from '../../components/fields.tsx'
import { StatusBadge } from '../../components/badge.tsx'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { root } from '../../navigation/navigation.tsx'
import { manifestAddress } from '../../pages/manifest/address.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import type { Today } from './use-today.ts'

interface TodayPageProperties {
  readonly today: Today
  /** Empty for all. */
  readonly cenoteId: string
  onOpen(reservation: string, known: GateReservationFragment): void
}

/** The visits of today, and those whose reference or name contains a text. */
export function TodayPage({ today, cenoteId, onOpen }: TodayPageProperties) {
  const translate = useText()
  const formats = useFormats()
  const [search, setSearch] = useState('')
  const wanted = plain(search.trim())
  const shown = today.reservations.filter(
    ({ bookingReference, guest }) => plain(bookingReference).includes(wanted) || plain(guest.name).includes(wanted),
  )
  return (
    <section class="today-list">
      <h2>{formats.date(today.date)}</h2>
      {cenoteId !== '' && (
        <p>
          <a href={root + manifestAddress({ productType: 'cenote', productId: cenoteId, date: today.date })}>
            {translate('manifest.title')}
          </a>
        </p>
      )}
      <TextField label={translate('gate.search')} value={search} maxLength={100} onChange={setSearch} />
      <FailureNotice failure={today.failure} />
      {today.at !== null && (
        <p class="hint">
          {translate('gate.listAt', { time: timeText(today.at) })}.{' '}
          {translate('list.shown', { shown: shown.length, total: today.reservations.length })}{' '}
          <button type="button" onClick={today.reload}>
            {translate('gate.reload')}
          </button>
        </p>
      )}
      {today.at !== null && today.reservations.length === 0 && <p>{translate('gate.noneToday')}</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onOpen(one.bookingReference, one)}>
              <span class="when">{formats.zoned(one.visitTime, one.timezone, one.visitDate)}</span>
              <bdi class="who">{one.guest.name || translate('reservations.unknownGuest')}</bdi>
              <span>{translate('gate.people', { people: one.visitors.total })}</span>
              <span class="hint">
                {one.bookingReference} · {one.product.name}
              </span>
              <StatusBadge status={one.status} />
              {one.balanceDueCents > 0 && (
                <span class="due">
                  {translate('gate.due')} {formats.money(one.balanceDueCents, one.pricing.currency)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A text without its case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
