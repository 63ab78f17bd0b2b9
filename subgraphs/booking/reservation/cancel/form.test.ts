import { describe, expect, it } from '@jest/globals'
import { cancellationRequest } from './form.ts'

const input = { id: 'CEN-TEST00', reason: 'weather', refundRequested: true, notifyGuest: false } as const

describe('the form of a cancellation', () => {
  it('accepts what is documented', () => {
    const note = 'x'.repeat(2_000)
    expect(cancellationRequest({ ...input, note })).toEqual({ ...input, note })
  })

  it('names every field that is not valid, and the reasons that are', () => {
    const invalid = {
      ...input,
      reason: 'hold_expired',
      note: 'x'.repeat(2_001),
      refundMethod: 'x'.repeat(101),
    } as const
    expect(() => cancellationRequest(invalid)).toThrow(
      expect.objectContaining({
        extensions: expect.objectContaining({
          code: 'ERROR_VALIDACION',
          fieldErrors: expect.objectContaining({
            note: [expect.objectContaining({ code: 'TOO_LONG' })],
            refundMethod: [expect.objectContaining({ code: 'TOO_LONG' })],
            reason: [expect.objectContaining({ code: 'NOT_ONE_OF' })],
          }),
        }),
      }),
    )
  })
})
