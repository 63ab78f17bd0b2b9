import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { remind } from '../../subgraphs/booking/reservation/notifications/reminders.ts'
import { readMails, type WrittenMail } from '../testkit/mail-folder.ts'
import { sql, testServerUrl } from '../testkit/database.ts'
import { nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeDue } from '../testkit/due.ts'
import { slowFor } from '../testkit/pauses.ts'

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
const until = (isSo: () => Promise<boolean>): Promise<boolean> => eventually(isSo, true, { milliseconds: 20_000 })
/** The mails in the folder whose Message-ID is that of a reservation's reminder. */
async function mailsOf(id: string): Promise<WrittenMail[]> {
  return (await readMails(product.dataFolder)).filter(({ messageId = '' }) => messageId.includes(`reminder-${id}@`))
}

describe('a reminder', () => {
  it('is planned for the day before at the cenote, and goes out once it is due, in the language of the creation', async () => {
    const id = await confirmed({ confirmationEmail: true }, { 'Accept-Language': 'es' })
    const planned = await reminderOf(id)
    const eve = new Date(`${nextSaturday()}T00:00:00Z`)
    eve.setUTCDate(eve.getUTCDate() - 1)
    // 10:00 in Cancún, five hours behind UTC all year.
    expect(planned).toEqual({
      type: 'reminder_email',
      status: 'scheduled',
      scheduledFor: `${eve.toISOString().slice(0, 10)}T15:00:00.000Z`,
      recipient: 'zoe@example.com',
    })
    expect(await mailsOf(id)).toEqual([])
    await makeDue(product.database('booking'), 'reminder', [id])
    await until(async () => (await reminderOf(id)).status === 'sent')
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
    expect(await reminderOf(id)).toMatchObject({ status: 'scheduled' })
    await rest.post(`${reservations}/${id}/cancel`, { reason: 'weather' })
    expect(await reminderOf(id)).toBeUndefined()
    await makeDue(product.database('booking'), 'reminder', [id])
    const left = () =>
      sql(
        product.database('booking'),
        `SELECT FROM sandbox.communication WHERE reservation_id = $1 AND status = 'scheduled'`,
        [id],
      )
    await until(async () => (await left()).length === 0)
    expect(await left()).toEqual([])
    expect(await mailsOf(id)).toEqual([])
  })

  it('is sent by one of several replicas, and again only when it could not be sent', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => confirmed()))
    const { databases, close } = await openDatabases(testServerUrl(), product.database('booking'))
    const sent: string[] = []
    let failed = 0
    const replica = {
      databases,
      clock: { now: () => new Date() },
      logger: createLogger('silent', 'test'),
      publicUrl: 'http://replica.example.com',
      signingSecret: 'a secret of the test, long enough',
      upstream: {
        cenote: () =>
          Promise.resolve({
            name: 'Dos Ojos',
            location: { address: 'Tulum', latitude: 20.3, longitude: -87.4 },
            images: [],
            pricing: { includes: [] },
          }),
      },
      mailers: {
        sandbox: {
          send: async ({ messageId = '' }: { messageId?: string }) => {
            await slowFor(20)
            if (failed < 2) {
              failed += 1
              throw new Error('the mail server is away')
            }
            sent.push(messageId)
            return { sentAt: new Date() }
          },
        },
      },
    } as unknown as Parameters<typeof remind>[0]
    const run = { environment: 'sandbox', requestId: 'a run of the job' } as const
    const everything = async (): Promise<number> => {
      const counts = await Promise.all(ids.map(async (id) => (await mailsOf(id)).length))
      return sent.length + counts.reduce((sum, count) => sum + count, 0)
    }
    try {
      // The product's own job is one more that takes up what is due.
      await makeDue(product.database('booking'), 'reminder', ids)
      await Promise.all([remind(replica, run), remind(replica, run), remind(replica, run)])
      // What failed is put off for minutes; everything else is done with.
      const waiting = async (): Promise<number> =>
        (
          await sql(
            product.database('booking'),
            `SELECT FROM sandbox.communication WHERE reservation_id = ANY ($1) AND status = 'scheduled'`,
            [ids],
          )
        ).length
      await until(async () => (await waiting()) === failed)
      await makeDue(product.database('booking'), 'reminder', ids)
      await remind(replica, run)
      await until(async () => (await everything()) >= 12)
    } finally {
      await close()
    }
    expect(await everything()).toBe(12)
    for (const id of ids)
      expect(sent.filter((messageId) => messageId.includes(id)).length + (await mailsOf(id)).length).toBe(1)
    for (const id of ids) expect((await reminderOf(id)).status).toBe('sent')
  })
})
