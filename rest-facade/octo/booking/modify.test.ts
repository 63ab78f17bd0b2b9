import { describe, expect, it } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Kind, type DocumentNode } from 'graphql'
import { failure } from '../../http/errors.ts'
import type { Facade } from '../../http/facade.ts'
import type { BookingFieldsFragment } from '../../generated/operations.ts'
import { modifyBooking, type Modification } from './modify.ts'

const uuid = '0b8f3a52-7f5e-4c0c-9a94-3b9a4c2f1d11'
const booking = (status: string): BookingFieldsFragment =>
  ({
    id: 'r',
    status,
    cancellation: { reason: null },
    product: { __typename: 'Cenote', id: 'c' },
  }) as BookingFieldsFragment
const input = { id: 'r', dryRun: false, specialRequests: 'Late' }
const refused = (status: string) => failure('MODIFICATION_NOT_ALLOWED', { reason: `status_${status}` })

/** Changes a booking that is on hold when it is read, and is what the steps say when it is changed. */
async function modified(
  { changes = input, holdMinutes = 60, isKeyed = false }: Partial<Modification>,
  steps: Readonly<Record<string, (input: unknown) => object>>,
) {
  const operations: unknown[] = []
  const executeOrThrow = (
    _request: unknown,
    _reply: unknown,
    { definitions }: DocumentNode,
    variables: Record<string, unknown>,
  ): Promise<object> => {
    const definition = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
    const name = definition?.name?.value ?? ''
    operations.push([name, variables['input'] ?? variables['id']])
    const step = steps[name]
    if (!step) throw new Error(`No step for ${name}`)
    return Promise.resolve().then(() => step(variables['input']))
  }
  const context = {
    facade: { executeOrThrow } as unknown as Facade,
    request: { headers: {}, raw: { headers: {}, rawHeaders: [] } } as unknown as FastifyRequest,
    reply: {} as FastifyReply,
    products: new Map(),
  }
  const result = await modifyBooking(context, booking('PENDING'), { uuid }, { changes, holdMinutes, isKeyed }).catch(
    (error: unknown) => error,
  )
  return { operations, result }
}
const after = (reservation: BookingFieldsFragment) => ({ modifyReservation: { reservation } })
const throwing = (error: Error) => (): never => {
  throw error
}

describe('a change of a booking', () => {
  it('extends its hold in the same operation', async () => {
    const { operations, result } = await modified({}, { UpdateBooking: () => after(booking('PENDING')) })
    expect(operations).toEqual([['UpdateBooking', { ...input, holdMinutes: 60 }]])
    expect(result).toEqual(booking('PENDING'))
    const alone = await modified({ changes: null }, { UpdateBooking: () => after(booking('PENDING')) })
    expect(alone.operations).toEqual([['UpdateBooking', { id: 'r', dryRun: false, holdMinutes: 60 }]])
  })

  it('is done without an extension when the booking was confirmed meanwhile', async () => {
    const { operations, result } = await modified(
      {},
      { UpdateBooking: throwing(refused('confirmed')), UpdateConfirmedBooking: () => after(booking('CONFIRMED')) },
    )
    expect(operations).toEqual([
      ['UpdateBooking', { ...input, holdMinutes: 60 }],
      ['UpdateConfirmedBooking', input],
    ])
    expect(result).toEqual(booking('CONFIRMED'))
    const alone = await modified(
      { changes: null },
      { UpdateBooking: throwing(refused('confirmed')), ReadBooking: () => ({ reservation: booking('CONFIRMED') }) },
    )
    expect(alone.result).toEqual(booking('CONFIRMED'))
  })

  it.each([
    ['that is refused is reported', refused('pending'), 'PENDING', { code: 'MODIFICATION_NOT_ALLOWED' }],
    ['finds it cancelled meanwhile', refused('cancelled'), 'CANCELLED', { code: 'UNPROCESSABLE_ENTITY' }],
  ])('%s', async (_what, error, status, expected) => {
    const { operations, result } = await modified(
      {},
      { UpdateBooking: throwing(error), ReadBooking: () => ({ reservation: booking(status) }) },
    )
    expect(result).toMatchObject(expected)
    expect(operations).toHaveLength(2)
  })
})
