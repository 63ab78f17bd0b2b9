import { expect, it, jest } from '@jest/globals'

// Drawing on this thread would need this module.
jest.unstable_mockModule('./pdf.ts', () => {
  throw new Error('Documents are not drawn on the thread that answers requests')
})
const { renderTicket } = await import('./renderer.ts')

it('draws documents without the thread that answers requests', async () => {
  const ticket = await renderTicket({
    bookingReference: 'CEN-ABC123',
    confirmationCode: 'CNF-ABC123',
    cenoteName: 'Cenote Zací',
    cenoteAddress: 'Calle 36 s/n, Valladolid',
    visitDate: '2026-11-28',
    visitTime: '10:00',
    timezone: 'America/Merida',
    visitors: { adults: 2, children: 1, seniors: 0 },
    guestName: 'Ana',
    totalCents: 162_400,
    currency: 'MXN',
    language: 'es',
    changedAt: new Date('2026-11-20T10:00:00Z'),
  })
  expect(ticket.subarray(0, 4).toString()).toBe('%PDF')
  await expect(import('./pdf.ts')).rejects.toThrow('not drawn on the thread')
})
