import { systemAuthor } from '../../platform/trust/author.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { nextSaturday } from '../testkit/product.ts'

const rivalId = demoId('partner', 'rival')

/** A reservation of each kind; each fault is planted in one of them, and taken back. */
export type Kind = 'pending' | 'cancelled' | 'withCoupon' | 'returnedCoupon' | 'credited' | 'refunded' | 'tour'

export interface Planting {
  booking(text: string, values?: unknown[]): Promise<unknown[]>
  pricing(text: string, values?: unknown[]): Promise<unknown[]>
  /** Known once they are made. */
  readonly ids: Readonly<Record<Kind, string>>
}

export interface PlantedFault {
  readonly wrong: string
  plant(): Promise<unknown>
  takeBack(): Promise<unknown>
  /** The report of the audit. */
  readonly named: () => RegExp
}

/** Changes of single rows that opposite changes revert. */
export function plantedFaults({ booking, pricing, ids }: Planting): readonly PlantedFault[] {
  const setPayment = (name: string, value: string) =>
    booking(`UPDATE sandbox.reservation SET payment = jsonb_set(payment, '{${name}}', $2::jsonb) WHERE id = $1`, [
      ids.credited,
      value,
    ])
  const setRefund = (name: string, value: string) =>
    booking(`UPDATE sandbox.reservation SET refund = jsonb_set(refund, '{${name}}', $2::jsonb) WHERE id = $1`, [
      ids.refunded,
      value,
    ])
  /** Changes the price at the version before the credit went back. */
  const setTotalBefore = (difference: string) =>
    booking(
      `UPDATE sandbox.reservation_event SET snapshot = jsonb_set(snapshot, '{pricing,totalCents}',
       to_jsonb((snapshot #>> '{pricing,totalCents}')::integer ${difference})) WHERE reservation_id = $1 AND version = 3`,
      [ids.credited],
    )

  return [
    {
      wrong: 'a cancelled reservation without its cancellation, holding places again',
      plant: () => booking(`UPDATE sandbox.reservation SET status = 'confirmed' WHERE id = $1`, [ids.cancelled]),
      takeBack: () => booking(`UPDATE sandbox.reservation SET status = 'cancelled' WHERE id = $1`, [ids.cancelled]),
      named: () => new RegExp(`^reservation ${ids.cancelled} is confirmed and has a cancellation$`),
    },
    ...[-0.5, 1.5].map((refundCeiling) => ({
      wrong: `a refund ceiling of ${refundCeiling}`,
      plant: () =>
        booking('UPDATE sandbox.reservation SET refund_ceiling = $2 WHERE id = $1', [ids.credited, refundCeiling]),
      takeBack: () => booking('UPDATE sandbox.reservation SET refund_ceiling = 1 WHERE id = $1', [ids.credited]),
      named: () =>
        new RegExp(
          `^(reservation ${ids.credited} has a refund ceiling of|event \\S+ of reservation ${ids.credited} does not)`,
        ),
    })),
    ...[
      { column: 'booking_reference', code: 'booking reference CEN-\\w+', kind: 'reference' },
      { column: 'confirmation_code', code: 'confirmation code CNF-\\w+', kind: 'confirmation' },
    ].map(({ column, code, kind }) => {
      let own: string
      return {
        wrong: `the same ${column} twice`,
        plant: async () => {
          const [{ value }] = (await booking(`SELECT ${column} AS value FROM sandbox.reservation WHERE id = $1`, [
            ids.pending,
          ])) as [{ value: string }]
          own = value
          await booking(
            `UPDATE sandbox.reservation SET ${column} = (SELECT ${column} FROM sandbox.reservation WHERE id = $2) WHERE id = $1`,
            [ids.pending, ids.cancelled],
          )
        },
        takeBack: () => booking(`UPDATE sandbox.reservation SET ${column} = $2 WHERE id = $1`, [ids.pending, own]),
        named: () =>
          new RegExp(
            `^(${code} is that of 2 reservations|reservation ${ids.pending} is not found by its ${kind} \\S+)$`,
          ),
      }
    }),
    {
      wrong: 'a code of a reservation that does not exist, and a reservation without its code',
      plant: () =>
        booking(`UPDATE sandbox.reservation_code SET reservation_id = $1 WHERE reservation_id = $2 AND kind = 'id'`, [
          rivalId,
          ids.pending,
        ]),
      takeBack: () =>
        booking(`UPDATE sandbox.reservation_code SET reservation_id = $2 WHERE reservation_id = $1`, [
          rivalId,
          ids.pending,
        ]),
      named: () =>
        new RegExp(
          `^(the id ${ids.pending} is that of reservation ${rivalId}, which does not exist or is another partner's|reservation ${ids.pending} is not found by its id ${ids.pending})$`,
        ),
    },
    {
      wrong: 'an external id of a reservation that has another one, and a reservation that is not found by its own',
      plant: () =>
        booking(`UPDATE sandbox.reservation SET external_id = gen_random_uuid() WHERE id = $1`, [ids.cancelled]),
      takeBack: () =>
        booking(
          `UPDATE sandbox.reservation SET external_id = code::uuid FROM sandbox.reservation_code
         WHERE id = $1 AND reservation_id = id AND kind = 'external_id'`,
          [ids.cancelled],
        ),
      named: () =>
        new RegExp(
          `^(the external id \\S+ is that of reservation ${ids.cancelled}, which has \\S+|reservation ${ids.cancelled} is not found by its external_id \\S+)$`,
        ),
    },
    {
      wrong: "a code that leads to another partner's reservations",
      plant: () =>
        booking(
          `UPDATE sandbox.reservation_code SET partner_id = $1 WHERE reservation_id = $2 AND kind = 'reference'`,
          [rivalId, ids.pending],
        ),
      takeBack: () =>
        booking(
          `UPDATE sandbox.reservation_code SET partner_id = $1 WHERE reservation_id = $2 AND kind = 'reference'`,
          [demoId('partner', 'demo'), ids.pending],
        ),
      named: () =>
        new RegExp(
          `^the reference \\S+ is that of reservation ${ids.pending}, which does not exist or is another partner's$`,
        ),
    },
    {
      wrong: 'a hold whose end is not noted',
      plant: () =>
        booking(`UPDATE sandbox.reservation_due SET reservation_id = $1 WHERE reservation_id = $2`, [
          rivalId,
          ids.pending,
        ]),
      takeBack: () =>
        booking(`UPDATE sandbox.reservation_due SET reservation_id = $2 WHERE reservation_id = $1`, [
          rivalId,
          ids.pending,
        ]),
      named: () =>
        new RegExp(
          `^(reservation ${ids.pending} is due \\(hold\\) at [^,]+, noted is nothing|reservation ${rivalId} is noted as due \\(hold\\) at [^,]+, and is not)$`,
        ),
    },
    {
      wrong: 'a hold that is noted to end at another instant',
      plant: () =>
        booking(`UPDATE sandbox.reservation_due SET due_at = due_at + interval '1 hour' WHERE reservation_id = $1`, [
          ids.pending,
        ]),
      takeBack: () =>
        booking(`UPDATE sandbox.reservation_due SET due_at = due_at - interval '1 hour' WHERE reservation_id = $1`, [
          ids.pending,
        ]),
      named: () => new RegExp(`^reservation ${ids.pending} is due \\(hold\\) at [^,]+, noted is \\d[^,]+$`),
    },
    {
      wrong: 'a credit of which more went back than its returns name',
      plant: () => setPayment('returnedCents', '10001'),
      takeBack: () => setPayment('returnedCents', '10000'),
      named: () =>
        new RegExp(`^reservation ${ids.credited} was paid \\d+, 10001 of credits went back, its returns are 10000$`),
    },
    {
      wrong: 'a payment that no event reports',
      plant: () =>
        booking(`UPDATE sandbox.reservation SET payment = payment - 'returnedCents' - 'returns' WHERE id = $1`, [
          ids.credited,
        ]),
      takeBack: () =>
        booking(
          `UPDATE sandbox.reservation r SET payment = snapshot -> 'payment' FROM sandbox.reservation_event e
         WHERE r.id = $1 AND e.reservation_id = r.id AND e.version = r.version`,
          [ids.credited],
        ),
      named: () =>
        new RegExp(
          `of reservation ${ids.credited} does not contain its state: payment.returnedCents is , reported as 10000$`,
        ),
    },
    {
      wrong: 'more returned than the credit was',
      plant: () => setTotalBefore('+ 1000000'),
      takeBack: () => setTotalBefore('- 1000000'),
      named: () => new RegExp(`^reservation ${ids.credited} had a credit of 0 before version 4, which returned 10000$`),
    },
    {
      wrong: 'a refund that is not all of what was paid with its fees',
      plant: () => setRefund('feesCents', '1'),
      takeBack: () => setRefund('feesCents', '0'),
      named: () =>
        new RegExp(
          `^reservation ${ids.refunded} is refunded, was paid \\d+ and returned 0; its refund is \\d+ and 1 of fees`,
        ),
    },
    {
      wrong: 'a total that counts a reservation too many',
      plant: () => booking(`UPDATE sandbox.reservation_total SET pending = pending + 1`),
      takeBack: () => booking(`UPDATE sandbox.reservation_total SET pending = pending - 1`),
      named: () => /^partner \S+ has 2 pending reservations on \d{4}-\d\d-\d\d, 3 are counted$/,
    },
    {
      wrong: 'reservations that no total counts',
      plant: () => booking(`UPDATE sandbox.reservation_total SET visit_date = 'never'`),
      takeBack: () => booking(`UPDATE sandbox.reservation_total SET visit_date = $1`, [nextSaturday()]),
      named: () => /^partner \S+ has 2 cancelled reservations on \d{4}-\d\d-\d\d, 0 are counted$/,
    },
    {
      wrong: 'a history that was lost',
      plant: () =>
        booking('UPDATE sandbox.status_change SET version = -version WHERE reservation_id = $1', [ids.cancelled]),
      takeBack: () =>
        booking('UPDATE sandbox.status_change SET version = -version WHERE reservation_id = $1', [ids.cancelled]),
      named: () => new RegExp(`^reservation ${ids.cancelled} went from nothing to cancelled at version -3`),
    },
    {
      wrong: 'a history that ends in another state',
      plant: () =>
        booking(`UPDATE sandbox.status_change SET version = 9 WHERE reservation_id = $1 AND status = 'confirmed'`, [
          ids.cancelled,
        ]),
      takeBack: () =>
        booking(`UPDATE sandbox.status_change SET version = 2 WHERE reservation_id = $1 AND status = 'confirmed'`, [
          ids.cancelled,
        ]),
      named: () =>
        new RegExp(
          `^reservation ${ids.cancelled} is cancelled at version 3, its history ends with confirmed at version 9$`,
        ),
    },
    {
      wrong: 'no history at all',
      plant: () =>
        booking(
          `WITH gone AS (DELETE FROM sandbox.status_change WHERE reservation_id = $1 RETURNING *) SELECT * FROM gone`,
          [ids.pending],
        ),
      takeBack: () =>
        booking(
          `INSERT INTO sandbox.status_change (partner_id, reservation_id, version, status, at, author)
         SELECT partner_id, id, 1, 'pending', created_at, $2::jsonb FROM sandbox.reservation WHERE id = $1`,
          [ids.pending, JSON.stringify(systemAuthor)],
        ),
      named: () => new RegExp(`^reservation ${ids.pending} is pending and has no history$`),
    },
    {
      wrong: 'a gap in the events',
      plant: () =>
        booking(`UPDATE sandbox.reservation_event SET reservation_id = $2 WHERE reservation_id = $1 AND version = 2`, [
          ids.cancelled,
          '00000000-0000-4000-8000-000000000001',
        ]),
      takeBack: () =>
        booking(`UPDATE sandbox.reservation_event SET reservation_id = $1 WHERE reservation_id = $2`, [
          ids.cancelled,
          '00000000-0000-4000-8000-000000000001',
        ]),
      named: () => new RegExp(`^reservation ${ids.cancelled} is at version 3, its events are 2, from version 1 to 3$`),
    },
    {
      wrong: 'a step that no event reports, and an event of an unknown reservation',
      plant: () =>
        booking(`UPDATE sandbox.reservation_event SET reservation_id = $2 WHERE reservation_id = $1`, [
          ids.pending,
          '00000000-0000-4000-8000-000000000002',
        ]),
      takeBack: () =>
        booking(`UPDATE sandbox.reservation_event SET reservation_id = $1 WHERE reservation_id = $2`, [
          ids.pending,
          '00000000-0000-4000-8000-000000000002',
        ]),
      named: () =>
        new RegExp(
          `^(reservation ${ids.pending} (is at version 1, its events are none|became pending at version 1, which no event reports)|event \\S+ belongs to reservation 00000000-0000-4000-8000-000000000002, which does not exist)`,
        ),
    },
    {
      wrong: 'a change that no event reports',
      plant: () => booking('UPDATE sandbox.reservation SET children = 0, seniors = 1 WHERE id = $1', [ids.pending]),
      takeBack: () => booking('UPDATE sandbox.reservation SET children = 1, seniors = 0 WHERE id = $1', [ids.pending]),
      named: () =>
        new RegExp(
          `of reservation ${ids.pending} does not contain its state: children is 0, reported as 1, seniors is 1, reported as 0$`,
        ),
    },
    {
      wrong: 'infants that no event reports',
      plant: () => booking('UPDATE sandbox.reservation SET children = 0, infants = 1 WHERE id = $1', [ids.pending]),
      takeBack: () => booking('UPDATE sandbox.reservation SET children = 1, infants = 0 WHERE id = $1', [ids.pending]),
      named: () =>
        new RegExp(
          `of reservation ${ids.pending} does not contain its state: children is 0, reported as 1, infants is 1, reported as 0$`,
        ),
    },
    {
      wrong: 'teens without places',
      plant: () => booking('UPDATE sandbox.reservation SET teens = 1 WHERE id = $1', [ids.pending]),
      takeBack: () => booking('UPDATE sandbox.reservation SET teens = 0 WHERE id = $1', [ids.pending]),
      named: () => /places are booked, its reservations hold|teens is 1, reported as 0$/,
    },
    {
      wrong: 'an operation that left nothing',
      plant: () => booking('UPDATE sandbox.completed_operation SET version = 7'),
      takeBack: () => booking('UPDATE sandbox.completed_operation SET version = 1'),
      named: () => new RegExp(`^operation ".+" is done, and left reservation ${ids.pending} at version 7`),
    },
    {
      wrong: "an operation on another partner's reservation",
      plant: () => booking('UPDATE sandbox.completed_operation SET partner_id = $1', [rivalId]),
      takeBack: () => booking('UPDATE sandbox.completed_operation SET partner_id = $1', [demoId('partner', 'demo')]),
      named: () =>
        new RegExp(`^operation ".+" is done, and left reservation ${ids.pending} at version 1, which is none of`),
    },
    {
      wrong: "a delivery of another partner's event",
      plant: () => booking('UPDATE sandbox.webhook SET partner_id = $1', [rivalId]),
      takeBack: () => booking('UPDATE sandbox.webhook SET partner_id = $1', [demoId('partner', 'demo')]),
      named: () => new RegExp(`^delivery \\S+ sends an event of partner \\S+ to a webhook of partner ${rivalId}$`),
    },
    {
      wrong: 'a delivery of an event that does not exist',
      plant: () =>
        booking(
          `INSERT INTO sandbox.webhook_delivery (id, webhook_id, event_id, type, status, created_at)
         SELECT $1, webhook_id, $1, type, 'dead', created_at FROM sandbox.webhook_delivery LIMIT 1`,
          [rivalId],
        ),
      takeBack: () => booking('DELETE FROM sandbox.webhook_delivery WHERE id = $1', [rivalId]),
      named: () => new RegExp(`^delivery ${rivalId} sends event ${rivalId}, which does not exist$`),
    },
    {
      wrong: 'a coupon that counts a use too many',
      plant: () => pricing(`UPDATE sandbox.coupon SET usage_count = usage_count + 1 WHERE code = 'CENOTE10'`),
      takeBack: () => pricing(`UPDATE sandbox.coupon SET usage_count = usage_count - 1 WHERE code = 'CENOTE10'`),
      named: () => /^coupon CENOTE10 counts \d+ uses, of which 1 are recorded/,
    },
    {
      wrong: 'a coupon used without a claim',
      plant: () =>
        booking('UPDATE sandbox.coupon_claim SET reservation_id = $1 WHERE reservation_id = $2', [
          rivalId,
          ids.withCoupon,
        ]),
      takeBack: () =>
        booking('UPDATE sandbox.coupon_claim SET reservation_id = $2 WHERE reservation_id = $1', [
          rivalId,
          ids.withCoupon,
        ]),
      named: () =>
        new RegExp(
          `^(reservation ${ids.withCoupon} uses coupon CENOTE10, of which there is no claim|coupon CENOTE10 is claimed for reservation ${rivalId}, (which does not exist|pricing counts no use)|pricing counts a use of coupon CENOTE10 for reservation ${ids.withCoupon}, which claims none)$`,
        ),
    },
    {
      wrong: 'a use that a reservation has dropped and its claim has not',
      plant: () => booking('UPDATE sandbox.reservation SET coupon_code = NULL WHERE id = $1', [ids.withCoupon]),
      takeBack: () =>
        booking(`UPDATE sandbox.reservation SET coupon_code = 'CENOTE10' WHERE id = $1`, [ids.withCoupon]),
      named: () => new RegExp(`^reservation ${ids.withCoupon} uses coupon none, its claim is to CENOTE10$`),
    },
    {
      wrong: 'a claim of another coupon',
      plant: () =>
        booking(`UPDATE sandbox.coupon_claim SET code = 'FIJO200' WHERE reservation_id = $1`, [ids.withCoupon]),
      takeBack: () =>
        booking(`UPDATE sandbox.coupon_claim SET code = 'CENOTE10' WHERE reservation_id = $1`, [ids.withCoupon]),
      named: () =>
        new RegExp(
          `^(reservation ${ids.withCoupon} uses coupon CENOTE10, its claim is to FIJO200|coupon FIJO200 is claimed for reservation ${ids.withCoupon}, pricing counts CENOTE10)$`,
        ),
    },
    {
      wrong: 'a use held by a reservation that ended unpaid',
      plant: () =>
        booking(`UPDATE sandbox.coupon_claim SET state = 'kept' WHERE reservation_id = $1`, [ids.returnedCoupon]),
      takeBack: () =>
        booking(`UPDATE sandbox.coupon_claim SET state = 'returned' WHERE reservation_id = $1`, [ids.returnedCoupon]),
      named: () =>
        new RegExp(
          `^(reservation ${ids.returnedCoupon} is cancelled and unpaid, its use of coupon CENOTE10 is kept|coupon CENOTE10 is claimed for reservation ${ids.returnedCoupon}, pricing counts no use)$`,
        ),
    },
    {
      wrong: 'a use that was released and is still counted',
      plant: async () => {
        await pricing('UPDATE sandbox.coupon_redemption SET released_at = NULL WHERE reservation_id = $1', [
          ids.returnedCoupon,
        ])
        await pricing(`UPDATE sandbox.coupon SET usage_count = usage_count + 1 WHERE code = 'CENOTE10'`)
      },
      takeBack: async () => {
        await pricing('UPDATE sandbox.coupon_redemption SET released_at = now() WHERE reservation_id = $1', [
          ids.returnedCoupon,
        ])
        await pricing(`UPDATE sandbox.coupon SET usage_count = usage_count - 1 WHERE code = 'CENOTE10'`)
      },
      named: () =>
        new RegExp(`^coupon CENOTE10 of reservation ${ids.returnedCoupon} was given back, pricing still counts it$`),
    },
  ]
}
