import { describe, expect, it } from '@jest/globals'
import { errorMessage } from './errors.ts'
import { fieldErrorText } from './field-errors.ts'
import { filledText } from './filled-text.ts'

describe('a text with numbers', () => {
  it('has the singular after 1 alone, in both languages', () => {
    const texts = (count: number): string[] =>
      (['en', 'es'] as const).flatMap((language) => [
        fieldErrorText({ code: 'TOO_FEW_ITEMS', min: count }, language),
        errorMessage('RATE_LIMIT_EXCEEDED', language, { limit: 10, window: count, retryAfter: count }),
      ])
    expect(texts(1)).toEqual([
      'must have at least 1 item',
      'Too many requests: the limit is 10 in 1 second. Try again in 1 second.',
      'debe tener al menos 1 elemento',
      'Demasiadas solicitudes: el límite es de 10 en 1 segundo. Intente de nuevo en 1 segundo.',
    ])
    expect(texts(21)).toEqual([
      'must have at least 21 items',
      'Too many requests: the limit is 10 in 21 seconds. Try again in 21 seconds.',
      'debe tener al menos 21 elementos',
      'Demasiadas solicitudes: el límite es de 10 en 21 segundos. Intente de nuevo en 21 segundos.',
    ])
  })

  it('keeps every other word, and what a parameter says', () => {
    expect(filledText('{a} items, {b} of {a}', (name) => (name === 'a' ? '1' : '1 items $&'))).toBe(
      '1 item, 1 items $& of 1',
    )
  })
})
