import { expect, it } from '@jest/globals'
import { fieldErrorText } from './field-errors.ts'

it('a mistake is told in Spanish with its numbers and instants in their places', () => {
  for (const [english, spanish] of [
    ['must be from 1 to 50', 'debe ser de 1 a 50'],
    ['must be from 1 to 50 people', 'debe ser de 1 a 50 personas'],
    ['must have at most 2000 characters', 'debe tener como máximo 2000 caracteres'],
    ['must have at most 2000 characters of JSON', 'debe tener como máximo 2000 caracteres de JSON'],
    [
      'must not be before the check-in at 2026-05-01T15:00:00.000Z',
      'no debe ser anterior a la llegada, 2026-05-01T15:00:00.000Z',
    ],
    ['must be a date, YYYY-MM-DD', 'debe ser una fecha, AAAA-MM-DD'],
  ] as const) {
    expect(fieldErrorText(english, 'es')).toBe(spanish)
    expect(fieldErrorText(english, 'en')).toBe(english)
  }
})

it('a text that is no mistake of ours stays as it is', () => {
  expect(fieldErrorText('must be $& from 1 to 50', 'es')).toBe('must be $& from 1 to 50')
})
