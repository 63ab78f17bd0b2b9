import type { ComponentChildren } from 'preact'
import { localNow } from '../../components/local-date.ts'
import { StatusBadge } from '../../components/badge.tsx'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { zoneOf } from '../day.ts'
import { useGate } from '../session.ts'
import { PartyShown } from './party.tsx'

interface ReservationCardProperties {
  readonly reservation: GateReservationFragment
  /** The cenote of this entrance; empty for all. */
  readonly cenoteId: string
  readonly children: ComponentChildren
}

/** The facts of a reservation that the entrance must see at a glance. */
export function ReservationCard({ reservation, cenoteId, children }: ReservationCardProperties) {
  const translate = useText()
  const formats = useFormats()
  const { cenotes } = useGate()
  const { balanceDueCents, guest, pricing, product, services, status, visitors } = reservation
  const { date } = localNow(zoneOf(cenotes, product.id))
  const isOpen = status === 'CONFIRMED' || status === 'IN_PROGRESS' || status === 'PENDING'
  return (
    <article class={`card arrival ${status.toLowerCase()}`} aria-label={reservation.bookingReference}>
      <h2>
        {reservation.bookingReference} <StatusBadge status={status} />
      </h2>
      <PartyShown party={visitors} />
      <p class="product">
        {product.name}, <strong>{reservation.visitTime}</strong>
      </p>
      {guest.name !== '' && (
        <p>
          <bdi>{guest.name}</bdi>
        </p>
      )}
      {services.length > 0 && (
        <p>{services.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}</p>
      )}
      {reservation.specialRequests && (
        <p class="hint">
          <bdi>{reservation.specialRequests}</bdi>
        </p>
      )}
      {isOpen && reservation.visitDate !== date && (
        <p class="notice bad">
          <strong>{translate('gate.otherDay', { date: formats.date(reservation.visitDate) })}</strong>
        </p>
      )}
      {isOpen && cenoteId !== '' && product.id !== cenoteId && (
        <p class="notice bad">
          <strong>
            {translate('gate.otherCenote')}: {product.name}
          </strong>
        </p>
      )}
      {isOpen &&
        (balanceDueCents > 0 ? (
          <p class="money due">
            {translate('gate.due')} <strong>{formats.money(balanceDueCents, pricing.currency)}</strong>
          </p>
        ) : (
          <p class="money paid">
            {translate('gate.paid')} <strong>{formats.money(pricing.totalCents, pricing.currency)}</strong>
          </p>
        ))}
      {children}
    </article>
  )
}
