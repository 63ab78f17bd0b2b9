import { describe, expect, it } from '@jest/globals'
import { Refusal, refusal } from '../tests/testkit/scripted-gateway.ts'
import { fullBody, sandbox, useTestFacade } from '../tests/testkit/facade.ts'

const facade = useTestFacade()
const { get, post } = facade

describe('authentication comes first', () => {
  it('sends 401 before 400 and before anything is read', async () => {
    for (const response of [
      await post('/api/partner/reservations', {}, {}),
      await post('/api/partner/reservations', '{', {}),
      await get('/api/partner/cenotes?page=0', {}),
      await get('/partner/cenotes/x', {}),
    ]) {
      expect(response.statusCode).toBe(401)
      expect(response.json().error).toMatchObject({
        code: 'AUTHENTICATION_REQUIRED',
        status: 401,
        messageKey: 'error.auth.authentication_required',
      })
    }
    expect(facade.gateway.authorized).toEqual(['CreateReservation', 'CreateReservation', 'ListCenotes', 'ReadCenote'])
    expect(facade.gateway.requests).toEqual([])
  })

  it('refuses a wrong key everywhere', async () => {
    for (const response of [
      await post('/api/partner/reservations', {}, { 'x-api-key': 'wrong' }),
      await post('/pricing/calculate-complete', {}, { 'x-api-key': 'wrong' }),
      await get('/nowhere', { 'x-api-key': 'wrong' }),
    ]) {
      expect(response.json().error.code).toBe('INVALID_API_KEY')
    }
  })
})

describe('refusals', () => {
  it('carry the code, details and message of the gateway in Format 1', async () => {
    facade.gateway.responses = { ReadCenote: new Refusal([refusal('CENOTE_NOT_FOUND', { cenoteId: 'x' })]) }
    const response = await get('/api/partner/cenotes/x', { ...sandbox, 'x-request-id': 'r1' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      success: false,
      error: {
        code: 'CENOTE_NOT_FOUND',
        message: 'The cenote does not exist.',
        status: 404,
        details: { cenoteId: 'x' },
        messageKey: 'error.cenote.not_found',
        requestId: 'r1',
        docs: 'https://api.example/docs/partner-api/errors#cenote_not_found',
      },
      _sandbox: true,
    })
  })

  it('show no internals of an unexpected failure', async () => {
    facade.gateway.responses = { ReadCenote: new Refusal([{ message: 'relation "cenote" does not exist' }]) }
    const response = await get('/api/partner/cenotes/x')
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('relation')
  })

  it('name the field whose value the contract itself refuses', async () => {
    for (const [member, reason, text] of [
      ['dateOfBirth', 'no date', 'is not valid'],
      ['email', 'Value is not a valid email address: x', 'must be an e-mail address'],
    ]) {
      const message = `Variable "$input" got invalid value "x" at "input.guest.${member}"; ${reason}`
      facade.gateway.responses = {
        CreateReservation: new Refusal([{ message, extensions: { code: 'BAD_USER_INPUT', status: 400 } }]),
      }
      const response = await post('/api/partner/reservations', fullBody)
      expect([response.statusCode, response.json().errors.fields]).toEqual([400, { [`guest.${member}`]: [text] }])
    }
  })

  it('send Retry-After while a component is down', async () => {
    facade.gateway.responses = { ReadCenote: new Refusal([refusal('SERVICE_UNAVAILABLE')]) }
    const response = await get('/api/partner/cenotes/x')
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  })

  it('send the Retry-After of a document that its partner has no drawing time for', async () => {
    facade.gateway.responses = { ReadSignedFile: new Refusal([refusal('RATE_LIMIT_EXCEEDED', { retryAfter: 7 })]) }
    const response = await get('/documents/token', {})
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '7'])
    expect(response.json().error.code).toBe('RATE_LIMIT_EXCEEDED')
  })

  it('are 404 for an unknown path, 405 with Allow for a known one, 413 and 415 for bodies', async () => {
    expect((await get('/nowhere')).json()).toMatchObject({ error: { code: 'NOT_FOUND' }, _sandbox: true })
    const wrongMethod = await facade.app.inject({ method: 'DELETE', url: '/api/partner/cenotes', headers: sandbox })
    expect([wrongMethod.statusCode, wrongMethod.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect((await post('/api/partner/reservations', `"${'x'.repeat(1_048_577)}"`)).statusCode).toBe(413)
    const text = await post('/api/partner/reservations', 'a=b', { ...sandbox, 'content-type': 'text/plain' })
    expect([text.statusCode, text.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('are the resource’s own 404 for an id of any form', async () => {
    facade.gateway.responses = { ReadCenote: { cenote: null } }
    for (const id of ['%20', 'a'.repeat(1_500), '..%2F..', '%00']) {
      expect((await get(`/api/partner/cenotes/${id}`)).json().error.code).toBe('CENOTE_NOT_FOUND')
    }
    expect((await get('/api/partner/cenotes/%E0%A4%A')).statusCode).toBe(404)
  })
})
