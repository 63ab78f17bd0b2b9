import { describe, expect, it } from '@jest/globals'
import { formErrors, isNeeded } from './form-errors.ts'
import { inputOf, type InputField } from './input-field.ts'

const field = (name: string, type: string, more: Partial<InputField> = {}): InputField => ({
  coordinate: `TestInput.${name}`,
  name,
  type,
  kind: type.endsWith('Input') ? 'object' : 'scalar',
  isList: false,
  isRequired: true,
  description: '',
  ...more,
})
const types: Record<string, readonly InputField[]> = {
  TextInput: [field('en', 'String'), field('es', 'String')],
  ListsInput: [field('en', 'String', { isList: true }), field('es', 'String', { isList: true })],
  PriceInput: [
    field('adultCents', 'Int'),
    field('includes', 'ListsInput'),
    field('note', 'String', { isRequired: false }),
  ],
}
const fieldsOf = (type: string): readonly InputField[] => types[type] ?? []
const fields = [
  field('slug', 'String'),
  field('contact', 'TextInput', { isRequired: false }),
  field('price', 'PriceInput'),
  field('days', 'String', { isList: true, minItems: 1 }),
  field('items', 'TextInput', { isList: true, isRequired: false }),
]

describe('the errors of a form', () => {
  it('are its required fields without a value, at any depth', () => {
    expect(formErrors(fields, {}, fieldsOf)).toEqual({
      slug: 'required',
      'price.adultCents': 'required',
      days: 'required',
    })
  })

  it('are required texts of which a reader sees nothing', () => {
    const value = { slug: '\u3164', price: { adultCents: 1 }, days: ['\u2800 '] }
    expect(formErrors(fields, value, fieldsOf)).toEqual({ slug: 'required', days: 'required' })
  })

  it('are not those of optional objects and of items that are empty', () => {
    const value = {
      slug: 'a',
      price: { adultCents: 1 },
      days: ['monday'],
      contact: { en: '' },
      items: [{}, { en: 'x' }],
    }
    expect(formErrors(fields, value, fieldsOf)).toEqual({ 'items.1.es': 'required' })
  })

  it('are texts where a number is expected, and numbers that a whole one cannot have', () => {
    const errorOf = (adultCents: unknown) =>
      formErrors([field('adultCents', 'Int')], { adultCents }, fieldsOf)['adultCents']
    expect(['x', '1.5', 3e9, ' 12 ', 0].map(errorOf)).toEqual(['number', 'whole', 'tooLarge', undefined, undefined])
  })
})

describe('the fields that are marked as required', () => {
  it('are those without which the form cannot be sent', () => {
    const marked = [...fields, ...fieldsOf('PriceInput')].filter((one) => isNeeded(one, fieldsOf))
    expect(marked.map(({ name }) => name)).toEqual(['slug', 'price', 'days', 'adultCents'])
  })
})

describe('what a form sends for required lists', () => {
  it('is an empty list, also inside a required object that has nothing else', () => {
    expect(inputOf(fields, { price: { adultCents: '5' } }, fieldsOf)).toEqual({
      price: { adultCents: 5, includes: { en: [], es: [] } },
      days: [],
    })
  })
})
