import { describe, expect, it } from '@jest/globals'
import { dateText, dateTimeText, moneyText, otherZoneText, shortDateText, timeText } from './display.ts'

describe('amounts', () => {
  it.each([
    [162_400, 'MXN', '$1,624.00 MXN'],
    [9_210, 'USD', '$92.10 USD'],
    [123_456_789, 'EUR', '€1,234,567.89 EUR'],
    [-5_000, 'MXN', '-$50.00 MXN'],
    [0, 'MXN', '$0.00 MXN'],
    // Amounts are in hundredths whatever the currency is.
    [15_000, 'JPY', '¥150.00 JPY'],
    // Without a symbol the code stands once.
    [-160_000, 'CHF', '-1,600.00 CHF'],
  ])('of %i hundredths of %s are written %s', (cents, currency, written) => {
    expect(moneyText(cents, currency)).toBe(written)
  })
})

describe('dates and times', () => {
  it('are written in the language of the reader', () => {
    expect(dateText('2026-12-26', 'en')).toBe('Saturday, December 26, 2026')
    expect(dateText('2026-12-26', 'es')).toBe('sábado, 26 de diciembre de 2026')
    expect(shortDateText('2026-12-26', 'en')).toBe('Dec 26, 2026')
    expect(shortDateText('2026-12-26', 'es')).toBe('26 dic 2026')
  })

  it('have 24 hours, by the clocks of the time zone', () => {
    const instant = '2026-12-26T19:05:00Z'
    expect(dateTimeText(instant, 'en', 'America/Cancun')).toBe('Dec 26, 2026, 14:05')
    expect(dateTimeText(new Date(instant), 'es', 'America/Cancun')).toBe('26 dic 2026, 14:05')
    expect(timeText(instant, 'America/Cancun')).toBe('14:05')
    expect(timeText('2026-12-26T05:00:00Z', 'America/Cancun')).toBe('00:00')
  })

  it('name the zone where the clock of the reader differs on that day', () => {
    const zone = (localDate: string, readersZone: string): string =>
      otherZoneText('America/Cancun', localDate, 'en', readersZone)
    expect(zone('2026-12-26', 'America/Cancun')).toBe('')
    expect(zone('2026-12-26', 'America/New_York')).toBe('')
    expect(zone('2026-07-26', 'America/New_York')).toBe('EST')
    expect(zone('2026-12-26', 'America/Mexico_City')).toBe('EST')
    expect(otherZoneText('America/Cancun', '2026-12-26', 'es', 'Europe/Madrid')).toBe('GMT-5')
    expect(zone('', 'Europe/Madrid')).toBe('')
  })
})
