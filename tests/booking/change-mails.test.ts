import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { makeMailsDue } from '../testkit/due.ts'
import { eventually } from '../testkit/eventually.ts'
import { readMails, type WrittenMail } from '../testkit/mail-folder.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const path = '/api/partner/reservations'
let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

async function reserved(guest: Json = {}): Promise<string> {
  const { body } = await rest.post(path, {
    cenoteId: demoId('cenote', 'dos-ojos'),
    visitDate: nextSaturday(),
    visitTime: '10:00',
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Zoë Núñez', email: 'zoe@example.com', phone: '+52 1 555', ...guest },
  })
  return body.data.id
}

async function confirmed(): Promise<string> {
  const id = await reserved()
  const body = { confirmationEmail: true, generateDocuments: true }
  expect(await rest.post(`${path}/${id}/confirm`, body)).toHaveStatus(200)
  return id
}

const change = async (id: string, body: Json): Promise<void> =>
  void expect(await rest.send('PATCH', `${path}/${id}`, body)).toHaveStatus(200)

const changesOf = async (id: string): Promise<Json[]> =>
  (await rest.get(`${path}/${id}`)).body.data.communications.filter(({ type }: Json) => type === 'modification_email')

/** The mail about a change, sent before its minute is over. */
async function mailOfChange(id: string): Promise<WrittenMail> {
  await makeMailsDue(product.database('booking'), [id])
  const sent = async () => (await changesOf(id)).map(({ status }) => status)
  await eventually(sent, ['sent'])
  const [sentChange] = await changesOf(id)
  const mails = await readMails(product.dataFolder)
  return mails.find(({ messageId = '' }) => messageId.startsWith(`<${sentChange?.id}@`)) as WrittenMail
}

describe('a change of a visit', () => {
  it('is one mail for all changes of a minute, with old and new, ticket, code and calendar file', async () => {
    const id = await confirmed()
    await change(id, { visitTime: '12:00' })
    const [first] = await changesOf(id)
    expect(first).toMatchObject({ status: 'scheduled', recipient: 'zoe@example.com', attempts: [] })
    await change(id, { visitors: { adults: 3 } })
    const [planned, ...others] = await changesOf(id)
    expect(others).toEqual([])
    expect(planned?.id).toBe(first?.id)
    expect(Date.parse(planned?.scheduledFor)).toBeGreaterThan(Date.parse(first?.scheduledFor))

    const mail = await mailOfChange(id)
    expect(mail.subject).toMatch(/^\[TEST\] Your visit has changed: /)
    expect(mail.text).toMatch(/10:00 \(America\/Cancun\) → .*12:00 \(America\/Cancun\)/)
    expect(mail.text).toContain('2 adults → 3 adults')
    expect(mail.source.length).toBeLessThanOrEqual(204_800)
    const { data } = (await rest.get(`${path}/${id}`)).body
    expect(mail.attachments.map(({ mimeType, disposition }) => [mimeType, disposition])).toEqual([
      ['image/png', 'inline'],
      ['text/calendar', 'attachment'],
      ['application/pdf', 'attachment'],
      ['application/pdf', 'attachment'],
    ])
    expect(mail.html).toContain(`src="cid:${mail.attachments[0]?.contentId?.replace(/[<>]/g, '')}"`)
    const { content = '' } = mail.attachments[1] ?? {}
    const calendar = (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()).split(
      /\r?\n/,
    )
    expect(calendar).toContain(`UID:${id}`)
    expect(calendar.join()).toMatch(/DTSTART;TZID=America\/Cancun:\d+T120000/)
    const { version } = (await partner(product.url).graphql(`{ reservation(id: "${id}") { version } }`)).body.data
      .reservation
    expect(calendar).toContain(`SEQUENCE:${version}`)
    expect(data.visitTime).toBe('12:00')
  })

  it('that is undone within the minute is no mail, nor is one that the guest need not know', async () => {
    const id = await confirmed()
    await change(id, { visitTime: '12:00' })
    await change(id, { visitTime: '10:00' })
    await change(id, { specialRequests: 'By the window', resellerReference: 'A-1' })
    await change(id, { visitTime: '13:00', notifyGuest: false })
    expect(await changesOf(id)).toEqual([])
  })

  it('is part of the confirmation when that comes first, and otherwise mailed without ticket and code while pending', async () => {
    const completed = await reserved()
    await change(completed, { visitors: { adults: 3 } })
    expect(await changesOf(completed)).toHaveLength(1)
    await rest.post(`${path}/${completed}/confirm`, { confirmationEmail: true, generateDocuments: true })
    expect(await changesOf(completed)).toEqual([])

    const pending = await reserved()
    await change(pending, { visitTime: '12:00' })
    const mail = await mailOfChange(pending)
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar'])
    expect(mail.html).not.toContain('cid:')
  })
})
