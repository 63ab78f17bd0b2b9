import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql, testServerUrl } from '../testkit/database.ts'
import {
  keys,
  nextSaturday,
  partner,
  startTestProduct,
  type TestResponse,
  type TestProduct,
} from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const rivalId = demoId('partner', 'rival')
const path = '/api/partner/reservations'

let product: TestProduct
/** A reservation of each kind; each corruption is applied to one of them, and reverted. */
let pending: string
let cancelled: string
let withCoupon: string
let credited: string
let refunded: string
let returnedCoupon: string

const create = (changes: object = {}, headers: Record<string, string> = {}): Promise<TestResponse> =>
  partner(product.url).post(
    path,
    {
      cenoteId,
      visitDate: nextSaturday(),
      visitTime: '10:00',
      visitors: { adults: 2, children: 1 },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 1 555' },
      ...changes,
    },
    headers,
  )
const idOf = ({ body }: TestResponse): string => body.data.id
const booking = (text: string, values: unknown[] = []) => sql(product.database('booking'), text, values)
const pricing = (text: string, values: unknown[] = []) => sql(product.database('pricing'), text, values)

async function discrepancies(): Promise<string[]> {
  const databasePrefix = product.database('booking').replace(/booking$/, '')
  const findings = await audit({ serverUrl: testServerUrl(), databasePrefix, environment: 'sandbox' })
  return findings.flatMap((finding) => finding.discrepancies)
}

beforeAll(async () => {
  product = await startTestProduct()
  const rest = partner(product.url)
  const webhook = { url: 'http://127.0.0.1:9/none', events: ['reservation.created', 'reservation.cancelled'] }
  expect(await rest.post('/webhooks', webhook)).toHaveStatus(201)
  pending = idOf(await create({}, { 'Idempotency-Key': randomUUID() }))
  cancelled = idOf(await create({ externalId: randomUUID() }))
  await rest.post(`${path}/${cancelled}/confirm`, {})
  await rest.post(`${path}/${cancelled}/cancel`, { reason: 'weather' })
  withCoupon = idOf(await create({ promoCode: 'CENOTE10' }))
  returnedCoupon = idOf(await create({ promoCode: 'CENOTE10' }))
  await rest.post(`${path}/${returnedCoupon}/cancel`, { reason: 'guest_request' })
  credited = idOf(await create({ visitTime: '15:00' }))
  await rest.post(`${path}/${credited}/confirm`, { paymentId: 'pay_1' })
  await rest.send('PATCH', `${path}/${credited}`, { visitors: { adults: 1, children: 0 } })
  await rest.post(`${path}/${credited}/refund`, { amount: 100 })
  refunded = idOf(await create({ visitTime: '15:00' }))
  await rest.post(`${path}/${refunded}/confirm`, { paymentId: 'pay_1' })
  await rest.post(`${path}/${refunded}/cancel`, { reason: 'weather' })
  await rest.post(`${path}/${refunded}/refund`, {})
  // In the background: the coupon is released, and the events become deliveries.
  const counts = () =>
    booking(
      `SELECT (SELECT count(*)::integer FROM sandbox.coupon_claim WHERE state = 'returned') AS returned,
         (SELECT count(*)::integer FROM sandbox.webhook_delivery) AS queued`,
    )
  await eventually(counts, [{ returned: 1, queued: 9 }])
})
afterAll(() => product.close())

const setPayment = (name: string, value: string) =>
  booking(`UPDATE sandbox.reservation SET payment = jsonb_set(payment, '{${name}}', $2::jsonb) WHERE id = $1`, [
    credited,
    value,
  ])
const setRefund = (name: string, value: string) =>
  booking(`UPDATE sandbox.reservation SET refund = jsonb_set(refund, '{${name}}', $2::jsonb) WHERE id = $1`, [
    refunded,
    value,
  ])
/** Changes the price at the version before the credit went back. */
const setTotalBefore = (difference: string) =>
  booking(
    `UPDATE sandbox.reservation_event SET snapshot = jsonb_set(snapshot, '{pricing,totalCents}',
       to_jsonb((snapshot #>> '{pricing,totalCents}')::integer ${difference})) WHERE reservation_id = $1 AND version = 3`,
    [credited],
  )

interface Planted {
  readonly wrong: string
  plant(): Promise<unknown>
  takeBack(): Promise<unknown>
  /** The report of the audit. */
  readonly named: () => RegExp
}

/** A change of one row that an opposite change reverts. */
const planted: readonly Planted[] = [
  {
    wrong: 'places of a slot that no reservation holds',
    plant: () =>
      booking(`UPDATE sandbox.inventory_slot SET booked = booked + 1 WHERE visit_time = '10:00' AND booked > 0`),
    takeBack: () =>
      booking(`UPDATE sandbox.inventory_slot SET booked = booked - 1 WHERE visit_time = '10:00' AND booked > 0`),
    named: () => /^product \S+ on \S+ at 10:00: 7 places are booked, its reservations hold 6$/,
  },
  {
    wrong: 'places of a day that were lost',
    plant: () => booking('UPDATE sandbox.inventory_day SET booked = 0 WHERE booked > 0'),
    // Days of the demo's calendar hold nothing.
    takeBack: () =>
      booking(`UPDATE sandbox.inventory_day AS day SET booked = 7 WHERE EXISTS (
        SELECT FROM sandbox.inventory_slot AS slot
        WHERE slot.cenote_id = day.cenote_id AND slot.visit_date = day.visit_date AND slot.booked > 0)`),
    named: () => /^product \S+ on \S+: 0 places are booked, its reservations hold 7$/,
  },
  {
    wrong: 'a cancelled reservation without its cancellation, holding places again',
    plant: () => booking(`UPDATE sandbox.reservation SET status = 'confirmed' WHERE id = $1`, [cancelled]),
    takeBack: () => booking(`UPDATE sandbox.reservation SET status = 'cancelled' WHERE id = $1`, [cancelled]),
    named: () => new RegExp(`^reservation ${cancelled} is confirmed and has a cancellation$`),
  },
  ...[-0.5, 1.5].map((refundCeiling) => ({
    wrong: `a refund ceiling of ${refundCeiling}`,
    plant: () => booking('UPDATE sandbox.reservation SET refund_ceiling = $2 WHERE id = $1', [credited, refundCeiling]),
    takeBack: () => booking('UPDATE sandbox.reservation SET refund_ceiling = 1 WHERE id = $1', [credited]),
    named: () =>
      new RegExp(`^(reservation ${credited} has a refund ceiling of|event \\S+ of reservation ${credited} does not)`),
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
          pending,
        ])) as [{ value: string }]
        own = value
        await booking(
          `UPDATE sandbox.reservation SET ${column} = (SELECT ${column} FROM sandbox.reservation WHERE id = $2) WHERE id = $1`,
          [pending, cancelled],
        )
      },
      takeBack: () => booking(`UPDATE sandbox.reservation SET ${column} = $2 WHERE id = $1`, [pending, own]),
      named: () =>
        new RegExp(`^(${code} is that of 2 reservations|reservation ${pending} is not found by its ${kind} \\S+)$`),
    }
  }),
  {
    wrong: 'a code of a reservation that does not exist, and a reservation without its code',
    plant: () =>
      booking(`UPDATE sandbox.reservation_code SET reservation_id = $1 WHERE reservation_id = $2 AND kind = 'id'`, [
        rivalId,
        pending,
      ]),
    takeBack: () =>
      booking(`UPDATE sandbox.reservation_code SET reservation_id = $2 WHERE reservation_id = $1`, [rivalId, pending]),
    named: () =>
      new RegExp(
        `^(the id ${pending} is that of reservation ${rivalId}, which does not exist or is another partner's|reservation ${pending} is not found by its id ${pending})$`,
      ),
  },
  {
    wrong: 'an external id of a reservation that has another one, and a reservation that is not found by its own',
    plant: () => booking(`UPDATE sandbox.reservation SET external_id = gen_random_uuid() WHERE id = $1`, [cancelled]),
    takeBack: () =>
      booking(
        `UPDATE sandbox.reservation SET external_id = code::uuid FROM sandbox.reservation_code
         WHERE id = $1 AND reservation_id = id AND kind = 'external_id'`,
        [cancelled],
      ),
    named: () =>
      new RegExp(
        `^(the external id \\S+ is that of reservation ${cancelled}, which has \\S+|reservation ${cancelled} is not found by its external_id \\S+)$`,
      ),
  },
  {
    wrong: "a code that leads to another partner's reservations",
    plant: () =>
      booking(`UPDATE sandbox.reservation_code SET partner_id = $1 WHERE reservation_id = $2 AND kind = 'reference'`, [
        rivalId,
        pending,
      ]),
    takeBack: () =>
      booking(`UPDATE sandbox.reservation_code SET partner_id = $1 WHERE reservation_id = $2 AND kind = 'reference'`, [
        demoId('partner', 'demo'),
        pending,
      ]),
    named: () =>
      new RegExp(
        `^the reference \\S+ is that of reservation ${pending}, which does not exist or is another partner's$`,
      ),
  },
  {
    wrong: 'a hold whose end is not noted',
    plant: () =>
      booking(`UPDATE sandbox.reservation_due SET reservation_id = $1 WHERE reservation_id = $2`, [rivalId, pending]),
    takeBack: () =>
      booking(`UPDATE sandbox.reservation_due SET reservation_id = $2 WHERE reservation_id = $1`, [rivalId, pending]),
    named: () =>
      new RegExp(
        `^(reservation ${pending} is due \\(hold\\) at [^,]+, noted is nothing|reservation ${rivalId} is noted as due \\(hold\\) at [^,]+, and is not)$`,
      ),
  },
  {
    wrong: 'a hold that is noted to end at another instant',
    plant: () =>
      booking(`UPDATE sandbox.reservation_due SET due_at = due_at + interval '1 hour' WHERE reservation_id = $1`, [
        pending,
      ]),
    takeBack: () =>
      booking(`UPDATE sandbox.reservation_due SET due_at = due_at - interval '1 hour' WHERE reservation_id = $1`, [
        pending,
      ]),
    named: () => new RegExp(`^reservation ${pending} is due \\(hold\\) at [^,]+, noted is \\d[^,]+$`),
  },
  {
    wrong: 'a credit of which more went back than its returns name',
    plant: () => setPayment('returnedCents', '10001'),
    takeBack: () => setPayment('returnedCents', '10000'),
    named: () =>
      new RegExp(`^reservation ${credited} was paid \\d+, 10001 of credits went back, its returns are 10000$`),
  },
  {
    wrong: 'a payment that no event reports',
    plant: () =>
      booking(`UPDATE sandbox.reservation SET payment = payment - 'returnedCents' - 'returns' WHERE id = $1`, [
        credited,
      ]),
    takeBack: () =>
      booking(
        `UPDATE sandbox.reservation r SET payment = snapshot -> 'payment' FROM sandbox.reservation_event e
         WHERE r.id = $1 AND e.reservation_id = r.id AND e.version = r.version`,
        [credited],
      ),
    named: () =>
      new RegExp(
        `of reservation ${credited} does not contain its state: payment.returnedCents is , reported as 10000$`,
      ),
  },
  {
    wrong: 'more returned than the credit was',
    plant: () => setTotalBefore('+ 1000000'),
    takeBack: () => setTotalBefore('- 1000000'),
    named: () => new RegExp(`^reservation ${credited} had a credit of 0 before version 4, which returned 10000$`),
  },
  {
    wrong: 'a refund that is not all of what was paid with its fees',
    plant: () => setRefund('feesCents', '1'),
    takeBack: () => setRefund('feesCents', '0'),
    named: () =>
      new RegExp(
        `^reservation ${refunded} is refunded, was paid \\d+ and returned 0; its refund is \\d+ and 1 of fees`,
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
    plant: () => booking('UPDATE sandbox.status_change SET version = -version WHERE reservation_id = $1', [cancelled]),
    takeBack: () =>
      booking('UPDATE sandbox.status_change SET version = -version WHERE reservation_id = $1', [cancelled]),
    named: () => new RegExp(`^reservation ${cancelled} went from nothing to cancelled at version -3`),
  },
  {
    wrong: 'a history that ends in another state',
    plant: () =>
      booking(`UPDATE sandbox.status_change SET version = 9 WHERE reservation_id = $1 AND status = 'confirmed'`, [
        cancelled,
      ]),
    takeBack: () =>
      booking(`UPDATE sandbox.status_change SET version = 2 WHERE reservation_id = $1 AND status = 'confirmed'`, [
        cancelled,
      ]),
    named: () =>
      new RegExp(`^reservation ${cancelled} is cancelled at version 3, its history ends with confirmed at version 9$`),
  },
  {
    wrong: 'no history at all',
    plant: () =>
      booking(
        `WITH gone AS (DELETE FROM sandbox.status_change WHERE reservation_id = $1 RETURNING *) SELECT * FROM gone`,
        [pending],
      ),
    takeBack: () =>
      booking(
        `INSERT INTO sandbox.status_change (partner_id, reservation_id, version, status, at)
         SELECT partner_id, id, 1, 'pending', created_at FROM sandbox.reservation WHERE id = $1`,
        [pending],
      ),
    named: () => new RegExp(`^reservation ${pending} is pending and has no history$`),
  },
  {
    wrong: 'a gap in the events',
    plant: () =>
      booking(`UPDATE sandbox.reservation_event SET reservation_id = $2 WHERE reservation_id = $1 AND version = 2`, [
        cancelled,
        '00000000-0000-4000-8000-000000000001',
      ]),
    takeBack: () =>
      booking(`UPDATE sandbox.reservation_event SET reservation_id = $1 WHERE reservation_id = $2`, [
        cancelled,
        '00000000-0000-4000-8000-000000000001',
      ]),
    named: () => new RegExp(`^reservation ${cancelled} is at version 3, its events are 2, from version 1 to 3$`),
  },
  {
    wrong: 'a step that no event reports, and an event of an unknown reservation',
    plant: () =>
      booking(`UPDATE sandbox.reservation_event SET reservation_id = $2 WHERE reservation_id = $1`, [
        pending,
        '00000000-0000-4000-8000-000000000002',
      ]),
    takeBack: () =>
      booking(`UPDATE sandbox.reservation_event SET reservation_id = $1 WHERE reservation_id = $2`, [
        pending,
        '00000000-0000-4000-8000-000000000002',
      ]),
    named: () =>
      new RegExp(
        `^(reservation ${pending} (is at version 1, its events are none|became pending at version 1, which no event reports)|event \\S+ belongs to reservation 00000000-0000-4000-8000-000000000002, which does not exist)`,
      ),
  },
  {
    wrong: 'a change that no event reports',
    plant: () => booking('UPDATE sandbox.reservation SET children = 0, seniors = 1 WHERE id = $1', [pending]),
    takeBack: () => booking('UPDATE sandbox.reservation SET children = 1, seniors = 0 WHERE id = $1', [pending]),
    named: () =>
      new RegExp(
        `of reservation ${pending} does not contain its state: children is 0, reported as 1, seniors is 1, reported as 0$`,
      ),
  },
  {
    wrong: 'infants that no event reports',
    plant: () => booking('UPDATE sandbox.reservation SET children = 0, infants = 1 WHERE id = $1', [pending]),
    takeBack: () => booking('UPDATE sandbox.reservation SET children = 1, infants = 0 WHERE id = $1', [pending]),
    named: () =>
      new RegExp(
        `of reservation ${pending} does not contain its state: children is 0, reported as 1, infants is 1, reported as 0$`,
      ),
  },
  {
    wrong: 'teens without places',
    plant: () => booking('UPDATE sandbox.reservation SET teens = 1 WHERE id = $1', [pending]),
    takeBack: () => booking('UPDATE sandbox.reservation SET teens = 0 WHERE id = $1', [pending]),
    named: () => /places are booked, its reservations hold|teens is 1, reported as 0$/,
  },
  {
    wrong: 'an operation that left nothing',
    plant: () => booking('UPDATE sandbox.completed_operation SET version = 7'),
    takeBack: () => booking('UPDATE sandbox.completed_operation SET version = 1'),
    named: () => new RegExp(`^operation ".+" is done, and left reservation ${pending} at version 7`),
  },
  {
    wrong: "an operation on another partner's reservation",
    plant: () => booking('UPDATE sandbox.completed_operation SET partner_id = $1', [rivalId]),
    takeBack: () => booking('UPDATE sandbox.completed_operation SET partner_id = $1', [demoId('partner', 'demo')]),
    named: () => new RegExp(`^operation ".+" is done, and left reservation ${pending} at version 1, which is none of`),
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
      booking('UPDATE sandbox.coupon_claim SET reservation_id = $1 WHERE reservation_id = $2', [rivalId, withCoupon]),
    takeBack: () =>
      booking('UPDATE sandbox.coupon_claim SET reservation_id = $2 WHERE reservation_id = $1', [rivalId, withCoupon]),
    named: () =>
      new RegExp(
        `^(reservation ${withCoupon} uses coupon CENOTE10, of which there is no claim|coupon CENOTE10 is claimed for reservation ${rivalId}, (which does not exist|pricing counts no use)|pricing counts a use of coupon CENOTE10 for reservation ${withCoupon}, which claims none)$`,
      ),
  },
  {
    wrong: 'a use that a reservation has dropped and its claim has not',
    plant: () => booking('UPDATE sandbox.reservation SET coupon_code = NULL WHERE id = $1', [withCoupon]),
    takeBack: () => booking(`UPDATE sandbox.reservation SET coupon_code = 'CENOTE10' WHERE id = $1`, [withCoupon]),
    named: () => new RegExp(`^reservation ${withCoupon} uses coupon none, its claim is to CENOTE10$`),
  },
  {
    wrong: 'a claim of another coupon',
    plant: () => booking(`UPDATE sandbox.coupon_claim SET code = 'FIJO200' WHERE reservation_id = $1`, [withCoupon]),
    takeBack: () =>
      booking(`UPDATE sandbox.coupon_claim SET code = 'CENOTE10' WHERE reservation_id = $1`, [withCoupon]),
    named: () =>
      new RegExp(
        `^(reservation ${withCoupon} uses coupon CENOTE10, its claim is to FIJO200|coupon FIJO200 is claimed for reservation ${withCoupon}, pricing counts CENOTE10)$`,
      ),
  },
  {
    wrong: 'a use held by a reservation that ended unpaid',
    plant: () => booking(`UPDATE sandbox.coupon_claim SET state = 'kept' WHERE reservation_id = $1`, [returnedCoupon]),
    takeBack: () =>
      booking(`UPDATE sandbox.coupon_claim SET state = 'returned' WHERE reservation_id = $1`, [returnedCoupon]),
    named: () =>
      new RegExp(
        `^(reservation ${returnedCoupon} is cancelled and unpaid, its use of coupon CENOTE10 is kept|coupon CENOTE10 is claimed for reservation ${returnedCoupon}, pricing counts no use)$`,
      ),
  },
  {
    wrong: 'a use that was released and is still counted',
    plant: async () => {
      await pricing('UPDATE sandbox.coupon_redemption SET released_at = NULL WHERE reservation_id = $1', [
        returnedCoupon,
      ])
      await pricing(`UPDATE sandbox.coupon SET usage_count = usage_count + 1 WHERE code = 'CENOTE10'`)
    },
    takeBack: async () => {
      await pricing('UPDATE sandbox.coupon_redemption SET released_at = now() WHERE reservation_id = $1', [
        returnedCoupon,
      ])
      await pricing(`UPDATE sandbox.coupon SET usage_count = usage_count - 1 WHERE code = 'CENOTE10'`)
    },
    named: () =>
      new RegExp(`^coupon CENOTE10 of reservation ${returnedCoupon} was given back, pricing still counts it$`),
  },
]

describe('the audit', () => {
  it('finds nothing where everything went through the product', async () => {
    expect(await discrepancies()).toEqual([])
  })

  it.each(planted)('finds $wrong', async ({ plant, takeBack, named }) => {
    await plant()
    const found = await discrepancies()
    await takeBack()
    expect(found).toContainEqual(expect.stringMatching(named()))
    expect(await discrepancies()).toEqual([])
  })

  it('checks each environment separately', async () => {
    const databasePrefix = product.database('booking').replace(/booking$/, '')
    const live = await audit({ serverUrl: testServerUrl(), databasePrefix, environment: 'live' })
    expect(live.find(({ subject }) => subject === 'reservations')).toEqual({
      subject: 'reservations',
      examined: 0,
      discrepancies: [],
    })
    expect((await partner(product.url, keys.live).get(path)).body.data).toEqual([])
  })

  it('finds nothing while reservations come, change and go', async () => {
    let going = true
    const customer = async (): Promise<void> => {
      while (going) {
        const created = await create({
          visitTime: '14:00',
          promoCode: 'CENOTE10',
          visitors: { adults: 1, children: 0 },
        })
        if (created.status !== 201) continue
        const address = `${path}/${idOf(created)}`
        await partner(product.url).post(`${address}/cancel`, { reason: 'guest_request' })
      }
    }
    const customers = Array.from({ length: 4 }, customer)
    const found: string[] = []
    for (let round = 0; round < 4; round += 1) found.push(...(await discrepancies()))
    going = false
    await Promise.all(customers)
    expect(found).toEqual([])
  })
})
