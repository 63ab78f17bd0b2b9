import { useEffect, useState } from 'preact/hooks'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { HeldSale } from './held-sale.tsx'
import { SaleForm } from './sale-form.tsx'

interface SalePageProperties {
  readonly cenoteId: string
  onOpen(reservation: string): void
}

/** A sale to a walk-in: its places are held, it is paid, and its ticket is shown. */
export function SalePage({ cenoteId, onOpen }: SalePageProperties) {
  const [held, setHeld] = useState<GateReservationFragment | null>(null)
  // The next step begins at the top.
  useEffect(() => scrollTo(0, 0), [held])
  return held ? (
    <HeldSale reservation={held} onOpen={onOpen} onNext={() => setHeld(null)} />
  ) : (
    <SaleForm entranceCenoteId={cenoteId} onHeld={setHeld} />
  )
}
