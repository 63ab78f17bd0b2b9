const amount = (member: string): string => `coalesce((${member})::bigint, 0)`

/**
 * Amount still to be refunded, in cents, as `refundDueCents` of rules/payment.ts: the credit of an active reservation, or
 * the rest of the refund of a cancelled one. `now` names the instant; all that was paid is due once a hold has ended.
 */
export const refundDueSql = (now: string): string => `CASE
  WHEN status = 'cancelled' THEN greatest(0, ${amount(`refund->>'amountCents'`)} - ${amount(`refund->>'settledCents'`)})
  WHEN status IN ('pending', 'confirmed', 'in_progress') THEN greatest(0, ${amount(`payment->>'amountCents'`)}
    - ${amount(`payment->>'returnedCents'`)}
    - CASE WHEN status = 'pending' AND payment_deadline <= ${now} THEN 0 ELSE ${amount(`pricing->>'totalCents'`)} END)
  ELSE 0 END`

/** The condition of the index `reservation_refund_due`, word for word: PostgreSQL must find that one implies the other. */
const mayBeDue = `payment IS NOT NULL AND CASE
  WHEN status = 'pending' THEN true
  WHEN status = 'cancelled' THEN (refund->>'amountCents')::bigint > (refund->>'settledCents')::bigint
  WHEN status IN ('confirmed', 'in_progress') THEN (payment->>'amountCents')::bigint
    > coalesce((payment->>'returnedCents')::bigint, 0) + (pricing->>'totalCents')::bigint
  ELSE false END`

/** Whether a refund is due: those with one are few and found by their index. */
export const isRefundDueSql = (isDue: boolean, now: string): string =>
  isDue ? `(${mayBeDue}) AND ${refundDueSql(now)} > 0` : `${refundDueSql(now)} = 0`
