import { inflateSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { renderConfirmation, renderQr, renderTicket, signedToken, verifyToken, type DocumentSubject } from './index.ts'
import { partyText } from './pdf.ts'

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
    changedAt: new Date('2026-11-20T10:00:00Z'),
  }

  it('are the same file whenever they are made of the same reservation', async () => {
    const file = await renderTicket(subject)
    expect(file.toString('latin1')).toContain('(D:20261120100000Z)')
    expect(file.equals(await renderTicket({ ...subject }))).toBe(true)
  })

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

  it.each([
    'Łukasz Żółć',
    'José “Pepe” O’Hara – 50 €',
    'Юлия Щербакова',
    'Ωμέγα Παπαδόπουλος',
    'ნინო',
    'Nguyễn Thị Ánh',
    'Ana\u0301 Nu\u0303ez',
  ])('draw every letter of %s, and a reader can copy them', async (guestName) => {
    const drawn = lettersOf(await renderTicket({ ...subject, guestName }))
    expect([...guestName.normalize('NFC')].filter((letter) => !drawn.has(letter))).toEqual([])
  })

  it('count one and several', () => {
    expect(partyText({ adults: 1, children: 1, seniors: 1 }, 'es')).toBe('1 adulto, 1 niño, 1 adulto mayor')
    expect(partyText({ adults: 2, children: 3, seniors: 2 }, 'es')).toBe('2 adultos, 3 niños, 2 adultos mayores')
    expect(partyText({ adults: 1, children: 0, seniors: 0 }, 'en')).toBe('1 adult')
    expect(partyText({ adults: 2, children: 1, seniors: 0 }, 'en')).toBe('2 adults, 1 child')
  })

  it('carry QR codes as pictures', async () => {
    expect((await renderQr('CEN-ABC123', 'PNG')).subarray(1, 4).toString()).toBe('PNG')
    expect((await renderQr('CEN-ABC123', 'SVG')).toString()).toContain('<svg')
  })
})

/** The letters that a PDF's fonts were embedded for, as their maps back to Unicode tell. */
function lettersOf(pdf: Buffer): Set<string> {
  const letters = new Set<string>()
  const text = pdf.toString('latin1')
  for (const { index = 0 } of text.matchAll(/stream\r?\n/g)) {
    const start = text.indexOf('\n', index) + 1
    let content: string
    try {
      content = inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
    } catch {
      continue
    }
    if (!content.includes('begincmap')) continue
    for (const [, hex = ''] of content.matchAll(/<([0-9a-f]{4})>(?= *[<\]\n]|<)/gi))
      letters.add(String.fromCodePoint(parseInt(hex, 16)))
  }
  return letters
}
