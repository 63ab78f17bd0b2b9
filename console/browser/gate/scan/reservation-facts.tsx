import type { GateReservationFragment } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { PartyShown } from './party.tsx'

interface ReservationFactsProperties {
  readonly reservation: GateReservationFragment
  /** The balance due, less payments that are queued to be sent. */
  readonly dueCents: number
}

/** The facts of a reservation that the entrance must see at a glance. */
export function ReservationFacts({ reservation, dueCents }: ReservationFactsProperties) {
  const translate = useText()
  const formats = useFormats()
  const { guest, pricing, product, services, status, visitors } = reservation
  const isPaid = dueCents <= 0 && (status === 'CONFIRMED' || status === 'IN_PROGRESS')
  return (
    <>
      <h2>{reservation.bookingReference}</h2>
      <PartyShown party={visitors} />
      <p class="product">
        {product.name},{' '}
        <strong>{formats.zoned(reservation.visitTime, reservation.timezone, reservation.visitDate)}</strong>
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
      {isPaid && (
        <p class="money">
          {translate('gate.paid')} <strong>{formats.money(pricing.totalCents, pricing.currency)}</strong>
        </p>
      )}
    </>
  )
}
