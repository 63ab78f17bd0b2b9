import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import { readMails } from '../testkit/mail-folder.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { countTestMails } from '../testkit/stored-mails.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const query =
  'query($id: ID!) { reservation(id: $id) { communications { type status testMail { subject text html } } } }'

async function cancelled(apiKey: string): Promise<{ id: string; email: string; messages: Json[] }> {
  const rest = partner(product.url, apiKey)
  const email = `${randomUUID()}@example.com`
  const { id } = await reserve(product.url, { apiKey, email })
  const path = `/api/partner/reservations/${id}`
  /** The messages once each was sent, which on a busy machine a response does not wait for. */
  const sent = (count: number): Promise<Json[]> =>
    eventually(
      async (): Promise<Json[]> => (await rest.graphql(query, { id })).body.data.reservation.communications,
      (messages) => messages.filter(({ status }) => status === 'SENT').length === count,
    )
  await rest.post(`${path}/confirm`, { paymentId: 'p-1', confirmationEmail: true, generateDocuments: true })
  // A confirmation that is still waiting is not sent once the reservation is cancelled.
  const [confirmation] = await sent(1)
  await rest.post(`${path}/cancel`, { reason: 'guest_request', notifyGuest: true })
  const messages = await sent(2)
  expect(messages[0]).toEqual(confirmation)
  return { id, email, messages }
}

it('a partner reads the mails of the sandbox as they were written', async () => {
  const { id, email, messages } = await cancelled(keys.demo)
  expect(messages.map(({ type }) => type)).toEqual(['CONFIRMATION_EMAIL', 'CANCELLATION_EMAIL'])
  const written = await eventually(
    async () => {
      const mails = await readMails(product.dataFolder)
      return mails.filter(({ to }) => to?.some(({ address }) => address === email))
    },
    (mails) => mails.length === messages.length,
  )
  for (const { testMail } of messages) {
    const mail = written.find(({ subject }) => subject === testMail.subject)
    // The code is a part of the mail, and has an address where the mail is read without its parts.
    const withoutCode = (html = ''): string => html.trim().replace(/src="[^"]*qr[@?][^"]*"/, 'src="code"')
    expect([mail?.text?.trim(), withoutCode(mail?.html)]).toEqual([testMail.text.trim(), withoutCode(testMail.html)])
    expect(testMail.html).not.toContain('cid:')
  }
  const [confirmation, cancellation] = messages.map(({ testMail }) => testMail)
  expect(confirmation.text).toContain('Demo Travel')
  expect(confirmation.text).toContain(`${product.url}/visits/`)
  expect(confirmation.text).toContain(`${product.url}/documents/`)
  expect(cancellation.text).toMatch(/Refund: \$[\d,.]+ MXN/)
  const rival = await partner(product.url, keys.rival).graphql(query, { id })
  expect(rival.body.data.reservation).toBeNull()
})

it('mails of the live environment are not stored', async () => {
  const { messages } = await cancelled(keys.live)
  expect(messages.map(({ testMail }) => testMail)).toEqual([null, null])
  expect(await countTestMails(product.database('booking'), 'live')).toBe(0)
})
