import { describe, expect, it } from '@jest/globals'
import { errorCatalog, type ErrorCode } from '../../../schema/error-catalog.ts'
import { errorMessage } from '../../../schema/errors.ts'
import { fieldErrorText, fieldErrorTexts, type FieldError, type FieldErrorCode } from '../../../schema/field-errors.ts'
import { protocolErrors } from '../../../schema/protocol-errors.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { failureText, fieldText } from './failure-text.ts'
import { translateWith } from './text.ts'

const languages = [
  ['en', translateWith(en)],
  ['es', translateWith(es)],
] as const

/** Codes, members, backticks and words of the protocol. */
const unreadable =
  /`|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z]+\b|(?<!\/)\b[a-z]+[A-Z]\w*|X-API-Key|GraphQL|WebSocket|Idempotency|\bcents\b|\bcentavos\b/
/** Parameters of a text as the API fills them: members, codes and numbers. */
function parametersOf(text: string): Record<string, string> {
  const known: Readonly<Record<string, string>> = {
    field: 'pickupLatitude',
    value: 'HOTEL_PICKUP',
    values: 'CARD_PRESENT, CASH',
    names: 'visitDate',
    name: 'itemId',
  }
  return Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, known[name] ?? '7']))
}
const failure = (code: string, message: string, fields = {}) => ({ code, message, fields, details: null })

describe.each(languages)('a failure of the API in the console (%s)', (language, translate) => {
  it('is a sentence without codes and members, whatever its code', () => {
    const messages = (Object.keys(errorCatalog) as ErrorCode[]).map((code) =>
      failure(code, errorMessage(code, language, parametersOf(errorCatalog[code].en))),
    )
    const ofProtocol = Object.keys(protocolErrors).map((code) =>
      failure(code, 'Cannot query field "visitDate" on `Reservation`'),
    )
    const texts = [...messages, ...ofProtocol].map((one) => [one.code, failureText(one, translate).message] as const)
    expect(texts.filter(([, text]) => unreadable.test(text) || !/^[A-ZÁÉÍÓÚÑ¿].*[.?]$/.test(text))).toEqual([])
  })

  it('says what is wrong with each field in words, whatever is wrong and whichever field it is', () => {
    const errors = (Object.keys(fieldErrorTexts) as FieldErrorCode[])
      // Of a query parameter alone, which the console does not send.
      .filter((code) => code !== 'NAMES_ANOTHER_KEY')
      .map((code) => {
        const error = { code, ...parametersOf(fieldErrorTexts[code].en) } as unknown as FieldError
        return [code, fieldErrorText(error, language)] as const
      })
    const texts = errors.flatMap(([code, text]) =>
      ['guest.email', 'reservations.3.transport.pickup.coordinates', 'itemId', 'nobodyKnows'].map((path) => {
        const [shown] = failureText(failure('ERROR_VALIDACION', '', { [path]: [text] }), translate).fields
        return [code, path, `${shown?.label ?? ''} ${shown?.text ?? ''}`] as const
      }),
    )
    expect(texts.filter(([, , text]) => unreadable.test(text))).toEqual([])
  })
})

describe('an error of a field', () => {
  it('names other fields by their labels', () => {
    const textOf = (text: string, language: 0 | 1) =>
      fieldText({ fields: { 'transport.to': [text] } }, 'transport.to', languages[language][1])
    expect(textOf('must not be before from', 0)).toBe('Must not be before First day.')
    expect(textOf('no debe ser anterior a «from»', 1)).toBe('No debe ser anterior a «Primer día».')
    expect(textOf('excludes visitDate, visitTime and preferredTime', 0)).toBe('Excludes Day, Time and another value.')
    expect(textOf('must be one of: CARD_PRESENT, CASH', 0)).toBe('Must be one of: card present, cash.')
    expect(textOf('must be at least one person', 0)).toBe('Must be at least one person.')
  })

  it('has the bounds of an amount in units of the currency', () => {
    const fields = { 'price.adultCents': ['must be from 1 to 100000000'], capacity: ['must be from 1 to 500'] }
    const textOf = (path: string) => fieldText({ fields }, path, languages[0][1])
    expect([textOf('price.adultCents'), textOf('capacity')]).toEqual([
      'Must be from 0.01 to 1,000,000.00.',
      'Must be from 1 to 500.',
    ])
  })

  it('is shown under its label', () => {
    const refused = failure('ERROR_VALIDACION', 'The request is not valid.', { 'guest.phone': ['is required'] })
    expect(failureText(refused, languages[0][1])).toEqual({
      message: en['failure.of.ERROR_VALIDACION'],
      fields: [{ path: 'guest.phone', label: 'Telephone', text: 'Is required.' }],
    })
  })
})
