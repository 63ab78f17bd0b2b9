import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '../../../../platform/process/failures.ts'
import { createLogger } from '../../../../platform/process/logger.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { CreateReservationInput } from '../../generated/resolvers.ts'
import { createReservations } from './create-each.ts'

const input: CreateReservationInput = {
  cenoteId: '00000000-0000-4000-8000-000000000000',
  visitDate: '2027-01-09',
  preferredTime: '10:00',
  visitors: { adults: 1, children: 0, seniors: 0, infants: 0, teens: 0 },
}

/** A catalog that fails each request for a cenote with the next of some failures. */
const contextWith = (...failures: Error[]): ReservationContext =>
  ({
    identity: { partnerId: 'p', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'r' },
    database: { environment: 'sandbox', pool: { options: { max: 10 } } },
    services: {
      upstream: { cenote: () => Promise.reject(failures.shift() ?? new Error('called too often')) },
      logger: createLogger('silent', 'test'),
    },
  }) as unknown as ReservationContext

describe('several reservations', () => {
  it('of which each failed for a part that is unavailable fail as a whole, so that they are tried again', async () => {
    const away = new Unavailable('the catalog is away')
    await expect(createReservations({ reservations: [input, input] }, contextWith(away, away))).rejects.toBe(away)
  })

  it('have each its own error otherwise', async () => {
    const failures = [new Unavailable('away'), apiError('CENOTE_NOT_FOUND', { cenoteId: 'c' }), new Error('broken')]
    const { results } = await createReservations({ reservations: [input, input, input] }, contextWith(...failures))
    expect(results.map(({ error }) => [error?.code, error?.status])).toEqual([
      ['SERVICE_UNAVAILABLE', 503],
      ['CENOTE_NOT_FOUND', 404],
      ['INTERNAL_ERROR', 500],
    ])
  })
})
