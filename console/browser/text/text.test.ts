import { describe, expect, it } from '@jest/globals'
import { en, type TextKey } from './en.ts'
import { es } from './es.ts'
import { translateWith } from './text.ts'

describe('texts', () => {
  it('use the form of one for one alone', () => {
    const translate = translateWith(en)
    expect(translate('today.count', { reservations: '1', people: '3' })).toBe('1 reservation, 3 people')
    expect(translate('today.count', { reservations: '21', people: 1 })).toBe('21 reservations, 1 person')
    expect(translateWith(es)('today.hoursLeft', { hours: 1 })).toBe('queda 1 hora')
    expect(translateWith(es)('today.hoursLeft', { hours: 0 })).toBe('quedan 0 horas')
  })

  it('show amounts in units of the currency, never in cents', () => {
    const texts = [en, es].flatMap((one) => Object.entries(one))
    expect(texts.filter(([, text]) => /\b(cents?|centavos?)\b/i.test(text))).toEqual([])
  })

  it('have the same parameters in both languages', () => {
    const parameters = (text: string): string =>
      [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort().join()
    const keys = Object.keys(en) as TextKey[]
    expect(keys.filter((key) => parameters(es[key]) !== parameters(en[key]))).toEqual([])
  })
})
