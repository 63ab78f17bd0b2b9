import { useEffect, useState } from 'preact/hooks'
import { timeText } from '../../../../platform/values/display.ts'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { referenceIn, type DoneAct } from '../queue/act.ts'
import { isQueued } from '../queue/queue-panel.tsx'
import { PartyShown } from '../scan/party.tsx'
import { TakePayment } from '../scan/take-payment.tsx'
import { useActs, useGate } from '../session.ts'

interface HeldSaleProperties {
  readonly reservation: GateReservationFragment
  onOpen(reservation: string): void
  onNext(): void
}

/** A sale whose places are held: it is paid, and then its ticket is shown. */
export function HeldSale({ reservation, onOpen, onNext }: HeldSaleProperties) {
  const translate = useText()
  const formats = useFormats()
  const { queue, cenotes } = useGate()
  const acts = useActs().acts()
  const [done, setDone] = useState<DoneAct | null>(null)
  const { bookingReference, pricing, product } = reservation
  // In the language of the page, which may have changed since the sale.
  const productName = cenotes.find(({ id }) => id === product.id)?.name ?? product.name
  useEffect(
    () =>
      queue.onDone((one) => {
        if (one.act.deed.kind === 'confirm' && one.reservation.bookingReference === bookingReference) setDone(one)
      }),
    [queue, bookingReference],
  )
  const act = acts.find((one) => one.deed.kind === 'confirm' && referenceIn(one.reservation) === bookingReference)
  const isPaid = act !== undefined && !act.refusal
  const total = <strong>{formats.money(pricing.totalCents, pricing.currency)}</strong>
  return (
    <section class="card sale-held">
      <h2>
        {done ? `${translate('gate.sold')}: ` : ''}
        {bookingReference}
      </h2>
      <PartyShown party={reservation.visitors} />
      <p class="product">
        {productName},{' '}
        <strong>{formats.zoned(reservation.visitTime, reservation.timezone, reservation.visitDate)}</strong>
      </p>
      {done ? (
        <>
          <p class="money paid">
            {translate('gate.paid')}{' '}
            <strong>{formats.money(done.reservation.amountPaidCents, pricing.currency)}</strong>
          </p>
          {done.ticketUrl !== null && (
            <img
              class="ticket"
              src={pathOf(done.ticketUrl)}
              alt={translate('gate.ticket', { reference: bookingReference })}
            />
          )}
          <div class="big-buttons">
            <button type="button" onClick={() => onOpen(bookingReference)}>
              {translate('gate.arriveNow')}
            </button>
            <button type="button" class="primary" onClick={onNext}>
              {translate('gate.sellNext')}
            </button>
          </div>
        </>
      ) : (
        <>
          <p class="money due">
            {translate('gate.due')} {total}
          </p>
          {!isPaid && reservation.expiresAt && (
            <p class="hint">{translate('gate.holdUntil', { time: timeText(reservation.expiresAt) })}</p>
          )}
          {isPaid && isQueued(act) && (
            <p role="status" class="notice warn">
              {translate('gate.soldQueued')}
            </p>
          )}
          <TakePayment
            dueCents={reservation.balanceDueCents}
            currency={pricing.currency}
            isDisabled={isPaid}
            onPaid={(paid) => queue.add(bookingReference, { kind: 'confirm', ...paid })}
          />
          <button type="button" onClick={onNext}>
            {translate(isPaid ? 'gate.sellNext' : 'gate.giveUp')}
          </button>
        </>
      )}
    </section>
  )
}

/** The address on this host, which serves the page. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, location.href)
  return pathname + search
}
