-- Reservations that may have a refund due: the list of refunds to pay reads these alone. Whether the hold of a pending one
-- has ended depends on the clock and is decided by the statement (subgraphs/booking/reservation/store/refund-due.ts, which
-- repeats this condition). On large tables created beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS reservation_refund_due ON reservation (partner_id, created_at, id)
  WHERE payment IS NOT NULL AND CASE
    WHEN status = 'pending' THEN true
    WHEN status = 'cancelled' THEN (refund->>'amountCents')::bigint > (refund->>'settledCents')::bigint
    WHEN status IN ('confirmed', 'in_progress') THEN (payment->>'amountCents')::bigint
      > coalesce((payment->>'returnedCents')::bigint, 0) + (pricing->>'totalCents')::bigint
    ELSE false END;
