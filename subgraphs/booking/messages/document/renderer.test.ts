import { describe, expect, it } from '@jest/globals'
import { Cancellation } from '../../../../platform/process/cancellation.ts'
import { CallerLeft } from '../../../../platform/process/failures.ts'
import { documentSubject } from '../../../../tests/testkit/guest-facts.ts'
import { renderDocument } from './pdf.ts'
import { Renderer, renderers } from './renderer.ts'
import type { DocumentSubject, Drawing, RenderJob } from './subject.ts'
import { places } from './threads.ts'

const subject = documentSubject({ guestName: '山田太郎' })
const requester = { partnerId: 'demo' }

describe('rendering', () => {
  const render = (job: RenderJob): Promise<Buffer> => renderers.sandbox.render(job, requester)

  it('on another thread makes the same files', async () => {
    for (const kind of ['ticket', 'confirmation'] as const)
      expect((await render({ kind, subject })).equals((await renderDocument(kind, subject)).bytes)).toBe(true)
    expect((await render({ kind: 'qr', data: 'CEN-ABC123', format: 'svg' })).toString()).toContain('<svg')
  })

  it('of what cannot be drawn fails that document only', async () => {
    const broken = { ...subject, currency: 'nonsense' }
    await expect(render({ kind: 'confirmation', subject: broken })).rejects.toThrow('Invalid currency code')
    expect((await render({ kind: 'confirmation', subject })).subarray(0, 4).toString()).toBe('%PDF')
  })
})

/** A renderer whose files take as long as the test says, and end when it says so. */
function controlled(milliseconds = 1_000) {
  const clock = { now: 0 }
  const drawn: { job: RenderJob; end: () => void }[] = []
  const renderer = new Renderer('sandbox', {
    now: () => clock.now,
    draw: (job) =>
      new Promise<Drawing>((resolve) => {
        drawn.push({ job, end: () => resolve({ bytes: new Uint8Array([drawn.length]), milliseconds }) })
      }),
  })
  /** A ticket that differs by its reference. */
  const ticket = (bookingReference: string, facts: Partial<DocumentSubject> = {}): RenderJob => ({
    kind: 'ticket',
    subject: { ...subject, bookingReference, ...facts },
  })
  const endAll = async (): Promise<void> => {
    for (let ended = 0; ended < drawn.length; ended += 1) {
      drawn[ended]?.end()
      await new Promise(setImmediate)
    }
  }
  return { clock, drawn, renderer, ticket, endAll }
}

describe('a renderer', () => {
  it('draws a file once for its content, also when it is requested again meanwhile', async () => {
    const { drawn, renderer, ticket, endAll } = controlled()
    const files = [renderer.render(ticket('A'), requester), renderer.render(ticket('A'), { partnerId: 'other' })]
    await endAll()
    files.push(renderer.render(ticket('A'), requester))
    expect(new Set(await Promise.all(files)).size).toBe(1)
    expect(drawn).toHaveLength(1)
  })

  it.each([
    ['its version', { changedAt: new Date('2026-11-21T10:00:00Z') }],
    ['its language', { language: 'en' }],
    ['its environment', { isTest: true }],
    ['hidden prices', { hidePrice: true }],
    ['a ticket for each person', { tickets: 'person' }],
    ['PUBLIC_URL or the signing key', { visitUrl: 'https://other.example.com/visits/token' }],
    ['the code of the ticket', { ticketCode: 'CEN-ABC123.FFFFFFFFFFFFFFFFFFFF' }],
    ['the product', { productName: 'Cenote Azul' }],
    ['the meeting point', { meeting: { ...subject.meeting, place: 'Calle 1' } }],
    ['the picture', { picture: { name: 'other.jpg', bytes: new Uint8Array() } }],
  ] as const)('draws a file again with another content: %s', async (_name, differing) => {
    const { drawn, renderer, endAll } = controlled()
    const files = [subject, { ...subject, ...differing }].map((one) =>
      renderer.render({ kind: 'ticket', subject: one }, requester),
    )
    files.push(renderer.render({ kind: 'confirmation', subject }, requester))
    await endAll()
    await Promise.all(files)
    expect(drawn).toHaveLength(3)
  })

  it('charges drawing to the token and refuses it when nothing is left, but always sends cached files', async () => {
    const { clock, renderer, ticket, endAll } = controlled(2_600)
    const request = async (reference: string, token: string): Promise<Buffer> => {
      const file = renderer.render(ticket(reference), { ...requester, token })
      await endAll()
      return file
    }
    await request('A', 'one')
    await request('B', 'one')
    await expect(request('C', 'one')).rejects.toMatchObject({
      extensions: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 5_000, window: 50, retryAfter: 3 } },
    })
    await request('A', 'one')
    await request('C', 'two')
    clock.now += 2_010
    await request('D', 'one')
  })

  it('charges drawing to the partner of the reservation, whose mails are drawn anyway', async () => {
    const { clock, renderer, ticket, endAll } = controlled(5_000)
    const request = async (reference: string, partnerId: string, token?: string): Promise<Buffer> => {
      const file = renderer.render(ticket(reference), { partnerId, ...(token === undefined ? {} : { token }) })
      await endAll()
      return file
    }
    for (const reference of ['A', 'B', 'C', 'D', 'E'])
      await request(reference, 'demo', reference).catch(() => undefined)
    await expect(request('F', 'demo', 'F')).rejects.toMatchObject({ extensions: { details: { limit: 20_000 } } })
    await request('F', 'other', 'F')
    await request('G', 'demo')
    clock.now += 30_000
    await request('H', 'demo', 'H')
  })

  it('draws for partners in turn, and QR codes and long tickets beside documents', async () => {
    const { drawn, renderer, ticket, endAll } = controlled()
    const references = Array.from({ length: places.document + 1 }, (_, index) => `CEN-${index}`)
    const files = references.map((one) => renderer.render(ticket(one), requester))
    files.push(renderer.render(ticket('other'), { partnerId: 'other' }))
    files.push(renderer.render({ kind: 'qr', data: 'A', format: 'svg' }, requester))
    files.push(renderer.render(ticket('long', { tickets: 'person', visitors: { adults: 49 } }), requester))
    const started = drawn.map(({ job }) => (job.kind === 'qr' ? 'qr' : job.subject.bookingReference))
    expect(started).toEqual([...references.slice(0, places.document / 2), 'other', 'qr', 'long'])
    await endAll()
    await Promise.all(files)
  })

  it('does not draw what no caller waits for any more', async () => {
    const { drawn, renderer, ticket, endAll } = controlled()
    const leaving = new Cancellation()
    const first = Array.from({ length: places.document }, (_, index) => renderer.render(ticket(`${index}`), requester))
    const left = renderer.render(ticket('left'), { ...requester, signal: leaving })
    const joined = renderer.render(ticket('joined'), { ...requester, signal: leaving })
    const staying = renderer.render(ticket('joined'), requester)
    leaving.abort(new CallerLeft())
    await expect(left).rejects.toBeInstanceOf(CallerLeft)
    await endAll()
    await Promise.all([...first, joined, staying])
    expect(drawn.map(({ job }) => job.kind !== 'qr' && job.subject.bookingReference)).not.toContain('left')
  })

  it('draws a file once for a caller that leaves and requests it again', async () => {
    const { drawn, renderer, ticket, endAll } = controlled()
    const leaving = new Cancellation()
    const left = renderer.render(ticket('A'), { ...requester, signal: leaving })
    leaving.abort(new CallerLeft())
    const again = renderer.render(ticket('A'), requester)
    await endAll()
    expect(await again).toBe(await left)
    expect(drawn).toHaveLength(1)
  })
})
