import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { couponUses, insertCoupon } from '../testkit/coupons.ts'
import { makeDue } from '../testkit/due.ts'
import { times } from '../testkit/long-form.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  startTestProduct,
  type SharedProduct,
  type TestResponse,
  type TestProduct,
} from '../testkit/product.ts'
import { storedReservations } from '../testkit/stored-reservations.ts'

/** A cenote for 200 people an hour. */
const cenoteId = demoId('cenote', 'casa-cenote')
/** Two products, so that nothing but the databases can decide. */
const replicas: SharedProduct[] = []
let second: TestProduct
beforeAll(async () => {
  const first = await sharedTestProduct()
  second = await startTestProduct({}, first)
  replicas.push(first, second)
})
afterAll(async () => {
  await expectBalancedBooks(database('booking'))
  await second.close()
})

const database = (owner: 'booking' | 'pricing'): string => replicas[0]?.database(owner) ?? ''
const at = (replica: number) => partner(replicas[replica % 2]?.url ?? '')
const lastUse = (): Promise<string> => insertCoupon(database('pricing'), { usageLimit: 1 })
const uses = (code: string): Promise<number> => couponUses(database('pricing'), code)
const both = <T>(work: (replica: number) => Promise<T>): Promise<T[]> => Promise.all([0, 1].map(work))

const create = (replica: number, promoCode: string): Promise<TestResponse> =>
  at(replica).post('/api/partner/reservations', {
    cenoteId,
    visitDate: nextSaturday(),
    visitTime: '11:00',
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    promoCode,
  })

/** Pays on the guest's payment page; the state afterwards, or the error. */
async function pay(replica: number, id: string): Promise<string> {
  const due = await at(replica).graphql(
    'query ($id: ID!) { reservation(id: $id) { balanceDueCents paymentDue { creditCardUrl } } }',
    {
      id,
    },
  )
  const { balanceDueCents, paymentDue } = due.body.data.reservation
  const address: string | undefined = paymentDue?.creditCardUrl
  if (address === undefined) return 'NOTHING_DUE'
  const { body } = await at(replica).graphql(
    'mutation ($input: PlayCheckoutInput!) { playCheckout(input: $input) { status } }',
    { input: { token: new URL(address).searchParams.get('token'), outcome: 'PAY', amountCents: balanceDueCents } },
  )
  return body.data?.playCheckout.status ?? body.errors[0].extensions.code
}

/** Counts the reservations that have the coupon's discount and were paid, of those that a round created. */
async function paidWith(code: string, created: readonly TestResponse[]): Promise<number> {
  const ids = created.flatMap(({ status, body }) => (status === 201 ? [body.data.id as string] : []))
  const stored = await storedReservations(database('booking'), ids)
  return stored.filter(({ couponCode, payment }) => couponCode === code && payment !== null).length
}

it('of two checkouts that reserve and pay with the last use of a coupon, one gets it', async () => {
  for (let round = 1; round <= times(5, 15); round += 1) {
    const code = await lastUse()
    const created: TestResponse[] = []
    const outcomes = await both(async (replica) => {
      const response = await create(replica, code)
      created.push(response)
      return response.status === 201 ? pay(replica, response.body.data.id) : response.body.error.code
    })
    expect([round, ...outcomes.sort()]).toEqual([round, 'CONFIRMED', 'COUPON_usage_LIMIT_REACHED'])
    expect([await paidWith(code, created), await uses(code)]).toEqual([1, 1])
  }
})

it('two checkouts that pay one reservation with the last use of a coupon pay once', async () => {
  for (let round = 1; round <= times(4, 15); round += 1) {
    const code = await lastUse()
    const created = await create(round, code)
    const outcomes = await both((replica) => pay(replica, created.body.data.id))
    expect(outcomes.filter((outcome) => outcome === 'CONFIRMED')).toHaveLength(1)
    expect(['INVALID_STATE_TRANSITION', 'NOTHING_DUE']).toContain(outcomes.find((one) => one !== 'CONFIRMED'))
    expect([await paidWith(code, [created]), await uses(code)]).toEqual([1, 1])
    expect((await create(round, code)).body.error.code).toBe('COUPON_usage_LIMIT_REACHED')
  }
})

/** Whether the end of a hold is recorded, or its payment. */
const isNotPending = async (id: string): Promise<boolean> =>
  (await storedReservations(database('booking'), [id])).some(({ status }) => status !== 'pending')

it('a payment that races with the end of its hold and with who waits for the coupon leaves one that has it', async () => {
  const rounds = times(8, 30)
  for (let round = 1; round <= rounds; round += 1) {
    const code = await lastUse()
    const created = await create(round, code)
    const { body } = created
    // The hold ends while it is being paid and another checkout tries to reserve with the coupon.
    await makeDue(database('booking'), 'hold', [body.data.id], { milliseconds: (round * 120) / rounds })
    const [paid, next] = await Promise.all([
      pay(round, body.data.id),
      (async () => {
        for (;;) {
          const response = await create(round + 1, code)
          // Until the end is recorded, replicas may differ about it: each has a clock of its own.
          const isOver = response.status === 201 || (await isNotPending(body.data.id))
          if (isOver) return response.status === 201 ? response : create(round + 1, code)
        }
      })(),
    ])
    const isPaid = paid === 'CONFIRMED'
    expect([round, isPaid, next.status]).toEqual([round, isPaid, isPaid ? 422 : 201])
    expect(isPaid ? paid : await pay(round, next.body.data.id)).toBe('CONFIRMED')
    expect([await paidWith(code, [created, next]), await uses(code)]).toEqual([1, 1])
  }
})
