import { describe, expect, it } from '@jest/globals'
import { messageSubject } from '../../../../tests/testkit/guest-facts.ts'
import {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  modificationMessage,
  paymentLinkMessage,
  reminderMessage,
  reviewRequestMessage,
  type MessageWriter,
} from '../index.ts'

const all: Record<string, MessageWriter> = {
  confirmationMessage,
  cancellationMessage,
  modificationMessage,
  paymentLinkMessage,
  reminderMessage,
  reviewRequestMessage,
  followUpMessage,
}
const unescaped = (html: string): string =>
  html.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

describe('a message to a guest', () => {
  it('names what was paid, what of it went back and what is still to', () => {
    const about = messageSubject({ returned: 'MXN 100.00', credit: 'MXN 50.00' })
    expect(confirmationMessage('en', about).text).toMatch(/Returned: MXN 100\.00\nTo be returned: MXN 50\.00/)
    expect(reminderMessage('es', about).text).toMatch(/Devuelto: MXN 100\.00\nPor devolver: MXN 50\.00/)
    expect(confirmationMessage('en', messageSubject()).text).not.toMatch(/eturned/)
  })

  it.each(['en', 'es'] as const)('has all that the visit needs, in text and in HTML: %s', (language) => {
    const about = messageSubject()
    const { text, html } = confirmationMessage(language, about)
    const facts = [
      'Viajes Ámbar',
      'CEN-ABC123',
      'CNF-ABC123',
      about.date,
      about.meeting.time,
      about.meeting.place,
      about.meeting.mapUrl ?? '',
      'Chaleco salvavidas',
      'Traiga traje de baño.',
      '$1,624.00 MXN',
      about.refundUntil.full ?? '',
      '50',
      '+52 985 856 0721',
      about.visitUrl,
      'https://partners.example.com/documents/token',
    ]
    for (const fact of facts) {
      expect(text).toContain(fact)
      expect(unescaped(html)).toContain(fact)
    }
    expect(html).toContain('<img')
    expect(html).toContain('src="https://cdn.example.com/zaci.jpg"')
  })

  it.each(['hotel_pickup', 'meeting_point'] as const)('leads with the time and place of the %s', (option) => {
    const start = { label: 'Tour starts', value: '08:00', sentence: 'The tour starts at 08:00' }
    const meeting = {
      option,
      way: 'Way',
      date: 'Saturday',
      time: '07:30',
      place: 'Hotel Azul, room 12',
      mapUrl: null,
    } as const
    const about = messageSubject({ meeting: { ...meeting, directions: null, start } })
    for (const write of [confirmationMessage, reminderMessage]) {
      const { text } = write('en', about)
      expect(text).toMatch(
        /(Pickup|Meeting) time: Saturday, 07:30\nWhere: Way: Hotel Azul, room 12\nTour starts: 08:00/,
      )
      expect(text).toMatch(
        /(pick you up|Meet us) .*Saturday,? at 07:30 here: Hotel Azul, room 12\. The tour starts at 08:00\./,
      )
      expect(text).not.toMatch(/Calle 36|Map:|How to get there/)
      expect(write('es', about).text).toMatch(
        /Hora de (recogida|encuentro): Saturday, 07:30\nDónde: Way: Hotel Azul, room 12/,
      )
    }
  })

  it('names the old and the new of a change, and shows the code only of a visit that is paid', () => {
    const changes = [{ label: 'When', before: 'Saturday, 10:00', after: 'Sunday, 12:00' }]
    const paid = modificationMessage('en', messageSubject({ changes, qrUrl: 'cid:code' }))
    expect(paid.text).toContain('When: Saturday, 10:00 → Sunday, 12:00')
    expect(paid.html).toMatch(/<del[^>]*>Saturday, 10:00<\/del>[^]*<ins[^>]*>Sunday, 12:00<\/ins>/)
    expect(paid.html).toContain('src="cid:code"')
    expect(paid.text).toContain('Earlier copies are no longer valid')
    const pending = modificationMessage('es', messageSubject({ changes }))
    expect(pending.html).not.toContain('cid:')
    expect(pending.text).not.toContain('boleto nuevo')
  })

  it.each(['en', 'es'] as const)('leads to the payment before the hold ends, without a code: %s', (language) => {
    const about = messageSubject({ due: '$1,624.00 MXN' })
    const { text, html } = paymentLinkMessage(language, about)
    for (const fact of [about.paymentUrl ?? '', about.payUntil, '$1,624.00 MXN', about.visitUrl, about.meeting.place]) {
      expect(text).toContain(fact)
      expect(unescaped(html)).toContain(fact)
    }
    expect(text).not.toContain('CNF-')
  })

  it('names the refund and what is not refunded when it is cancelled, or that there is none', () => {
    const refund = { amount: 'MXN 812.00', fees: 'MXN 812.50' }
    const partial = cancellationMessage('en', messageSubject({ refund, reason: 'guest_request' }))
    for (const part of [partial.text, partial.html])
      for (const fact of ['MXN 812.00', 'MXN 812.50', '5 to 10 business days', 'Requested by the guest'])
        expect(part).toContain(fact)
    expect(cancellationMessage('es', messageSubject()).text).toContain('Reembolso: Ninguno')
  })

  it('names no amount when prices are hidden', () => {
    const refund = { amount: '$812.00 MXN', fees: '$812.50 MXN' }
    for (const write of Object.values(all)) {
      const about = { returned: '$100.00 MXN', due: '$5.00 MXN', reason: 'weather', refund } as const
      expect(Object.values(write('en', messageSubject({ ...about, hidePrice: true }))).join()).not.toMatch(/MXN|Total/)
    }
  })

  it('has one button', () => {
    for (const write of Object.values(all)) {
      const { html } = write('en', messageSubject({ reviewLink: 'https://partners.example.com/reviews/token' }))
      expect(html.match(/display:block;background/g)?.length ?? 0).toBe(write === followUpMessage ? 0 : 1)
    }
  })

  it('loads nothing but the picture of the cenote, and runs nothing', () => {
    for (const write of Object.values(all)) {
      const { html } = write('en', messageSubject({ reviewLink: 'https://partners.example.com/reviews/token' }))
      expect([...html.matchAll(/src="([^"]*)"/g)].map(([, url]) => url)).toEqual(['https://cdn.example.com/zaci.jpg'])
      expect(html).not.toMatch(/<(script|iframe|object|form|link|style)\b|url\(|@import/)
    }
  })

  it('shows hostile texts as texts, in every place', () => {
    const hostile = '"><script>alert(1)</script>\r\nBcc: x@example.com\u202e'
    const base = messageSubject()
    const subject = messageSubject({
      guestName: hostile,
      partnerName: hostile,
      services: [hostile],
      meeting: { ...base.meeting, place: hostile, directions: hostile },
      product: {
        ...base.product,
        name: hostile,
        picture: { url: 'https://cdn.example.com/"onerror="x', alt: hostile },
        includes: [hostile],
        preparations: [hostile],
        phone: hostile,
      },
    })
    for (const write of Object.values(all)) {
      const { subject: title, text, html } = write('en', subject)
      expect(html).not.toMatch(/<script|"onerror=|\u202e/)
      expect(title + text).not.toMatch(/\nBcc|\r|\u202e/)
    }
  })

  it.each(Object.entries(all))('of the sandbox says so first: %s', (_name, write) => {
    for (const [language, notice] of [
      ['en', 'TEST: this message comes from the sandbox.'],
      ['es', 'TEST (PRUEBA): este mensaje viene del entorno de pruebas.'],
    ] as const) {
      const { subject, text, html } = write(language, messageSubject({ isTest: true }))
      expect(subject).toMatch(/^\[TEST\] /)
      expect(text.startsWith(notice)).toBe(true)
      expect(html).toContain(notice)
      expect(write(language, messageSubject()).html).not.toContain('TEST')
    }
  })
})
