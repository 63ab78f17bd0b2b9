import { beforeAll, describe, expect, it } from '@jest/globals'
import { consoleOperations } from '../testkit/console-operations.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { readMails } from '../testkit/mail-folder.ts'
import { playMainJob } from '../testkit/main-job.ts'
import { playMainJobByGraphql } from '../testkit/main-job-graphql.ts'
import { granCenote, reservationPath, visitDay } from '../testkit/moves.ts'
import { adults, freeSlots, reseller, sold } from '../testkit/octo.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { Stream } from '../testkit/stream.ts'

let product: SharedProduct
let apiKey: string
beforeAll(async () => {
  product = await sharedTestProduct()
  apiKey = (await newPartner(product)).apiKey
})

/** Reserves, confirms and cancels a visit. Returns the id of the reservation. */
async function sellAndCancel(): Promise<string> {
  const { post } = partner(product.url, apiKey)
  const { id } = await reserve(product.url, { apiKey })
  expect(await post(reservationPath(id, 'confirm'), { paymentId: 'pay' })).toHaveStatus(200)
  expect(await post(reservationPath(id, 'cancel'), { reason: 'weather' })).toHaveStatus(200)
  return id
}

const query = `subscription ($after: String) {
  reservationEvents(after: $after) { type reservation { reservationId } }
}`

describe('the main job', () => {
  it('is done over REST with a subscriber over WebSocket, and sends the guest two mails', async () => {
    const reference = await playMainJob(product.url, product.url, apiKey)
    const mails = await eventually(
      async () => (await readMails(product.dataFolder)).filter(({ text }) => text?.includes(reference)),
      ({ length }) => length === 2,
    )
    expect(mails[0]?.source).toMatch(/^To: ana@example.com\r$/m)
    expect(mails[0]?.source).toContain('application/pdf')
  })

  it('is done by GraphQL alone', async () => {
    await playMainJobByGraphql(product.url)
  })

  it('is followed over server-sent events', async () => {
    const after = await logEnd(product.url, apiKey)
    const stream = await Stream.open(product.url, { query, variables: { after }, apiKey })
    const reservationId = await sellAndCancel()
    await stream.received(3)
    expect(stream.events.map(({ data }) => data.data.reservationEvents)).toEqual(
      ['CREATED', 'CONFIRMED', 'CANCELLED'].map((type) => ({
        type: `RESERVATION_${type}`,
        reservation: { reservationId },
      })),
    )
    stream.stop()
  })

  it('is followed by webhooks', async () => {
    const receiver = await new Receiver().start()
    const events = ['created', 'confirmed', 'cancelled'].map((type) => `reservation.${type}`)
    const { body } = await partner(product.url, apiKey).post('/webhooks', { url: receiver.url, events })
    const id = await sellAndCancel()
    const received = (await receiver.got(3)).map((delivery) => delivery.body)
    expect(received.map(({ type, data }) => [type, data.id])).toEqual(
      expect.arrayContaining(events.map((type) => [type, id])),
    )
    await partner(product.url, apiKey).send('DELETE', `/webhooks/${body.data.id}`)
    await receiver.stop()
  })

  it('is done by a reseller of OCTO', async () => {
    const { productId, optionId } = sold.cenote
    const octo = reseller(product.url, { apiKey })
    const availabilityId = (await freeSlots(octo, productId))().id
    const held = await octo.post('/bookings', { productId, optionId, availabilityId, unitItems: adults(2) })
    expect(held.status).toBe('ON_HOLD')
    const contact = { fullName: 'Ada Lovelace' }
    expect((await octo.post(`/bookings/${held.uuid}/confirm`, { contact })).status).toBe('CONFIRMED')
    expect((await octo.post(`/bookings/${held.uuid}/cancel`, { reason: 'Rain' })).status).toBe('CANCELLED')
  })

  it('is done by the operations that the console sends for an operator', async () => {
    const sell = await consoleOperations(product.url, 'reservations/new')
    const act = await consoleOperations(product.url, 'reservations/actions')
    const visit = { cenoteId: granCenote, visitDate: visitDay(0), visitors: { adults: 2 } }
    const guest = { name: 'Eva', email: 'eva@example.com', phone: '+52 1' }
    const { id } = (await sell('CreateReservation', { input: { ...visit, guest } })).createReservation
    await act('ConfirmReservation', { input: { id, paymentId: 'card', amountCents: 10_000 } })
    await act('RecordPayment', { input: { id, amountCents: 50_000, method: 'CASH' } })
    await act('CancelReservation', { input: { id, reason: 'WEATHER' } })
    const { data } = (await partner(product.url, operatorKeys.sandbox).get(reservationPath(id))).body
    expect(data).toMatchObject({ status: 'cancelled', refund: { amount: 600 } })
  })
})
