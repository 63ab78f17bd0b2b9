import { describe, expect, it } from '@jest/globals'
import { readRates, UnusableRates } from './read-rates.ts'

const now = new Date('2026-06-01T12:00:00Z')
const fieldErrorsOf = (file: unknown): readonly string[] => {
  try {
    readRates(typeof file === 'string' ? file : JSON.stringify(file), now)
  } catch (error) {
    if (error instanceof UnusableRates) return error.problems
    throw error
  }
  return []
}

describe('a file of rates', () => {
  it('is read with its instant', () => {
    const lastUpdated = '2026-05-31T18:00:00.000Z'
    expect(readRates(JSON.stringify({ base: 'MXN', rates: { USD: 0.0541234, MXN: 1 }, lastUpdated }), now)).toEqual({
      rates: [
        { currency: 'USD', rate: 0.0541234 },
        { currency: 'MXN', rate: 1 },
      ],
      lastUpdated: new Date(lastUpdated),
    })
  })

  it.each([
    ['no JSON', '{', ['the file is not JSON']],
    ['a list', [], ['the file must hold an object']],
    ['nothing in it', {}, ['base: must be "MXN"', 'rates: must be an object of at least one currency and its rate']],
    [
      'errors of every kind',
      { base: 'USD', rates: { XQX: 1, usd: 1, EUR: -1, GBP: '0.04', CAD: 1e-7, MXN: 2 }, lastUpdated: 'soon' },
      [
        'base: must be "MXN"',
        'rates.XQX: must be a currency code of ISO 4217',
        'rates.usd: must be a currency code of ISO 4217',
        'rates.EUR: must be at least 0.000001',
        'rates.GBP: must be of type number',
        'rates.CAD: must be at least 0.000001',
        'rates.MXN: must be one of: 1',
        'lastUpdated: must be an instant, ISO 8601',
      ],
    ],
    [
      'an instant to come',
      { base: 'MXN', rates: { USD: 0.05 }, lastUpdated: '2027-01-01T00:00:00Z' },
      ['lastUpdated: must not be in the future'],
    ],
  ])('with %s is refused, and every error is reported', (_what, file, fieldErrors) => {
    expect(fieldErrorsOf(file)).toEqual(fieldErrors)
  })
})
