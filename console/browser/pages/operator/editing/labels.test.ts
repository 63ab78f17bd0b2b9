import { describe, expect, it } from '@jest/globals'
import { inputTypes } from '../../../generated/input-types.ts'
import { spanishDescriptions } from './descriptions.ts'
import { fieldLabel, valueLabel } from './labels.ts'
import { resources, settings } from './resources.ts'

/** What the form itself adds. */
const added = ['version']

describe('the fields of forms', () => {
  const names = [...new Set(Object.values(inputTypes).flatMap((fields) => fields.map(({ name }) => name)))]

  it('have names in Spanish', () => {
    const english = names.filter(
      (name) => !['social', 'facebook', 'instagram', 'tripadvisor', 'rates', 'rate', 'updatedAt'].includes(name),
    )
    expect(english.filter((name) => fieldLabel('es', name) === fieldLabel('en', name)).sort()).toEqual([])
    expect(names).toEqual(expect.arrayContaining(added))
  })

  it('are the words of their names in English', () => {
    expect(fieldLabel('en', 'maxDiscountCents')).toBe('Max discount (cents)')
    expect(fieldLabel('en', 'es')).toBe('Spanish')
  })

  it('are texts whatever the name', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      for (const language of ['en', 'es'] as const)
        expect([fieldLabel(language, name), valueLabel(language, name)].map((label) => typeof label)).toEqual([
          'string',
          'string',
        ])
  })

  it('are described in Spanish, each description and no other', () => {
    const described = new Set(
      Object.values(inputTypes).flatMap((fields) => fields.map(({ description }) => description as string)),
    )
    expect(Object.keys(spanishDescriptions).sort()).toEqual([...described].filter((text) => text !== '').sort())
  })

  it('have their values in Spanish', () => {
    const editable = new Set(
      [...resources, ...settings].flatMap((one) => [one.update.input, ...('create' in one ? [one.create.input] : [])]),
    )
    const values = [...editable].flatMap((type) =>
      inputTypes[type].flatMap((field) => ('values' in field ? [...field.values] : [])),
    )
    expect(values.length).toBeGreaterThan(10)
    const same = values.filter((value) => valueLabel('es', value) === valueLabel('en', value))
    expect([...new Set(same)].sort()).toEqual(['CENOTE', 'GLOBAL', 'TOUR', 'VIP'])
    expect(valueLabel('en', 'QUANTITY_BASED')).toBe('Quantity based')
  })
})
