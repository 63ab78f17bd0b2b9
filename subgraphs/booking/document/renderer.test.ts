import { describe, expect, it } from '@jest/globals'
import { renderConfirmation, renderQr, renderTicket, type DocumentSubject } from './index.ts'
import * as pdf from './pdf.ts'

const subject: DocumentSubject = {
  bookingReference: 'CEN-ABC123',
  confirmationCode: 'CNF-ABC123',
  cenoteName: 'Cenote Zací',
  cenoteAddress: 'Calle 36 s/n, Valladolid',
  visitDate: '2026-11-28',
  visitTime: '10:00',
  timezone: 'America/Merida',
  visitors: { adults: 2, children: 1, seniors: 0 },
  guestName: '山田太郎',
  totalCents: 162_400,
  currency: 'MXN',
  language: 'es',
  changedAt: new Date('2026-11-20T10:00:00Z'),
}

describe('rendering', () => {
  it('on another thread makes the same files', async () => {
    expect((await renderTicket(subject)).equals(await pdf.renderTicket(subject))).toBe(true)
    expect((await renderConfirmation(subject)).equals(await pdf.renderConfirmation(subject))).toBe(true)
    expect((await renderQr('CEN-ABC123', 'SVG')).toString()).toContain('<svg')
  })

  it('of what cannot be drawn fails that document only', async () => {
    const broken = { ...subject, currency: 'nonsense' }
    await expect(renderConfirmation(broken)).rejects.toThrow('Invalid currency code')
    expect((await renderConfirmation(subject)).subarray(0, 4).toString()).toBe('%PDF')
  })
})
