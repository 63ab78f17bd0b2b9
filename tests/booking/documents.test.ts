import { PNG } from 'pngjs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { copyCenote } from '../testkit/copies.ts'
import { newPartner } from '../testkit/issue.ts'
import { mover } from '../testkit/moves.ts'
import { strokesOf } from '../testkit/pdf.ts'
import { keys, partner, productToChange, type TestResponse, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { makeDue } from '../testkit/due.ts'
import { renameCenote } from '../testkit/stored-catalog.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await productToChange()
})

it('a document shows the cenote as it is in the environment of the reservation, for any reader', async () => {
  const cenoteId = await copyCenote(product.url, 'gran-cenote')
  await renameCenote(product.database('catalog'), cenoteId, { en: 'Sandy Cenote', es: 'Cenote de Arena' })
  const { id } = await mover(product, undefined, cenoteId).reserve()
  const { body } = await partner(product.url).post(`/api/partner/reservations/${id}/confirm`, {
    generateDocuments: true,
  })
  const read = async (key: string | null): Promise<Buffer> =>
    (await partner(product.url, key).get(body.data.documents.confirmation)).body
  const opened = await read(null)
  expect(opened.subarray(0, 5).toString()).toBe('%PDF-')
  expect(opened.equals(await read(keys.demo))).toBe(true)
})

const reservations = '/api/partner/reservations'
const unknown = (address: string, headers?: Record<string, string>): Promise<TestResponse> =>
  partner(product.url, null).get(address, headers)
const textOf = (pdf: Buffer): string =>
  strokesOf(pdf)
    .map(({ text }) => text)
    .join('\n')

/** A reservation with its documents, and the addresses of its files. */
async function withDocuments(apiKey?: string): Promise<{
  id: string
  reference: string
  ticket: string
  confirmation: string
  qr: string
}> {
  const { id, bookingReference: reference, qrCode } = await reserve(product.url, apiKey === undefined ? {} : { apiKey })
  const { body } = await partner(product.url, apiKey).post(`${reservations}/${id}/confirm`, {
    paymentId: 'pay_1',
    generateDocuments: true,
  })
  return { id, reference, qr: qrCode.url, ...body.data.documents }
}

it('documents follow the settings of the partner: no amounts, a ticket for each person', async () => {
  const { apiKey } = await newPartner(product)
  const { ticket, confirmation, id } = await withDocuments(apiKey)
  const party = { visitors: { adults: 1, children: 1 } }
  expect(await partner(product.url, apiKey).send('PATCH', `${reservations}/${id}`, party)).toHaveStatus(200)
  const settle = async (hidePrice: boolean, tickets: string): Promise<void> => {
    const { graphql } = partner(product.url, apiKey)
    const { data } = (await graphql('{ viewer { partner { settings { version } } } }')).body
    const { version } = data.viewer.partner.settings
    const changed = await graphql(
      'mutation ($input: UpdatePartnerSettingsInput!) { updatePartnerSettings(input: $input) { version } }',
      { input: { version, hidePrice, tickets } },
    )
    expect(changed.body.errors).toBeUndefined()
  }
  await settle(true, 'PERSON')
  expect(textOf((await unknown(confirmation)).body)).not.toContain('MXN')
  const tickets = textOf((await unknown(ticket)).body)
  expect(tickets).toContain('Ticket 1 of 2')
  expect(tickets).not.toContain('MXN')
  await settle(false, 'PARTY')
  expect(textOf((await unknown(confirmation)).body)).toContain('MXN')
})

describe('the ticket and QR code of a reservation that is over', () => {
  it.each([
    ['cancelled', [['cancel', { reason: 'weather' }]], 'CANCELLED'],
    ['missed', [['no-show', {}]], 'NO SHOW'],
    [
      'refunded',
      [
        ['cancel', { reason: 'weather' }],
        ['refund', {}],
      ],
      'REFUNDED',
    ],
  ] as [string, [string, object][], string][])(
    'respond with 410 and say so once it is %s',
    async (_how, steps, word) => {
      const { id, reference, ticket, confirmation, qr } = await withDocuments()
      for (const address of [ticket, confirmation, qr]) expect(await unknown(address)).toHaveStatus(200)
      expect(textOf((await unknown(ticket)).body)).not.toContain('not valid any more')
      for (const [step, body] of steps)
        expect(await partner(product.url).post(`${reservations}/${id}/${step}`, body)).toHaveStatus(200)

      for (const address of [ticket, confirmation]) {
        const file = await unknown(address)
        expect([file.status, file.headers.get('content-type')]).toEqual([410, 'application/pdf'])
        expect(textOf(file.body)).toContain(`${word}: this document is not valid any more.`)
      }
      expect(textOf((await unknown(ticket)).body)).not.toContain('Show this code')

      const png = await unknown(qr)
      expect([png.status, png.headers.get('content-type')]).toEqual([410, 'image/png'])
      expect(PNG.sync.read(png.body).width).toBeGreaterThan(100)
      for (const ask of [
        () => unknown(qr, { Accept: 'image/svg+xml' }),
        () => partner(product.url).get(`${reservations}/${reference}/qr`, { Accept: 'image/svg+xml' }),
      ]) {
        const svg = await ask()
        expect([svg.status, svg.headers.get('content-type')]).toEqual([410, 'image/svg+xml'])
        expect(svg.body.toString()).toContain(`<title>${word}: NOT VALID</title>`)
      }
      const envelope = await partner(product.url).get(`${reservations}/${id}/qr`)
      expect([envelope.status, envelope.body.error.code, envelope.body.error.details.reservationId]).toEqual([
        410,
        'TICKET_NOT_VALID',
        id,
      ])
    },
  )

  it('respond with 410 as soon as a hold has ended, before the job has recorded it', async () => {
    const { id, qrCode } = await reserve(product.url)
    expect(await unknown(qrCode.url)).toHaveStatus(200)
    await makeDue(product.database('booking'), 'hold', [id])
    expect(await unknown(qrCode.url)).toHaveStatus(410)
  })

  it('still open after the visit', async () => {
    const { id, ticket, qr } = await withDocuments()
    for (const step of ['checkin', 'complete']) await partner(product.url).post(`${reservations}/${id}/${step}`, {})
    for (const address of [ticket, qr]) expect(await unknown(address)).toHaveStatus(200)
  })
})

it('the token of one reservation opens no other address', async () => {
  const [one, other] = [await withDocuments(), await withDocuments()]
  const token = new URL(one.qr).searchParams.get('token')
  const at = (id: string): Promise<Json> => unknown(`${reservations}/${id}/qr?token=${token}`)
  for (const id of [one.id, one.id.toUpperCase(), one.reference, one.reference.toLowerCase()])
    expect((await at(id)).status).toBe(200)
  for (const id of [other.id, other.reference, 'CEN-000000', 'x']) {
    const response = await at(id)
    expect([response.status, response.body.error.code]).toEqual([404, 'NOT_FOUND'])
  }
  const document = one.ticket.split('/').at(-1)
  expect(await unknown(`${reservations}/${one.id}/qr?token=${document}`)).toHaveStatus(404)
  expect(await unknown(`/documents/${token}`)).toHaveStatus(404)
})
