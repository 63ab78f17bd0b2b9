import { describe, expect, it } from '@jest/globals'
import { changedMembers, inputOf, type InputField } from './input-field.ts'

const field = (name: string, type = 'String', isList = false): InputField => ({
  coordinate: `TestInput.${name}`,
  name,
  type,
  kind: /^[A-Z]\w*Input$/.test(type) ? 'object' : 'scalar',
  isList,
  isRequired: false,
  description: '',
})
const types: Record<string, readonly InputField[]> = {
  TextInput: [field('en'), field('es')],
  ImageInput: [field('url'), field('width', 'Int')],
}
const fieldsOf = (type: string): readonly InputField[] => types[type] ?? []
const fields = [
  field('name', 'TextInput'),
  field('contact', 'TextInput'),
  field('count', 'Int'),
  field('on', 'Boolean'),
  field('list', 'String', true),
  field('images', 'ImageInput', true),
]

describe('what a form sends', () => {
  it('has no members that are empty, at any depth, and has zero, false and lists', () => {
    const value = {
      name: { en: 'A', es: '' },
      contact: { en: '', es: null },
      count: '0',
      on: false,
      list: ['', '\u200b', ' x '],
      images: [{}, { url: 'y', width: '12' }],
      unknown: 'dropped',
    }
    expect(inputOf(fields, value, fieldsOf)).toEqual({
      name: { en: 'A' },
      count: 0,
      on: false,
      list: ['x'],
      images: [{ url: 'y', width: 12 }],
    })
  })

  it('leaves what is no number to the API', () => {
    expect(inputOf(fields, { count: 'many' }, fieldsOf)).toEqual({ count: 'many' })
  })

  it('are the members that changed; what was emptied is null', () => {
    const before = { name: { en: 'A', es: 'B' }, contact: { en: '1' }, images: [], count: 7 }
    const after = { ...before, name: { en: 'A', es: 'C' }, contact: { en: '' }, images: [{ url: 'x' }], count: '7' }
    expect(changedMembers(fields, { before, after }, fieldsOf)).toEqual({
      name: { en: 'A', es: 'C' },
      contact: null,
      images: [{ url: 'x' }],
    })
  })
})
