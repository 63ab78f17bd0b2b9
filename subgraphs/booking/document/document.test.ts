import { describe, expect, it } from '@jest/globals'
import { renderConfirmation, renderQr, renderTicket, signedToken, verifyToken, type DocumentSubject } from './index.ts'

const secret = 'a secret of the test, long enough'
const token = {
  reservationId: 'b9b0b0a4-0000-4000-8000-000000000001',
  environment: 'sandbox',
  kind: 'ticket',
  expiresAt: new Date('2027-01-01T00:00:00Z'),
} as const
const now = new Date('2026-12-01T00:00:00Z')

describe('a signed address', () => {
  it('stands for one file of one reservation in one environment', () => {
    expect(verifyToken(signedToken(token, secret), secret, now)).toEqual(token)
  })

  it('is nothing once it expired, was changed, or was signed by another', () => {
    const signed = signedToken(token, secret)
    expect(verifyToken(signed, secret, token.expiresAt)).toBeNull()
    expect(verifyToken(signed, `${secret}!`, now)).toBeNull()
    for (let index = 0; index < signed.length; index += 1) {
      const changed = signed.slice(0, index) + (signed[index] === 'A' ? 'B' : 'A') + signed.slice(index + 1)
      expect(verifyToken(changed, secret, now)).toBeNull()
    }
    for (const text of ['', 'x', '%%%', 'A'.repeat(5_000)]) expect(verifyToken(text, secret, now)).toBeNull()
  })
})

describe('documents', () => {
  const subject: DocumentSubject = {
    bookingReference: 'CEN-ABC123',
    confirmationCode: 'CNF-ABC123',
    cenoteName: 'Cenote Zací',
    cenoteAddress: 'Calle 36 s/n, Valladolid',
    visitDate: '2026-11-28',
    visitTime: '10:00',
    timezone: 'America/Merida',
    visitors: { adults: 2, children: 1, seniors: 0 },
    guestName: 'José Núñez',
    totalCents: 162_400,
    currency: 'MXN',
    language: 'es',
  }

  it.each(['José Núñez', 'Łukasz', '山田太郎', '😀', '', 'a\r\nb\u0000', 'x'.repeat(5_000)])(
    'are PDF files whatever the guest is called: %j',
    async (guestName) => {
      for (const file of [
        await renderConfirmation({ ...subject, guestName }),
        await renderTicket({ ...subject, guestName }),
      ]) {
        expect(file.subarray(0, 5).toString()).toBe('%PDF-')
        expect(file.subarray(-7).toString()).toContain('%%EOF')
      }
    },
  )

  it('carry QR codes as pictures', async () => {
    expect((await renderQr('CEN-ABC123', 'PNG')).subarray(1, 4).toString()).toBe('PNG')
    expect((await renderQr('CEN-ABC123', 'SVG')).toString()).toContain('<svg')
  })
})
