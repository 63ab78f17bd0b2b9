import type { ComponentChildren } from 'preact'
import { transportText } from '../../../../../schema/transport-text.ts'
import { productOf } from '../../../choices/products.ts'
import { Facts } from '../../../components/fields.tsx'
import { StatusBadge } from '../../../components/badge.tsx'
import type { ReservationDetailFragment } from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useFormats } from '../../../text/format.ts'
import { useLanguage, useText } from '../../../text/language.tsx'
import { translateValue, type Translate } from '../../../text/text.ts'
import { manifestAddress } from '../../manifest/address.ts'
import { Author } from '../author.tsx'
import { GuestLinks } from './guest-links.tsx'
import { History } from './history.tsx'
import { Messages } from './messages.tsx'
import { PriceLines } from './price-lines.tsx'

type Shown = { readonly reservation: ReservationDetailFragment }

interface ReservationDetailProperties extends Shown {
  /** Its actions, after its title. */
  readonly actions?: ComponentChildren
  /** Reads the reservation again. */
  onChange(): void
}

export function ReservationDetail({ reservation, actions, onChange }: ReservationDetailProperties) {
  const { language, translate } = useLanguage()
  const formats = useFormats()
  const { visitors, guest, cancellation, checkIn, expiresAt } = reservation
  const stops = stopsText(reservation)
  const notes = reservation.transport?.pickup.notes
  const transport = reservation.transport && transportText(reservation.transport, reservation.visitDate, language)
  const cancelled = cancellation.cancelledAt && [
    formats.instant(cancellation.cancelledAt),
    cancellation.reason && translateValue(translate, 'cancel.reason', cancellation.reason),
    cancellation.note,
  ]
  return (
    <article class="reservation">
      <header>
        <h2>
          {reservation.bookingReference} <StatusBadge status={reservation.status} />
        </h2>
        {actions}
      </header>
      <div>
        <section class="card">
          <Facts
            facts={[
              [
                translate('reservations.partner'),
                reservation.partner && (
                  <Link to={`/operator/partners/${reservation.partner.id}`}>
                    <bdi>{reservation.partner.name}</bdi>
                  </Link>
                ),
              ],
              [
                translate(reservation.product.__typename === 'Tour' ? 'reservations.tour' : 'reservations.cenote'),
                <bdi>{reservation.product.name}</bdi>,
              ],
              [translate('sale.stops'), stops && <bdi>{stops}</bdi>],
              [translate('reservations.visit'), <Visit reservation={reservation} />],
              [translate('reservations.people'), formats.party(visitors)],
              [transport?.label ?? '', transport && <bdi>{transport.value}</bdi>],
              [translate('transport.notes'), notes && <bdi>{notes}</bdi>],
              [translate('reservations.guest'), <bdi>{guest.name || translate('reservations.unknownGuest')}</bdi>],
              [translate('detail.email'), guest.email && <bdi>{guest.email}</bdi>],
              [translate('detail.phone'), guest.phone && <bdi>{guest.phone}</bdi>],
              [translate('detail.nationality'), guest.nationality && formats.country(guest.nationality)],
              [translate('detail.code'), reservation.confirmationCode],
              [
                translate('detail.resellerReference'),
                reservation.resellerReference && <bdi>{reservation.resellerReference}</bdi>,
              ],
              [translate('detail.externalId'), reservation.externalId],
              [translate('settings.guestMay'), guestMayText(reservation, translate)],
              [translate('settings.tickets'), translate(`tickets.${reservation.tickets}`)],
              [translate('settings.hidePrice'), translate(reservation.hidePrice ? 'common.yes' : 'common.no')],
              [translate('reservations.made'), formats.instant(reservation.createdAt)],
              [translate('detail.source'), <bdi>{sourceText(reservation.metadata.source, translate)}</bdi>],
              [translate('detail.hold'), expiresAt && formats.instant(expiresAt)],
              [
                translate('detail.arrived'),
                checkIn && `${formats.instant(checkIn.checkedInAt)} (${checkIn.actualVisitors.total})`,
              ],
              [translate('status.CANCELLED'), cancelled && <bdi>{cancelled.filter(Boolean).join(' · ')}</bdi>],
            ]}
          />
        </section>
        <GuestLinks reservation={reservation} onChange={onChange} />
        <LongText title={translate('detail.requests')} text={reservation.specialRequests} />
        <LongText title={translate('detail.notes')} text={reservation.notes?.internal} />
        <PriceLines reservation={reservation} />
      </div>
      <div>
        <Timeline reservation={reservation} />
        <History reservation={reservation} />
        <Documents reservation={reservation} />
        <Messages reservation={reservation} onChange={onChange} />
      </div>
    </article>
  )
}

/** The channel in words; one of the partner's own as it was sent. */
const sourceText = (source: string | null, translate: Translate): string | null =>
  source && translateValue(translate, 'source', source)

/** The actions of the guest, in words. */
const guestMayText = ({ guestMay }: ReservationDetailFragment, translate: Translate): string | null =>
  [guestMay.cancel && translate('settings.cancel'), guestMay.change && translate('settings.change')]
    .filter(Boolean)
    .join(', ') || null

/** The stops of a tour with the minutes from its departure. */
const stopsText = ({ product }: ReservationDetailFragment): string =>
  product.__typename === 'Tour'
    ? product.stops.map(({ cenote, offsetMinutes }) => `${cenote.name} (+${offsetMinutes} min)`).join(', ')
    : ''

/** When it is, and who else comes then. */
function Visit({ reservation }: Shown) {
  const translate = useText()
  const formats = useFormats()
  const { product, visitDate: date, visitTime: time } = reservation
  return (
    <>
      {formats.visit(reservation)}{' '}
      <Link to={manifestAddress({ ...productOf(product), date, time })}>{translate('manifest.title')}</Link>
    </>
  )
}

function LongText({ title, text }: { title: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <section class="card">
      <h3>{title}</h3>
      <p class="long-text" dir="auto" tabIndex={0}>
        {text}
      </p>
    </section>
  )
}

function Timeline({ reservation }: Shown) {
  const translate = useText()
  const formats = useFormats()
  return (
    <section class="card">
      <h3>{translate('detail.timeline')}</h3>
      <ol class="timeline">
        {reservation.statusHistory.map(({ status, timestamp, note, by }, index) => (
          <li key={index}>
            <time dateTime={timestamp}>{formats.instant(timestamp)}</time> <StatusBadge status={status} />{' '}
            {note !== null && <bdi>{note}</bdi>} <Author by={by} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Documents({ reservation: { documents } }: Shown) {
  const translate = useText()
  const formats = useFormats()
  return (
    <section class="card">
      <h3>{translate('detail.documents')}</h3>
      {documents.length === 0 && <p class="hint">{translate('common.none')}</p>}
      <ul class="plain">
        {documents.map(({ name, url, generatedAt }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {name}
            </a>{' '}
            <span class="hint">{formats.instant(generatedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
