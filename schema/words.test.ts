import { describe, expect, it } from '@jest/globals'
import { errorCatalog, type CatalogEntry, type ErrorCode } from './error-catalog.ts'
import { errorMessage, errorText } from './errors.ts'
import { fieldErrorText, fieldErrorTexts, type FieldError, type FieldErrorCode } from './field-errors.ts'
import { cancellationReasons, reservationStatuses } from './reservation-statuses.ts'
import { vocabularies } from './vocabularies.ts'

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const codesOf = (vocabulary: keyof typeof vocabularies): string[] => Object.keys(vocabularies[vocabulary])

/** English words that are codes or names somewhere in the product. */
const englishCodes = new Set([
  ...reservationStatuses,
  ...cancellationReasons,
  ...Object.values(vocabularies).flatMap((vocabulary) => Object.keys(vocabulary)),
  ...['from', 'after', 'before', 'update', 'add', 'remove', 'field', 'type', 'value', 'reason', 'status'],
])
/** Spanish has these as well. */
for (const shared of ['directives']) englishCodes.delete(shared)

/** Names that stand in a text because the caller writes them so. */
const protocolNames = [
  'X-API-Key',
  'apiKey',
  'connection_init',
  'payload',
  'Idempotency-Key',
  'application/json',
  'Accept',
]

/** Words that a reader would take for a code: joined words, or a code that is an English word. */
function codesIn(text: string, language: 'en' | 'es'): string[] {
  const prose = protocolNames.reduce((rest, name) => rest.replaceAll(name, ''), text)
  const joined = prose.match(/\b[a-zA-Z]+_\w+|\b[a-z]+[A-Z]\w*/g) ?? []
  const english = language === 'en' ? [] : (prose.match(/[\p{L}]+/gu) ?? []).filter((word) => englishCodes.has(word))
  return [...joined, ...english]
}

describe('the messages of the error catalog', () => {
  /** Parameters that are numbers, dates or media types; every other one needs a vocabulary. */
  const plain: Readonly<Record<string, string | number>> = Object.fromEntries([
    ...['limit', 'window', 'retryAfter', 'requested', 'open', 'budget', 'maximum', 'maximumBytes', 'limitBytes'].map(
      (name) => [name, 7],
    ),
    ...['available', 'held', 'reservations', 'people', 'usageCount', 'usageLimit'].map((name) => [name, 7]),
    ['date', '2026-12-05'],
    ['accepted', 'image/png'],
  ])

  it.each(Object.keys(errorCatalog) as ErrorCode[])('of %s have no code in any language', (code) => {
    const { words = {}, reasons = {} }: CatalogEntry = errorCatalog[code]
    const texts = [undefined, ...Object.keys(reasons)].map((reason) => errorText(code, 'en', reason))
    const names = [...new Set(texts.flatMap(namesIn))]
    expect(names.filter((name) => !(name in words) && !(name in plain))).toEqual([])
    expect(Object.keys(words).filter((name) => !names.includes(name))).toEqual([])
    const choices = Math.max(1, ...Object.values(words).map((vocabulary) => codesOf(vocabulary).length))
    for (let choice = 0; choice < choices; choice += 1) {
      const details = Object.fromEntries(
        names.map((name) => {
          const codes = words[name] ? codesOf(words[name]) : []
          return [name, codes.length > 0 ? codes[choice % codes.length] : plain[name]]
        }),
      )
      for (const reason of [undefined, ...Object.keys(reasons)])
        for (const locale of ['en', 'es', 'es-MX'] as const) {
          const message = errorMessage(code, locale, { ...details, reason })
          expect([message, codesIn(message, locale === 'en' ? 'en' : 'es')]).toEqual([message, []])
          expect(message).not.toMatch(/[{}?]/)
        }
    }
  })

  it('say what the codes of their details mean', () => {
    const refused = { currentStatus: 'in_progress', requestedStatus: 'pending' }
    expect(errorMessage('INVALID_STATE_TRANSITION', 'en', refused)).toBe(
      'A reservation that is in progress cannot become pending.',
    )
    expect(errorMessage('INVALID_STATE_TRANSITION', 'es-MX', refused)).toBe(
      'Una reservación en estado «en curso» no puede pasar a «pendiente».',
    )
    const paid = { currentStatus: 'pending', requestedStatus: 'confirmed', reason: 'nothing_due' }
    expect(errorMessage('INVALID_STATE_TRANSITION', 'en', paid)).toBe('Nothing is due for this reservation.')
    expect(errorMessage('INVALID_STATE_TRANSITION', 'es', paid)).toBe('No hay nada por pagar.')
    const confirmed = { currentStatus: 'confirmed', requestedStatus: 'confirmed', reason: 'status_confirmed' }
    expect(errorMessage('INVALID_STATE_TRANSITION', 'en', confirmed)).toBe(
      'Only guests of a pending reservation can be sent a payment link; this one is confirmed.',
    )
    expect(errorMessage('AVAILABILITY_CHECK_FAILED', 'es', { rule: 'range_over_30_days' })).toBe(
      'No se pueden usar las fechas o los horarios de la solicitud: el periodo no es de 1 a 30 días.',
    )
  })
})

describe('the errors of fields', () => {
  /** Parameters that repeat what the caller wrote. */
  const ofCaller: Readonly<Record<string, string>> = {
    expansion: 'reviews',
    field: 'validFrom',
    format: 'uri',
    value: 'FREE_SERVICE',
    values: 'X',
    name: 'X',
    names: 'X',
  }
  const plain: Readonly<Record<string, string | number>> = Object.fromEntries([
    ...['min', 'max', 'limit', 'items'].map((name) => [name, 7]),
    ['ages', '13-17'],
    ['checkedInAt', '2026-05-01T15:00:00.000Z'],
  ])
  const codes: Readonly<Record<string, readonly string[]>> = {
    type: [...codesOf('jsonType'), 'string,null'],
    category: codesOf('ageCategory'),
  }

  it.each(Object.keys(fieldErrorTexts) as FieldErrorCode[])('%s have no code in Spanish', (code) => {
    const names = namesIn(fieldErrorTexts[code].en)
    expect(names.filter((name) => !(name in codes) && !(name in plain) && !(name in ofCaller))).toEqual([])
    const choices = Math.max(1, ...names.map((name) => codes[name]?.length ?? 0))
    for (let choice = 0; choice < choices; choice += 1) {
      const parameters = Object.fromEntries(
        names.map((name) => [name, codes[name]?.[choice % codes[name].length] ?? plain[name] ?? ofCaller[name]]),
      )
      const text = fieldErrorText({ code, ...parameters } as FieldError, 'es')
      // What the caller writes as it is stands between quotation marks.
      expect([text, codesIn(text.replace(/«[^»]*»/g, ''), 'es')]).toEqual([text, []])
    }
  })

  it('name types and ages in the language of the reader', () => {
    const texts = (error: FieldError) => [fieldErrorText(error, 'en'), fieldErrorText(error, 'es')]
    expect(texts({ code: 'WRONG_TYPE', type: 'string' })).toEqual(['must be of type string', 'debe ser de tipo texto'])
    expect(texts({ code: 'WRONG_TYPE', type: 'integer,null' })[1]).toBe('debe ser de tipo número entero o nulo')
    expect(texts({ code: 'OVERLAPS_AGES', category: 'teen', ages: '13-17' })[1]).toBe(
      'no debe traslaparse con las edades de adolescentes, 13-17, ni invertir su orden',
    )
  })
})

it('every state of a reservation has a word in every language', () => {
  expect(codesOf('reservationStatus')).toEqual([...reservationStatuses])
})
