import { describe, expect, it } from '@jest/globals'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { margin, paperSize } from './layout.ts'
import { renderers } from './renderer.ts'
import type { DocumentSubject, RenderJob } from './subject.ts'
import { signedToken, verifyToken } from './token.ts'
import { documentTexts } from './texts.ts'
import { partyText } from '../../../../schema/party-text.ts'
import { documentSubject } from '../../../../tests/testkit/guest-facts.ts'
import { squaresOf, strokesOf, type Stroke } from '../../../../tests/testkit/pdf.ts'

const render = (job: RenderJob): Promise<Buffer> => renderers.sandbox.render(job, { partnerId: 'demo' })
const renderTicket = (subject: DocumentSubject): Promise<Buffer> => render({ kind: 'ticket', subject })
const renderConfirmation = (subject: DocumentSubject): Promise<Buffer> => render({ kind: 'confirmation', subject })
const renderQr = (data: string, format: 'png' | 'svg'): Promise<Buffer> => render({ kind: 'qr', data, format })

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
const secret = 'a secret of the test, long enough'
const token = {
  reservationId: 'b9b0b0a4-0000-4000-8000-000000000001',
  environment: 'sandbox',
  kind: 'ticket',
  expiresAt: new Date('2027-01-01T00:00:00Z'),
} as const

describe('a signed address', () => {
  it('is valid for one file of one reservation in one environment', () => {
    // The subject of other signed addresses is the reservation here.
    expect(verifyToken(signedToken(token, secret), secret)).toEqual({ ...token, subject: token.reservationId })
  })

  it('is nothing once it was changed, or signed by another', () => {
    const signed = signedToken(token, secret)
    expect(verifyToken(signed, `${secret}!`)).toBeNull()
    for (let index = 0; index < signed.length; index += 1) {
      const changed = signed.slice(0, index) + (signed[index] === 'A' ? 'B' : 'A') + signed.slice(index + 1)
      expect(verifyToken(changed, secret)).toBeNull()
    }
    for (const text of ['', 'x', '%%%', 'A'.repeat(5_000)]) expect(verifyToken(text, secret)).toBeNull()
  })
})

describe('documents', () => {
  const subject = documentSubject()
  const at = (place: string) => ({ meeting: { ...subject.meeting, place } })

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

  /** The lines of a document from the top, each from left to right. */
  const linesOf = async (given: Partial<DocumentSubject>): Promise<string[]> => {
    const lines = new Map<number, string>()
    for (const { text, y } of strokesOf(await renderConfirmation({ ...subject, ...given })))
      lines.set(y, (lines.get(y) ?? '') + text)
    return [...lines.values()]
  }

  it.each([
    'José “Pepe” O’Hara – 50 €',
    'Łukasz Żółć',
    'Nguyễn Thị Ánh',
    'Юлия Щербакова',
    'Ωμέγα Παπαδόπουλος',
    'ნინო',
    'Արամ',
    '王小明',
    '陳大文',
    '㐂𠮷野',
    '山田太郎',
    'さくら カタカナ',
    '「東京」、大阪',
    '김철수',
    'สมชาย ใจดี',
    'अमन शाह',
    'አበበ',
    '😀🎉',
    '👍👋👏🤣🐶🎃🍀🚗',
    'Ana 王 김 Юлия さ 12',
  ])('show %s, and a reader can copy it', async (guestName) => {
    expect(await linesOf({ guestName })).toContain(guestName)
  })

  it('have each way to reach the cenote on a line of its own', async () => {
    const contact = ['+52 985 856 0721', 'hola@zaci.example', 'https://zaci.example']
    expect(await linesOf({ contact })).toEqual(expect.arrayContaining(contact))
  })

  it('put accents together with their letters', async () => {
    expect(await linesOf({ guestName: 'Ana\u0301 Nu\u0303ez 김'.normalize('NFD') })).toContain(
      'Aná Nũez 김'.normalize('NFC'),
    )
  })

  const reversed = (text: string) => [...text].reverse().join('')

  it.each([
    ['שלום כהן', reversed('שלום כהן')],
    ['محمد علي', reversed('محمد علي')],
    ['محمد (Ali) 123', `123 (Ali) ${reversed('محمد')}`],
    ['Ali (محمد علي) 123', `Ali (${reversed('محمد علي')}) 123`],
    ['שלום 12:30', `12:30 ${reversed('שלום')}`],
    ['ʼAna שלום 😀🎉 כהן', `ʼAna ${reversed('שלום 😀🎉 כהן')}`],
  ])('draw %s in the order in which it is read', async (guestName, drawn) => {
    expect(await linesOf({ guestName })).toContain(drawn)
  })

  it('join Arabic letters', async () => {
    const joined = strokesOf(await renderConfirmation({ ...subject, guestName: 'ببب' }))
    const apart = strokesOf(await renderConfirmation({ ...subject, guestName: 'ب\u200cب\u200cب' }))
    const width = (strokes: Stroke[]) => {
      const name = strokes.find(({ text }) => text.includes('ب'))
      return name ? name.right - name.left : 0
    }
    expect(width(joined)).toBeGreaterThan(0)
    expect(width(joined)).toBeLessThan(0.9 * width(apart))
  })

  it("choose the shapes of Chinese characters by the guest's country, or by the letters beside them", async () => {
    const fontsOf = async (guestName: string, guestNationality: string | null) => [
      ...new Set(
        (await renderConfirmation({ ...subject, guestName, guestNationality }))
          .toString('latin1')
          .match(/noto-sans-\w\w/g),
      ),
    ]
    expect(await fontsOf('直子', null)).toEqual(['noto-sans-sc'])
    expect(await fontsOf('直子', 'JP')).toEqual(['noto-sans-jp'])
    expect(await fontsOf('直子', 'TW')).toEqual(['noto-sans-tc'])
    expect(await fontsOf('山田直子さん', null)).toEqual(['noto-sans-jp'])
    expect(await fontsOf('김直子', null)).toEqual(['noto-sans-kr'])
  })

  it('show that a letter is missing when no font has it', async () => {
    expect(await linesOf({ guestName: 'ᠮ Ana' })).toContain('\ufffd Ana')
  })

  it('let no name change the direction of neighbouring text, or begin a line', async () => {
    const lines = await linesOf({ guestName: 'Ana\u202e\u2067 Gómez\r\nTotal\u2028: 0\u0000' })
    expect(lines.slice(0, 2)).toEqual(['Confirmación de reservación', 'Reservado con Viajes Ámbar'])
    expect(lines).toContain('Ana Gómez Total : 0')
    expect(lines).toContain('2 adultos, 1 niño')
  })

  it.each([
    ['Latin', 'W'.repeat(200)],
    ['Latin with spaces', 'Wolfeschlegelsteinhausen '.repeat(8).trim()],
    ['Chinese', '王'.repeat(200)],
    ['Arabic', 'محمد'.repeat(50)],
    ['Tamil', 'சுப்பிரமணியன்'.repeat(15)],
    ['emoji', '👨‍👩‍👧'.repeat(40)],
    ['far too long', 'W'.repeat(5_000)],
    ['accents upon accents', `A${'\u0301'.repeat(199)}`],
    ['the widest letter', '﷽'.repeat(200)],
  ])('fit a name that is %s on the page', async (_kind, guestName) => {
    const pdf = await renderTicket({ ...subject, guestName, productName: guestName, ...at(guestName) })
    expect(pagesOf(pdf)).toBe(1)
    for (const { left, right, y } of strokesOf(pdf)) {
      expect(left).toBeGreaterThanOrEqual(margin)
      expect(right).toBeLessThanOrEqual(paperSize.width - margin + 1)
      expect(y).toBeGreaterThan(margin)
    }
  })

  it.each(['W'.repeat(200), '王'.repeat(200), 'Wolfe '.repeat(33).trim()])(
    'leave nothing of a long name out: %s',
    async (name) => {
      const lines = await linesOf({ guestName: name, productName: name, ...at(name) })
      const shown = lines.join('').replaceAll(' ', '')
      // Three times: as the guest's, the cenote's and its address.
      expect(shown.split(name.replaceAll(' ', ''))).toHaveLength(1 + 3)
    },
  )

  it('carry the QR code of the reservation, if tickets, with a quiet edge', async () => {
    const squares = squaresOf(await renderTicket(subject))
    const side = squares[0]?.side ?? 0
    const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))]
    const drawn = squares.map(({ x, y }) => `${Math.round((x - left) / side)},${Math.round((y - top) / side)}`)
    const { modules } = QRCode.create(subject.ticketCode, { errorCorrectionLevel: 'M' })
    const dark = [...modules.data].flatMap((bit, index) =>
      bit ? [`${index % modules.size},${Math.floor(index / modules.size)}`] : [],
    )
    expect(drawn).toEqual(dark)
    expect(left - margin).toBeGreaterThan(3.9 * side)
    expect(squaresOf(await renderConfirmation(subject))).toEqual([])
  })

  it('show what the visit costs and includes, until when it can be cancelled, and whom to ask', async () => {
    const amounts = { paidCents: 100_000, returnedCents: 10_000, dueCents: 62_400, creditCents: 5_000 }
    const pdf = await renderConfirmation({ ...subject, language: 'en', ...amounts })
    const lines = strokesOf(pdf).map(({ text }) => text)
    for (const line of [
      '$1,624.00 MXN',
      '$1,000.00 MXN',
      '$624.00 MXN',
      '$100.00 MXN',
      '$50.00 MXN',
      'Chaleco salvavidas, Casilleros',
      'Guía',
    ])
      expect(lines).toContain(line)
    expect(lines.join(' ')).toContain('Full refund until 26 nov 2026, 10:00, 50% until 27 nov 2026')
    expect(lines).toEqual(expect.arrayContaining(['+52 985 856 0721', 'hola@zaci.example', 'Booked with Viajes Ámbar']))
    const cancelled = await linesOf({ language: 'en', voidReason: 'cancelled' })
    expect(cancelled.join(' ')).not.toContain('refund until')
  })

  it('lead to the map and to the page of the visit', async () => {
    const file = (await renderTicket(subject)).toString('latin1')
    for (const url of [subject.meeting.mapUrl, subject.visitUrl]) expect(file).toContain(`/URI (${url})`)
  })

  it.each([
    ['en', 'hotel_pickup', 'Hotel pickup: Hotel Azul, room 12', 'Pickup time (America/Merida)'],
    ['es', 'meeting_point', 'Punto de encuentro: Hotel Azul, room 12', 'Hora de encuentro (America/Merida)'],
  ] as const)('lead with the time and place of the pickup: in %s, %s', async (language, option, place, label) => {
    const meeting = {
      option,
      date: '2026-11-27',
      time: '23:30',
      place: 'Hotel Azul, room 12',
      mapUrl: null,
      start: { label: 'Tour starts', value: '00:30 on Nov 28, 2026' },
    }
    const pdf = await renderTicket({ ...subject, language, meeting })
    const strokes = strokesOf(pdf)
    const lines = strokes.map(({ text }) => text)
    expect(lines).toEqual(expect.arrayContaining([place, label, '23:30', 'Tour starts', '00:30 on Nov 28, 2026']))
    expect(lines.indexOf('23:30')).toBeLessThan(lines.indexOf('Tour starts'))
    expect(lines).not.toContain(documentTexts[language].openMap)
  })

  it('say that earlier copies of a changed visit are no longer valid', async () => {
    const lines = await linesOf({ language: 'en', changedOn: 'Sunday, November 22, 2026' })
    expect(lines.join(' ')).toContain('Changed on Sunday, November 22, 2026; earlier copies are no longer valid.')
  })

  it('count one and several', () => {
    expect(partyText({ adults: 1, children: 1, seniors: 1 }, 'es')).toBe('1 adulto, 1 niño, 1 adulto mayor')
    expect(partyText({ adults: 2, children: 3, seniors: 2 }, 'es')).toBe('2 adultos, 3 niños, 2 adultos mayores')
    expect(partyText({ adults: 1, children: 0, seniors: 0 }, 'en')).toBe('1 adult')
    expect(partyText({ adults: 2, children: 1, seniors: 0 }, 'en')).toBe('2 adults, 1 child')
    expect(partyText({ adults: 2, infants: 1, teens: 2 }, 'en')).toBe('2 adults, 1 infant, 2 teens')
    expect(partyText({ adults: 1, infants: 2, teens: 1 }, 'es')).toBe('1 adulto, 2 bebés, 1 adolescente')
  })

  it('leave every amount out when prices are hidden', async () => {
    const amounts = { paidCents: 100_000, returnedCents: 10_000, dueCents: 62_400, creditCents: 5_000 }
    for (const render of [renderConfirmation, renderTicket]) {
      const shown = strokesOf(await render({ ...subject, ...amounts, language: 'en' })).map(({ text }) => text)
      const hidden = strokesOf(await render({ ...subject, ...amounts, language: 'en', hidePrice: true }))
      expect(shown).toEqual(expect.arrayContaining(['Total', '$1,624.00 MXN', 'Balance due', '$624.00 MXN']))
      const left = hidden.map(({ text }) => text)
      expect(left.join(' ')).not.toMatch(/MXN|Total|Paid|Returned|due/)
      expect(left).toEqual(expect.arrayContaining(['CEN-ABC123', 'José Núñez']))
    }
  })

  it('are a page for each person on request, all with the code of the party', async () => {
    const party = { ...subject, language: 'en', visitors: { adults: 2, children: 1 }, tickets: 'person' } as const
    const pdf = await renderTicket(party)
    const pages = [0, 1, 2].map((page) => strokesOf(pdf, page).map(({ text }) => text))
    expect(pages.map((lines) => lines.filter((line) => /^Ticket|^1 |CEN-|, 1 child/.test(line)))).toEqual(
      ['1 adult', '1 adult', '1 child'].map((person, index) => [
        `Ticket ${index + 1} of 3`,
        person,
        '2 adults, 1 child',
        'CEN-ABC123',
      ]),
    )
    const onePage = squaresOf(await renderTicket({ ...party, tickets: 'party' })).length
    expect(squaresOf(pdf)).toHaveLength(3 * onePage)
    for (const differing of [{ voidReason: 'cancelled' }, { visitors: { adults: 1 } }] as const)
      expect(pagesOf(await renderTicket({ ...party, ...differing }))).toBe(1)
    expect(pagesOf(await renderConfirmation(party))).toBe(1)
  })

  it('show the picture of the product once, and do without one that is broken', async () => {
    const picture = await sharp({ create: { width: 80, height: 50, channels: 3, background: '#0b5563' } })
      .jpeg()
      .toBuffer()
    const images = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
    const pdf = await renderTicket({ ...subject, picture: { name: 'whole', bytes: picture }, tickets: 'person' })
    expect([pagesOf(pdf), images(pdf)]).toEqual([3, 1])
    expect(pdf.includes(picture)).toBe(true)
    for (const [index, bytes] of [new Uint8Array(), picture.subarray(0, 20), Buffer.from('no picture')].entries())
      expect(images(await renderTicket({ ...subject, picture: { name: `broken ${index}`, bytes } }))).toBe(0)
  })

  it('carry QR codes as pictures', async () => {
    expect((await renderQr('CEN-ABC123', 'png')).subarray(1, 4).toString()).toBe('PNG')
    expect((await renderQr('CEN-ABC123', 'svg')).toString()).toContain('<svg')
  })

  it('leave four light modules around a QR code', async () => {
    const { modules } = QRCode.create(subject.ticketCode, { errorCorrectionLevel: 'M' })
    const svg = (await renderQr(subject.ticketCode, 'svg')).toString()
    expect(svg).toContain(`viewBox="0 0 ${modules.size + 8} ${modules.size + 8}"`)
    const picture = await sharp(await renderQr(subject.ticketCode, 'png'))
      .resize({ width: 800, kernel: 'nearest' })
      .png()
      .toBuffer()
    const { info } = await sharp(picture).trim().toBuffer({ resolveWithObject: true })
    const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)]
    const side = info.width / modules.size
    for (const quiet of [left, top, 800 - left - info.width, 800 - top - info.height])
      expect(quiet / side).toBeGreaterThan(3.7)
  })
})
