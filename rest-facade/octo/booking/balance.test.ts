import { describe, expect, it } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../../http/errors.ts'
import type { ExecuteOptions, Facade } from '../../http/facade.ts'
import { ReadBookingDocument, type BookingFieldsFragment } from '../../generated/operations.ts'
import { withBalancePaid } from './balance.ts'

const uuid = '0b8f3a52-7f5e-4c0c-9a94-3b9a4c2f1d11'
const booking = (change: object = {}): BookingFieldsFragment =>
  ({
    id: uuid,
    status: 'CONFIRMED',
    cancellation: { reason: null },
    payment: { method: 'reseller', additional: [] },
    balanceDueCents: 100,
    version: 3,
    product: { __typename: 'Cenote', id: 'c' },
    ...change,
  }) as unknown as BookingFieldsFragment
const paid = booking({ balanceDueCents: 0, version: 4 })
const refused = failure('INVALID_STATE_TRANSITION', {})

interface Payment {
  readonly paymentId: string
  readonly ignoresIdempotencyKey: boolean | undefined
}

/** Pays the balance of a booking, which is `present` whenever it is read; each payment has the next outcome. */
async function balancePaid(
  before: BookingFieldsFragment,
  outcomes: readonly (BookingFieldsFragment | Error)[],
  present = before,
) {
  const payments: Payment[] = []
  const executeOrThrow = (
    _request: unknown,
    _reply: unknown,
    document: unknown,
    variables: { readonly input: { readonly paymentId: string } },
    options?: ExecuteOptions,
  ): Promise<object> => {
    if (document === ReadBookingDocument) return Promise.resolve({ reservation: present })
    const outcome = outcomes[payments.length] ?? outcomes.at(-1)
    payments.push({
      paymentId: variables.input.paymentId,
      ignoresIdempotencyKey: options?.ignoresIdempotencyKey,
    })
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve({ confirmReservation: outcome })
  }
  const context = {
    facade: { executeOrThrow } as unknown as Facade,
    request: { headers: {}, raw: { headers: {}, rawHeaders: [] } } as unknown as FastifyRequest,
    reply: {} as FastifyReply,
    products: new Map(),
  }
  const result = await withBalancePaid(context, before).catch((error: unknown) => error)
  return { payments, result }
}

describe('the balance of a booking', () => {
  it.each([
    ['first', { method: 'reseller', additional: [{ method: 'cash' }] }],
    ['later', { method: 'cash', additional: [{ method: 'card' }, { method: 'reseller' }] }],
  ])("is paid by the reseller when its payment is the %s of the booking's", async (_which, payment) => {
    const { payments, result } = await balancePaid(booking({ payment }), [paid])
    expect(payments).toEqual([{ paymentId: `${uuid}:3`, ignoresIdempotencyKey: false }])
    expect(result).toBe(paid)
  })

  it.each([
    ['nothing is due', { balanceDueCents: 0 }],
    ['nothing was paid', { payment: null }],
    ['others have paid', { payment: { method: 'cash', additional: [{ method: null }] } }],
    ['it is on hold', { status: 'PENDING' }],
    ['it is redeemed', { status: 'IN_PROGRESS' }],
    ['it is cancelled', { status: 'CANCELLED' }],
  ])('stays as it is when %s', async (_why, change) => {
    const before = booking(change)
    expect(await balancePaid(before, [paid])).toEqual({ payments: [], result: before })
  })

  it('is paid again when another change has made more due, and no stored response is taken for that', async () => {
    const { payments, result } = await balancePaid(booking(), [booking({ version: 5 }), paid])
    expect(payments).toEqual([
      { paymentId: `${uuid}:3`, ignoresIdempotencyKey: false },
      { paymentId: `${uuid}:5`, ignoresIdempotencyKey: true },
    ])
    expect(result).toBe(paid)
  })

  it('is left once it was paid five times and more is due each time', async () => {
    const still = booking({ version: 5 })
    const { payments, result } = await balancePaid(booking(), [still])
    expect(payments).toHaveLength(5)
    expect(result).toBe(still)
  })

  it('is paid after a stored refusal, and is that of the present booking', async () => {
    const { payments, result } = await balancePaid(booking(), [refused, paid])
    expect(payments.map(({ ignoresIdempotencyKey }) => ignoresIdempotencyKey)).toEqual([false, true])
    expect(result).toBe(paid)
  })

  it('is reported when it cannot be paid, and not when it need not be paid any more', async () => {
    const { payments, result } = await balancePaid(booking(), [refused])
    expect(payments).toHaveLength(5)
    expect(result).toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    const redeemed = booking({ status: 'IN_PROGRESS' })
    expect((await balancePaid(booking(), [refused], redeemed)).result).toBe(redeemed)
  })
})
