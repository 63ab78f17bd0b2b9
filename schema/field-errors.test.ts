import { expect, it } from '@jest/globals'
import { fieldErrorText, fieldErrorTexts, type FieldError } from './field-errors.ts'
import { fieldErrorOf } from './schema-errors.ts'

it('an error of a field has its parameters in both languages', () => {
  const errors: [FieldError, string, string][] = [
    [{ code: 'OUT_OF_RANGE', min: 1, max: 50 }, 'must be from 1 to 50', 'debe estar entre 1 y 50'],
    [{ code: 'PEOPLE_OUT_OF_RANGE', max: 50 }, 'must be from 1 to 50 people', 'deben ser de 1 a 50 personas'],
    [{ code: 'TOO_LONG', max: 2000 }, 'must have at most 2000 characters', 'debe tener como máximo 2000 caracteres'],
    [
      { code: 'JSON_TOO_LONG', max: 2000 },
      'must have at most 2000 characters of JSON',
      'debe tener como máximo 2000 caracteres de JSON',
    ],
    [
      { code: 'BEFORE_CHECK_IN', checkedInAt: '2026-05-01T15:00:00.000Z' },
      'must not be before the check-in at 2026-05-01T15:00:00.000Z',
      'no debe ser anterior a la llegada, 2026-05-01T15:00:00.000Z',
    ],
    [{ code: 'NOT_A_DATE' }, 'must be a date, YYYY-MM-DD', 'debe ser una fecha, AAAA-MM-DD'],
  ]
  for (const [error, english, spanish] of errors) {
    expect(fieldErrorText(error, 'en')).toBe(english)
    expect(fieldErrorText(error, 'es')).toBe(spanish)
  }
})

it('a parameter is text alone, whatever is in it', () => {
  expect(fieldErrorText({ code: 'NOT_ONE_OF', values: '$& {values}' }, 'es')).toBe('debe ser uno de: $& {values}')
})

it('both texts of a code have the same parameters', () => {
  const parameters = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const { en, es } of Object.values(fieldErrorTexts)) expect(parameters(es)).toEqual(parameters(en))
})

it('the format idn-email is named as an e-mail address', () => {
  expect(fieldErrorOf({ keyword: 'format', params: { format: 'idn-email' } })).toEqual({ code: 'NOT_AN_EMAIL_ADDRESS' })
})
