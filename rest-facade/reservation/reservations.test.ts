import { describe, expect, it } from '@jest/globals'
import { refusal, Refusal } from '../../tests/testkit/scripted-gateway.ts'
import { cenoteId, fullBody, sandbox, useTestFacade } from '../../tests/testkit/facade.ts'

const facade = useTestFacade()
const { get, post } = facade

describe('reservations', () => {
  it('are created from the full body', async () => {
    const response = await post('/api/partner/reservations', fullBody, { ...sandbox, 'user-agent': 'kiosk/1' })
    expect(response.statusCode).toBe(201)
    expect(response.json().data).toMatchObject({
      status: 'pending',
      cenoteId,
      visitors: { total: 2, breakdown: { adults: 2, children: 0, seniors: 0 } },
      pricing: { subtotal: 701, taxes: 112.16, total: 813.16, breakdown: [{ type: 'adult', unitPrice: 350.5 }] },
      payment: { required: true, instructions: { creditCard: { url: 'https://pay.example/x' } } },
    })
    expect(facade.gateway.requests[0]?.variables['input']).toEqual({
      cenoteId,
      visitDate: '2027-01-05',
      visitors: { adults: 2, children: 0, seniors: 0 },
      guest: { name: 'Ana Ruiz', email: 'ana@example.com', phone: '+52 984 123 4567' },
      services: [],
      metadata: { userAgent: 'kiosk/1' },
    })
  })

  it.each([
    ['2027-01-05T10:00:00Z', { visitAt: '2027-01-05T10:00:00.000Z' }],
    ['2027-01-05t10:00:00.5z', { visitAt: '2027-01-05T10:00:00.500Z' }],
    ['2027-01-05T10:00+02:00', { visitAt: '2027-01-05T08:00:00.000Z' }],
    ['2027-01-05T10:00:00', { visitDate: '2027-01-05', preferredTime: '10:00' }],
    ['2027-01-05', { visitDate: '2027-01-05' }],
  ])('are created from the flat body, an instant being one only with an offset: %s', async (date, visit) => {
    const body = { cenoteId, date, visitors: 3, email: 'ana@example.com' }
    const { statusCode } = await post('/api/partner/reservations', body, { ...sandbox, 'user-agent': 'kiosk/1' })
    expect(statusCode).toBe(201)
    expect(facade.gateway.requests[0]?.variables['input']).toEqual({
      cenoteId,
      ...visit,
      visitors: { adults: 3, children: 0, seniors: 0 },
      guest: { name: '', email: 'ana@example.com', phone: '' },
      services: [],
      metadata: { userAgent: 'kiosk/1' },
    })
  })

  it('of a bulk request all fail with 503 when something that they need is unavailable, each with its error', async () => {
    facade.gateway.responses = { CreateReservations: new Refusal([refusal('SERVICE_UNAVAILABLE')]) }
    const response = await post('/api/partner/reservations/bulk', { reservations: [fullBody, fullBody] })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(response.json()).toMatchObject({
      success: false,
      error: {
        code: 'BULK_FAILED',
        status: 503,
        details: {
          results: [0, 1].map((index) => ({
            index,
            success: false,
            error: { code: 'SERVICE_UNAVAILABLE', status: 503 },
          })),
          summary: { total: 2, succeeded: 0, failed: 2 },
        },
      },
    })
    const mixed = await post('/api/partner/reservations/bulk', { reservations: [fullBody, {}] })
    expect([mixed.statusCode, mixed.json().error.code]).toEqual([422, 'BULK_FAILED'])
  })

  it('report the errors of the variant that was meant', async () => {
    const response = await post('/api/partner/reservations', { date: '2027-01-05T25:00:00Z', visitors: 51, email: 'x' })
    expect(Object.keys(response.json().errors.fields).sort()).toEqual(['cenoteId', 'date', 'email', 'visitors'])
  })

  it('show their QR code to clients with the signed address', async () => {
    facade.gateway.responses = {
      ReadSignedFile: {
        signedFile: {
          contentType: 'image/png',
          name: 'qr.png',
          bytes: Buffer.from('png').toString('base64'),
          language: 'EN',
          isValid: true,
        },
      },
    }
    const response = await get('/api/partner/reservations/x/qr?token=t', {})
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([200, 'image/png', 'png'])
    expect((await get('/documents/t', {})).statusCode).toBe(404)
    expect((await get('/api/partner/reservations/x/qr', {})).statusCode).toBe(401)
  })

  it('return the QR envelope or the picture, as Accept requests', async () => {
    facade.gateway.responses = {
      ReadReservationQrCode: {
        reservation: {
          id: cenoteId,
          status: 'PENDING',
          qrCode: { url: 'https://api.example/q?token=t', data: 'CEN-1', isValid: true },
        },
      },
      ReadSignedFile: {
        signedFile: {
          contentType: 'image/svg+xml',
          name: 'qr.svg',
          bytes: Buffer.from('<svg/>').toString('base64'),
          language: 'EN',
          isValid: true,
        },
      },
    }
    expect((await get('/api/partner/reservations/x/qr')).json().data).toEqual({
      url: 'https://api.example/q?token=t',
      data: 'CEN-1',
      format: 'png',
    })
    const picture = await get('/api/partner/reservations/x/qr', { ...sandbox, accept: 'image/svg+xml' })
    expect([picture.headers['content-type'], picture.body]).toEqual(['image/svg+xml', '<svg/>'])
    expect(facade.gateway.requests.at(-1)?.variables).toEqual({ token: 't', format: 'SVG' })
  })
})
