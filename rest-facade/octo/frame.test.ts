import { describe, expect, it } from '@jest/globals'
import { refusal } from '../../tests/testkit/scripted-gateway.ts'
import { sandbox, useTestFacade } from '../../tests/testkit/facade.ts'

const facade = useTestFacade()
const { get, post } = facade
const productId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab'

describe('a failure over OCTO', () => {
  it.each([
    ['INVALID_API_KEY', 401, 'UNAUTHORIZED'],
    ['INSUFFICIENT_PERMISSIONS', 403, 'FORBIDDEN'],
    ['RATE_LIMIT_EXCEEDED', 429, 'TOO_MANY_REQUESTS'],
    ['SERVICE_UNAVAILABLE', 503, 'SERVICE_UNAVAILABLE'],
    ['IDEMPOTENCY_KEY_IN_USE', 503, 'SERVICE_UNAVAILABLE'],
    ['INTERNAL_ERROR', 500, 'INTERNAL_SERVER_ERROR'],
    ['QUOTE_MISMATCH', 400, 'UNPROCESSABLE_ENTITY'],
    ['INVALID_CURSOR', 400, 'BAD_REQUEST'],
  ] as const)('%s of the gateway has status %d and the error %s', async (code, status, error) => {
    facade.gateway.execute = async () => ({ errors: [refusal(code)], headers: {} })
    const response = await get(`/octo/v1/products/${productId}`)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ error, errorMessage: expect.any(String) })
    if (status === 503) expect(response.headers['retry-after']).toMatch(/^\d+$/)
  })

  it('is 400 on unknown paths and methods, whatever else is wrong', async () => {
    for (const path of ['/octo/v1', '/octo/v1/nothing', '/octo/v1/%zz', '/octo/v1//supplier']) {
      const response = await get(path)
      expect([response.statusCode, response.json().error]).toEqual([400, 'BAD_REQUEST'])
      expect(response.headers['octo-capabilities']).toBe('')
    }
    expect((await post('/octo/v1/supplier', { any: 1 })).json().error).toBe('BAD_REQUEST')
    expect((await get('/octo/v2')).statusCode).toBe(404)
  })

  it('names the members of a body that is wrong, and the id at fault', async () => {
    expect((await post('/octo/v1/availability', { productId: 1, unknown: true })).json()).toEqual({
      error: 'BAD_REQUEST',
      errorMessage: expect.stringMatching(/productId.*optionId|optionId.*productId/),
    })
    expect((await post('/octo/v1/availability', '{')).json()).toMatchObject({ error: 'BAD_REQUEST' })
    const text = { ...sandbox, 'content-type': 'text/plain' }
    expect((await post('/octo/v1/availability', 'x', text)).statusCode).toBe(400)
    const option = await post('/octo/v1/availability', { productId, optionId: 'OTHER', localDate: '2026-12-05' })
    expect(option.json()).toMatchObject({ error: 'INVALID_OPTION_ID', optionId: 'OTHER' })
    expect((await get('/octo/v1/products/none')).json()).toMatchObject({
      error: 'INVALID_PRODUCT_ID',
      productId: 'none',
    })
  })

  it('is 401 before anything else without a key', async () => {
    for (const response of [
      await get('/octo/v1/nothing', {}),
      await get('/octo/v1/supplier/', {}),
      await post('/octo/v1/availability', '{', {}),
    ])
      expect([response.statusCode, response.json().error]).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('capabilities', () => {
  it('in effect are in the response as they were sent, with the languages that there are', async () => {
    const { headers } = await get('/octo/v1/supplier', {
      ...sandbox,
      'octo-capabilities': 'OCTO/Pricing, content,octo/pickups,pricing',
    })
    expect(headers).toMatchObject({
      'octo-capabilities': 'OCTO/Pricing, content',
      'available-languages': 'en, es',
      'content-language': 'en',
      vary: expect.stringContaining('Octo-Capabilities'),
    })
    expect(headers).not.toHaveProperty('etag')
  })

  it('decide the members of a response', async () => {
    expect((await get('/octo/v1/supplier')).json()).not.toHaveProperty('media')
    expect((await get('/octo/v1/supplier/', { ...sandbox, 'octo-capabilities': 'content' })).json()).toEqual({
      id: 'cenotes',
      name: 'Cenotes',
      endpoint: 'https://api.example/octo/v1',
      contact: { website: null, email: null, telephone: null, address: null },
      shortDescription: null,
      media: [],
    })
  })
})
