import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import type { Mail } from '../../subgraphs/booking/communication/index.ts'
import { Mails } from '../../subgraphs/booking/reservation/index.ts'
import { readMails, type WrittenMail } from '../testkit/mail-folder.ts'
import { testServerUrl } from '../testkit/database.ts'
import { nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeMailsDue } from '../testkit/due.ts'
import { slowFor } from '../testkit/pauses.ts'
import { messageRemains, queuedMails } from '../testkit/stored-mails.ts'

const reservations = '/api/partner/reservations'
let product: TestProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
})
afterAll(() => product.close())

async function confirmed(body: object = { confirmationEmail: true }, headers = {}): Promise<string> {
  const created = await rest.post(
    reservations,
    {
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Zoë Núñez', email: 'zoe@example.com', phone: '+52 1 555' },
    },
    headers,
  )
  const { id } = created.body.data
  expect(await rest.post(`${reservations}/${id}/confirm`, body)).toHaveStatus(200)
  return id as string
}
const communications = async (id: string): Promise<Json[]> =>
  (await rest.get(`${reservations}/${id}`)).body.data.communications
const reminderOf = async (id: string): Promise<Json> =>
  (await communications(id)).find(({ type }: Json) => type === 'reminder_email')
const until = (isSo: () => Promise<boolean>): Promise<boolean> => eventually(isSo, true)
/** The mails in the folder whose Message-ID is that of a reservation's reminder. */
async function mailsOf(id: string): Promise<WrittenMail[]> {
  const reminder = await reminderOf(id)
  const mails = await readMails(product.dataFolder)
  return reminder ? mails.filter(({ messageId = '' }) => messageId.startsWith(`<${reminder.id}@`)) : []
}

describe('a reminder', () => {
  it('is planned for the day before at the cenote, and goes out once it is due, in the language of the creation', async () => {
    const id = await confirmed({ confirmationEmail: true }, { 'Accept-Language': 'es' })
    const planned = await reminderOf(id)
    const eve = new Date(`${nextSaturday()}T00:00:00Z`)
    eve.setUTCDate(eve.getUTCDate() - 1)
    // 10:00 in Cancún, five hours behind UTC all year.
    expect(planned).toEqual({
      id: expect.any(String),
      attempts: [],
      type: 'reminder_email',
      status: 'scheduled',
      scheduledFor: `${eve.toISOString().slice(0, 10)}T15:00:00.000Z`,
      recipient: 'zoe@example.com',
    })
    expect(await mailsOf(id)).toEqual([])
    await makeMailsDue(product.database('booking'), [id])
    await until(async () => (await communications(id)).every(({ status }) => status === 'sent'))
    const { body } = await rest.get(`${reservations}/${id}`)
    expect(body.data.reminderSent).toBe(true)
    expect(body.data.communications.map(({ type, status }: Json) => [type, status])).toEqual(
      expect.arrayContaining([
        ['confirmation_email', 'sent'],
        ['reminder_email', 'sent'],
      ]),
    )
    const mails = await mailsOf(id)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual([{ name: '', address: 'zoe@example.com' }])
    expect(mails[0]?.subject).toMatch(/^\[TEST\] Mañana: su visita a /)
    expect(mails[0]?.text).toContain('Antes de la visita:')
  })

  it('is not planned where the partner writes to its guests itself, nor sent for a visit that was cancelled', async () => {
    expect(await communications(await confirmed({}))).toEqual([])
    const id = await confirmed()
    const reminder = await reminderOf(id)
    expect(reminder).toMatchObject({ status: 'scheduled' })
    await rest.post(`${reservations}/${id}/cancel`, { reason: 'weather' })
    expect(await reminderOf(id)).toBeUndefined()
    await makeMailsDue(product.database('booking'), [id])
    await eventually(() => messageRemains(product.database('booking'), reminder.id), false)
    const messageIds = (await readMails(product.dataFolder)).map(({ messageId = '' }) => messageId)
    expect(messageIds.filter((messageId) => messageId.includes(reminder.id))).toEqual([])
  })

  it('is sent by one of several replicas, and again only when it could not be sent', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => confirmed()))
    const { databases, close } = await openDatabases(testServerUrl(), product.database('booking'))
    const sent: string[] = []
    let failed = 0
    const send = async ({ messageId = '' }: Mail): Promise<{ sentAt: Date }> => {
      await slowFor(20)
      if (failed < 2) {
        failed += 1
        throw new Error('the mail server is away')
      }
      sent.push(messageId)
      return { sentAt: new Date() }
    }
    const mailer = { send, close: async () => undefined }
    const terms = {
      name: 'Dos Ojos',
      location: { address: 'Tulum', latitude: 20.3, longitude: -87.4 },
      images: [],
      pricing: { includes: [] },
    }
    const settings = { present: async () => ({ hidePrice: false, tickets: 'party' }) }
    const startReplica = (): Mails =>
      new Mails({
        databases,
        clock: { now: () => new Date() },
        logger: createLogger('silent', 'test'),
        publicUrl: 'http://replica.example.com',
        signingSecret: 'a secret of the test, long enough',
        upstream: { cenote: async () => terms },
        settings: { live: settings, sandbox: settings },
        mailers: { live: mailer, sandbox: mailer },
      } as unknown as ConstructorParameters<typeof Mails>[0])
    const replicas = [startReplica(), startReplica(), startReplica()]
    const everything = async (): Promise<number> => {
      const counts = await Promise.all(ids.map(async (id) => (await mailsOf(id)).length))
      return sent.length + counts.reduce((sum, count) => sum + count, 0)
    }
    try {
      // The product's own job is one more that takes up what is due.
      await makeMailsDue(product.database('booking'), ids)
      await Promise.all(replicas.map((replica) => replica.workOnDue('sandbox')))
      // What failed is put off for minutes; everything else is done with.
      const waiting = async (): Promise<number> => (await queuedMails(product.database('booking'), ids)).length
      await until(async () => (await waiting()) === failed)
      await makeMailsDue(product.database('booking'), ids)
      await replicas[0]?.workOnDue('sandbox')
      await until(async () => (await everything()) >= 12)
    } finally {
      await Promise.all(replicas.map((replica) => replica.stop()))
      await close()
    }
    expect(await everything()).toBe(12)
    for (const id of ids) {
      const reminder = await reminderOf(id)
      expect(reminder.status).toBe('sent')
      const byReplicas = sent.filter((messageId) => messageId === `<${reminder.id}@replica.example.com>`)
      expect(byReplicas.length + (await mailsOf(id)).length).toBe(1)
    }
  })
})
