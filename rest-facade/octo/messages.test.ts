import { expect, it } from '@jest/globals'
import { messages, reasonText } from './messages.ts'

it('a message has the same parameters in both languages, and is a sentence of each', () => {
  const parameters = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const { en, es } of Object.values(messages)) {
    expect(parameters(es)).toEqual(parameters(en))
    expect(es).not.toBe(en)
    for (const text of [en, es]) expect(text).toMatch(/^\S.*\.$/)
  }
})

it('a reason is a message with its parameters, errors of members, or a text that is written already', () => {
  const tooMany = { key: 'TOO_MANY_BOOKINGS', max: 1_000 } as const
  expect(reasonText(tooMany, 'en')).toBe('More than 1000 bookings match the filters: request fewer days.')
  expect(reasonText(tooMany, 'es')).toBe('Más de 1000 reservaciones cumplen los filtros: solicite menos días.')
  // A parameter is text alone, whatever is in it.
  expect(reasonText({ key: 'SUBSCRIPTION_UNKNOWN', id: '$& {id}' }, 'en')).toContain('The id $& {id} is')
  const fields = { localDateEnd: [{ code: 'BEFORE' as const, field: 'localDateStart' }] }
  expect(reasonText({ fields }, 'es')).toBe(
    'La solicitud no es válida: localDateEnd (no debe ser anterior a «localDateStart»).',
  )
  expect(reasonText({ written: 'Ya no hay lugares.' }, 'es')).toBe('Ya no hay lugares.')
})
