import { expect, it } from '@jest/globals'
import { cenoteId, sandbox, useTestFacade } from '../../tests/testkit/facade.ts'

const facade = useTestFacade()
const guest = { name: 'Ana', email: 'ana@example.com', phone: '+52 1' }

/** Recorded fingerprints. Both request bodies leave out members of their schema; the second schema has defaults for some. */
it.each([
  [
    '/api/partner/reservations',
    { cenoteId, visitDate: '2027-01-05', visitors: { adults: 2, children: 0 }, guest },
    'kFrca9MgcOAHESp1OrQKZorF_yOy_Q_lJGc1H675iY4',
  ],
  [
    '/pricing/calculate-complete',
    { itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 2 }, selectedServices: [{ id: cenoteId }] },
    'uF5Vs6VaHQAGSRd8Av6JQpapd3geHXfedau3C888X8k',
  ],
])('the fingerprint of a POST to %s does not depend on defaults of its schema', async (path, body, known) => {
  await facade.post(path, body, { ...sandbox, 'idempotency-key': 'k' })
  expect(facade.gateway.requests[0]?.headers.idempotency?.fingerprint).toBe(known)
})
