import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { makeMailsDue } from '../testkit/due.ts'
import { eventually } from '../testkit/eventually.ts'
import { startMailServer, type MailServer } from '../testkit/mail-server.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct, type TestResponse } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { queuedMails, type QueuedMail } from '../testkit/stored-mails.ts'

let server: MailServer
let product: TestProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  server = await startMailServer('secret')
  product = await startTestProduct({ SMTP_URL: server.url, SANDBOX_MAIL: 'deliver' })
  rest = partner(product.url)
})
afterEach(() => server.behave('accept'))
afterAll(async () => {
  server.behave('accept')
  await product.close()
  await server.close()
})

const path = (id: string): string => `/api/partner/reservations/${id}`
const communications = async (id: string, headers = {}): Promise<Json[]> =>
  (await rest.send('GET', path(id), undefined, headers)).body.data.communications
const confirmationOf = async (id: string, headers = {}): Promise<Json> =>
  (await communications(id, headers)).find(({ type }) => type === 'confirmation_email')

/** A reservation confirmed with its mail, and the response. */
async function confirmed(
  differing: { email?: string } = {},
): Promise<{ id: string; response: TestResponse; milliseconds: number }> {
  const { id } = await reserve(product.url, differing)
  const start = performance.now()
  const response = await rest.post(`${path(id)}/confirm`, { confirmationEmail: true })
  expect(response.status).toBe(200)
  return { id, response, milliseconds: performance.now() - start }
}

/** The confirmation once it was tried as often, which on a busy machine a response does not wait for. */
const tried = (id: string, times = 1): Promise<Json> =>
  eventually(
    () => confirmationOf(id),
    ({ attempts }) => attempts.length === times,
  )

/** The next attempts are due now. */
const makeDue = (id: string) => makeMailsDue(product.database('booking'), [id], { exceptReminders: true })
const queued = async (id: string): Promise<QueuedMail[]> =>
  (await queuedMails(product.database('booking'), [id])).filter(({ type }) => type !== 'reminder_email')
const acceptedOf = ({ id }: Json) => server.accepted.filter(({ messageId }) => messageId.startsWith(`<${id}`))
const notSent = { confirmationEmail: { sent: false, sentAt: null } }
const failedOnce = (error: string) => [{ at: expect.stringMatching(/Z$/), outcome: 'failed', error }]

describe('a mail', () => {
  it('is sent with the response of its change', async () => {
    // On a busy machine a response does not wait until the mail is accepted.
    let id = ''
    let sentAt = ''
    await eventually(
      async () => {
        const { response, ...made } = await confirmed()
        id = made.id
        sentAt = response.body.data.communications.confirmationEmail.sentAt
        return response.body.data.communications
      },
      { confirmationEmail: { sent: true, sentAt: expect.any(String) } },
    )
    const message = await confirmationOf(id)
    expect(message).toEqual({
      id: expect.any(String),
      type: 'confirmation_email',
      status: 'sent',
      sentAt,
      recipient: 'ana@example.com',
      attempts: [{ at: expect.stringMatching(/Z$/), outcome: 'sent', error: null }],
    })
    expect(acceptedOf(message)).toHaveLength(1)
    expect(await queued(id)).toEqual([])
  })

  it('that a server which is away could not take is tried again and arrives once, with one Message-ID', async () => {
    await server.stop()
    const { id, response, milliseconds } = await confirmed()
    expect(response.body.data.communications).toEqual(notSent)
    expect(milliseconds).toBeLessThan(15_000)
    const message = await tried(id)
    expect(message).toMatchObject({
      status: 'scheduled',
      attempts: failedOnce('the mail server cannot be reached'),
    })
    expect(message.sentAt).toBeUndefined()
    // A minute after the first attempt.
    const pause = Date.parse(message.scheduledFor) - Date.parse(message.attempts[0].at)
    expect(Math.round(pause / 10_000)).toBe(6)
    expect((await confirmationOf(id, { 'Accept-Language': 'es' })).attempts[0].error).toBe(
      'no se puede conectar con el servidor de correo',
    )
    await server.start()
    server.behave('drop after data')
    await makeDue(id)
    await tried(id, 2)
    server.behave('accept')
    await makeDue(id)
    const sent = await eventually(
      () => confirmationOf(id),
      ({ status }) => status === 'sent',
    )
    expect(sent.attempts.map(({ outcome }: Json) => outcome)).toEqual(['failed', 'failed', 'sent'])
    expect(sent.attempts[1].error).toBe('the connection was lost before the mail server accepted the mail')
    expect(sent).not.toHaveProperty('scheduledFor')
    expect(acceptedOf(message)).toHaveLength(1)
    const [accepted] = acceptedOf(message)
    expect(server.unacknowledged.map(({ messageId }) => messageId)).toContain(accepted?.messageId)
    expect((await rest.get(path(id))).body.data.confirmationSent).toBe(true)
  })

  it('fails for good where the server refuses the recipient with 5xx, and is tried again after 4xx', async () => {
    server.behave({ recipientReply: 550 })
    const refused = await confirmed()
    expect(await tried(refused.id)).toMatchObject({
      status: 'failed',
      attempts: failedOnce('the mail server refused the recipient (550)'),
    })
    expect(await queued(refused.id)).toEqual([])
    server.behave({ recipientReply: 450 })
    const postponed = await confirmed()
    expect(await tried(postponed.id)).toMatchObject({
      status: 'scheduled',
      attempts: failedOnce('the mail server refused the recipient (450)'),
    })
    expect(await queued(postponed.id)).toHaveLength(1)
  })

  it('fails alone at a server that does not carry the letters of its address; other scripts in domains arrive', async () => {
    server.behave('ascii only')
    const { id, response } = await confirmed({ email: 'josé@example.com' })
    expect(response.body.data.status).toBe('confirmed')
    expect(await tried(id)).toMatchObject({
      status: 'failed',
      recipient: 'josé@example.com',
      attempts: failedOnce('the mail server refused the recipient (553)'),
    })
    expect(await queued(id)).toEqual([])
    expect((await rest.get(path(id))).body.data.status).toBe('confirmed')
    const other = await confirmed({ email: 'jose@bücher.example' })
    const message = await tried(other.id)
    expect(message.status).toBe('sent')
    expect(acceptedOf(message)).toMatchObject([{ content: expect.stringMatching(/^To: jose@xn--bcher-kva\.example/m) }])
  })

  it('is tried seven times, then failed', async () => {
    server.behave({ recipientReply: 450 })
    const { id } = await confirmed()
    for (let attempts = 1; attempts < 7; attempts += 1) {
      const message = await tried(id, attempts)
      expect(message.status).toBe('scheduled')
      await makeDue(id)
    }
    const message = await tried(id, 7)
    expect(message.status).toBe('failed')
    expect(message).not.toHaveProperty('scheduledFor')
    expect(await queued(id)).toEqual([])
  })

  it('of a server that does not respond holds a response for a second, and its attempt ends after 15 s', async () => {
    server.behave('hang')
    const { id, response, milliseconds } = await confirmed()
    expect(response.body.data.communications).toEqual(notSent)
    expect(milliseconds).toBeGreaterThan(900)
    expect(await confirmationOf(id)).toMatchObject({ status: 'scheduled', attempts: [] })
    const message = await eventually(
      () => confirmationOf(id),
      ({ attempts }) => attempts.length === 1,
    )
    expect(message.attempts).toEqual(failedOnce('the mail server did not respond in time'))
  })

  it('that has lost its point is not sent any more', async () => {
    server.behave({ recipientReply: 450 })
    const { id } = await confirmed()
    const message = await tried(id)
    server.behave('accept')
    await rest.post(`${path(id)}/cancel`, { reason: 'weather', notifyGuest: true })
    await eventually(
      () => communications(id),
      (messages) => messages.some(({ type, status }) => type === 'cancellation_email' && status === 'sent'),
    )
    expect(await confirmationOf(id)).toMatchObject({ status: 'failed', attempts: [{ outcome: 'failed' }] })
    await makeDue(id)
    await eventually(() => queued(id), [])
    expect(acceptedOf(message)).toEqual([])
    expect((await communications(id)).map(({ type, status }) => [type, status])).toEqual([
      ['confirmation_email', 'failed'],
      ['cancellation_email', 'sent'],
    ])
  })

  it('is queued with its change or not at all', async () => {
    const { id } = await reserve(product.url)
    const refused = await rest.post(`${path(id)}/complete`, { feedback: { requestReview: true } })
    expect(refused.status).toBe(409)
    expect(await communications(id)).toEqual([])
    expect(await queued(id)).toEqual([])
  })
})

describe('a message that is sent again', () => {
  const resend = (id: string, message: Json, headers = {}) =>
    rest.post(`${path(id)}/communications/${message.id}/resend`, undefined, headers)

  it('goes to the present address under a Message-ID of its own, also after it was sent', async () => {
    const { id } = await confirmed()
    const message = await tried(id)
    await rest.send('PATCH', path(id), { guest: { email: 'eva@example.com' } })
    const response = await resend(id, message)
    expect(response.status).toBe(202)
    expect(response.body.data).toMatchObject({ id: message.id, status: 'scheduled', sentAt: message.sentAt })
    const again = await tried(id, 2)
    expect(again).toMatchObject({ status: 'sent', sentAt: message.sentAt, recipient: 'eva@example.com' })
    expect(acceptedOf(message).map(({ to }) => to)).toEqual([['ana@example.com'], ['eva@example.com']])
    expect(new Set(acceptedOf(message).map(({ messageId }) => messageId)).size).toBe(2)
  })

  it("is sent again by an operator for a partner's reservation, over REST and GraphQL", async () => {
    const { id } = await confirmed()
    const message = await tried(id)
    const { bookingReference } = (await rest.get(path(id))).body.data
    const staff = partner(product.url, operatorKeys.sandbox)
    const response = await staff.post(`${path(bookingReference)}/communications/${message.id}/resend`, undefined)
    expect([response.status, response.body.data]).toEqual([
      202,
      expect.objectContaining({ id: message.id, status: 'scheduled' }),
    ])
    await tried(id, 2)
    const { body } = await staff.graphql(
      `mutation { resendCommunication(input: { id: "${id}", communicationId: "${message.id}" }) { communicationId } }`,
    )
    expect(body.data.resendCommunication).toEqual({ communicationId: message.id })
    await tried(id, 3)
    expect(acceptedOf(message)).toHaveLength(3)
    const gate = await partner(product.url, 'sk_test_demo_gate').post(
      `${path(id)}/communications/${message.id}/resend`,
      undefined,
    )
    expect(gate.status).toBe(403)
  })

  it('begins its attempts again after it has failed', async () => {
    server.behave({ recipientReply: 550 })
    const { id } = await confirmed()
    const message = await tried(id)
    server.behave('accept')
    const { body } = await rest.graphql(
      `mutation { resendCommunication(input: { id: "${id}", communicationId: "${message.id}" }) { communicationId status } }`,
    )
    expect(body.data.resendCommunication).toEqual({ communicationId: message.id, status: 'SCHEDULED' })
    await eventually(
      async () => (await confirmationOf(id)).attempts.map(({ outcome }: Json) => outcome),
      ['failed', 'sent'],
    )
  })

  it('is sent once for requests with one Idempotency-Key', async () => {
    const { id } = await confirmed()
    const message = await tried(id)
    const headers = { 'Idempotency-Key': `resend-${id}` }
    for (let request = 0; request < 3; request += 1) expect((await resend(id, message, headers)).status).toBe(202)
    await eventually(
      async () => (await confirmationOf(id)).attempts.length,
      (count) => count >= 2,
    )
    await eventually(() => queued(id), [])
    expect(acceptedOf(message)).toHaveLength(2)
  })

  it('is refused beyond ten in a day, for what is not there, and where it would not be true any more', async () => {
    const { id } = await confirmed()
    const message = await tried(id)
    for (let request = 0; request < 10; request += 1) expect((await resend(id, message)).status).toBe(202)
    const refused = await resend(id, message)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    for (const missing of [{ id: '00000000-0000-4000-8000-000000000000' }, { id: 'nothing' }])
      expect((await resend(id, missing)).body.error.code).toBe('COMMUNICATION_NOT_FOUND')
    const rival = partner(product.url, keys.rival)
    const others = await rival.post(`${path(id)}/communications/${message.id}/resend`, undefined)
    expect(others.body.error.code).toBe('RESERVATION_NOT_FOUND')
    const other = await confirmed()
    expect((await resend(other.id, message)).body.error.code).toBe('COMMUNICATION_NOT_FOUND')
    const own = await tried(other.id)
    await rest.post(`${path(other.id)}/cancel`, { reason: 'weather' })
    const late = await resend(other.id, own)
    expect([late.status, late.body.error.code]).toEqual([409, 'COMMUNICATION_NOT_APPLICABLE'])
  })
})

it('operators see the queue in the metrics and in the pending work', async () => {
  server.behave({ recipientReply: 450 })
  await confirmed()
  const metrics = await eventually(
    async () => (await fetch(`${product.url}/metrics`)).text(),
    (text) => /^mails_queued\{environment="sandbox"\} [1-9]/m.test(text),
  )
  expect(metrics).toMatch(/^mail_oldest_due_seconds\{environment="sandbox"\} \d/m)
  expect(metrics).toMatch(/^mail_attempts_total\{environment="sandbox",outcome="sent"\} [1-9]/m)
  expect(metrics).toMatch(/^mail_attempts_total\{environment="sandbox",outcome="failed"\} [1-9]/m)
})
