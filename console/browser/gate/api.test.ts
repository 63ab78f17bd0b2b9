import { describe, expect, it } from '@jest/globals'
import { resultOf } from './api.ts'

const refused = (code: string, status: number) => ({
  data: null,
  errors: [{ message: 'no', extensions: { code, status } }],
})

describe('a response at the gate', () => {
  it.each([
    ['SERVICE_UNAVAILABLE', 503, true],
    ['RATE_LIMIT_EXCEEDED', 429, true],
    ['IDEMPOTENCY_KEY_IN_USE', 409, true],
    ['INVALID_STATE_TRANSITION', 409, false],
    ['PAYMENT_REQUIRED', 422, false],
  ])('with %s is sent again later: %s, %s', (code, status, isTransient) => {
    expect(resultOf(refused(code, status))).toMatchObject({ failure: { code, message: 'no', isTransient } })
  })

  it('that is not GraphQL counts as no connection', () => {
    for (const body of [null, {}, 'Bad gateway', { data: null }])
      expect(resultOf(body)).toMatchObject({ failure: { code: 'NETWORK', isTransient: true } })
  })

  it('has its data', () => expect(resultOf({ data: { a: 1 } })).toEqual({ data: { a: 1 } }))
})
