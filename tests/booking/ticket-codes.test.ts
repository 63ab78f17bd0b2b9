import { beforeAll, describe, expect, it } from '@jest/globals'
import { PNG } from 'pngjs'
import decodeQr from 'qr/decode.js'
import { gateKey } from '../testkit/gate.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const path = '/api/partner/reservations'
let product: SharedProduct
beforeAll(async () => void (product = await sharedTestProduct()))

async function confirmed(): Promise<Json> {
  const made = await reserve(product.url)
  await partner(product.url).post(`${path}/${made.id}/confirm`, { paymentId: made.id })
  return made
}
const withOtherToken = (code: string): string => code.slice(0, -1) + (code.endsWith('0') ? '1' : '0')

describe('the content of a QR code', () => {
  it('is the reference and a token, the same in reads, in the picture and in the envelope', async () => {
    const { id, bookingReference, qrCode } = await confirmed()
    expect(qrCode.data).toMatch(new RegExp(`^${bookingReference}\\.[0-9A-F]{20}$`))
    const rest = partner(product.url)
    expect((await rest.get(`${path}/${id}`)).body.data.qrCode.data).toBe(qrCode.data)
    expect((await rest.get(`${path}/${id}/qr`)).body.data.data).toBe(qrCode.data)
    const picture = PNG.sync.read((await partner(product.url, null).get(qrCode.url)).body)
    expect(decodeQr(picture)).toBe(qrCode.data)
  })

  it.each([
    ['its partner', keys.demo],
    ['the gate', gateKey],
  ])('names the reservation for reads and check-in by %s, in any case', async (_name, apiKey) => {
    const { id, qrCode } = await confirmed()
    const rest = partner(product.url, apiKey)
    expect((await rest.get(`${path}/${qrCode.data}`)).body.data.id).toBe(id)
    const response = await rest.post(`${path}/${qrCode.data.toLowerCase()}/checkin`, {})
    expect([response.status, response.body.data?.status]).toEqual([200, 'in_progress'])
  })

  it('names nothing with another token, nor to another partner', async () => {
    const { id, qrCode } = await confirmed()
    const code = withOtherToken(qrCode.data)
    const responses = [
      await partner(product.url).post(`${path}/${code}/checkin`, {}),
      await partner(product.url, gateKey).post(`${path}/${code}/checkin`, {}),
      await partner(product.url, gateKey).get(`${path}/${code}`),
      await partner(product.url, keys.rival).post(`${path}/${qrCode.data}/checkin`, {}),
      await partner(product.url, keys.rival).get(`${path}/${qrCode.data}`),
    ]
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual(
      responses.map(() => [404, 'RESERVATION_NOT_FOUND']),
    )
    expect((await partner(product.url).get(`${path}/${id}`)).body.data.status).toBe('confirmed')
  })
})
