import { describe, expect, it } from '@jest/globals'
import { dateTimeText, shortDateText } from '../../../../../platform/values/display.ts'
import { en } from '../../../text/en.ts'
import { es } from '../../../text/es.ts'
import { translateWith, type Language } from '../../../text/text.ts'
import { changedValue } from './changed-value.ts'

const shown = (language: Language, path: string, value: unknown, input?: string): string =>
  changedValue(
    value,
    { input, path: path.split('.') },
    {
      language,
      translate: translateWith(language === 'en' ? en : es),
      formats: {
        date: (day) => shortDateText(day, language),
        minute: (at) => dateTimeText(at, language, 'UTC'),
      },
    },
  )

describe('a value of a change record', () => {
  it('is in words where the API has its own', () => {
    expect(shown('en', 'status', 'confirmed')).toBe('Confirmed')
    expect(shown('es', 'keys.…wxyz.plan', 'pro')).toBe('Pro')
    expect(shown('en', 'keys.…wxyz.scopes', ['catalog:read', 'unknown:scope'])).toBe(
      `${en['scopeName.catalog:read']}, unknown:scope`,
    )
    expect(shown('es', 'guestData', ['name', 'specialRequests'])).toBe('Nombre del huésped, Solicitudes especiales')
    expect(shown('es', 'discountType', 'percentage', 'CreateCouponInput')).not.toBe('percentage')
  })

  it('is a date, an instant, an amount, or Yes or No, as everywhere', () => {
    expect(shown('en', 'visitDate', '2026-12-05')).toBe('Dec 5, 2026')
    expect(shown('en', 'paymentDeadline', '2026-12-05T15:00:00.000Z')).toBe('Dec 5, 2026, 15:00')
    expect(shown('en', 'totalCents', 162400)).toBe('$1,624.00 MXN')
    expect([shown('en', 'hidePrice', false), shown('es', 'hidePrice', true)]).toEqual(['No', 'Sí'])
    expect(shown('en', 'couponCode', null)).toBe('–')
  })

  it('is a text of people as they wrote it', () => {
    expect(shown('en', 'name.es', 'confirmed', 'CreateCenoteInput')).toBe('confirmed')
  })
})
