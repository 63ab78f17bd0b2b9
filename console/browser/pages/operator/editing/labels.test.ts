import { describe, expect, it } from '@jest/globals'
import type { InputField } from '../../../editing/input-field.ts'
import { fieldDescription, fieldLabel, fieldsOf, pathLabels, valueLabel } from './labels.ts'
import { controlOf, offeredTexts } from './controls.ts'
import { notShown, resources, settings } from './resources.ts'
import { catalog } from './spanish/catalog.ts'
import { spanishOptions } from './spanish/options.ts'
import { pricing } from './spanish/pricing.ts'

/** The fields that forms show, at any depth. */
function shownFields(): InputField[] {
  const changes = [
    ...resources.flatMap(({ create, update, parts = [] }) => [create, update, ...parts]),
    ...settings.map(({ update }) => update),
  ]
  const shown = changes.flatMap(({ input }) =>
    fieldsOf(input).filter(({ name }) => !(input.startsWith('Update') && notShown.includes(name))),
  )
  for (const { type } of shown)
    for (const inner of fieldsOf(type))
      if (shown.every(({ coordinate }) => coordinate !== inner.coordinate)) shown.push(inner)
  return shown
}

const spanish = { ...catalog.fields, ...pricing.fields }
const creating = (coordinate: string): string => coordinate.replace(/^Update/, 'Create')
const fieldAt = (coordinate: string): InputField => {
  const [type = '', name] = coordinate.split('.')
  return fieldsOf(type).find((field) => field.name === name) as InputField
}

describe('the fields of forms', () => {
  const fields = shownFields()

  it('have texts in Spanish, each by its coordinate or by that of the input that creates', () => {
    expect(fields.length).toBeGreaterThan(250)
    const missing = fields.filter(({ coordinate, description }) => {
      if (coordinate in spanish) return false
      const own = creating(coordinate)
      // A field with another description in the update has another text in Spanish, too.
      return !(own in spanish) || fieldAt(own).description !== description
    })
    expect(missing.map(({ coordinate }) => coordinate)).toEqual([])
  })

  it('are all that have texts in Spanish', () => {
    const known = new Set(fields.map(({ coordinate }) => coordinate))
    expect(Object.keys(spanish).filter((coordinate) => !known.has(coordinate))).toEqual([])
  })

  it('are called the words of their names in English', () => {
    expect(fieldLabel('en', fieldAt('CreateCouponInput.maxDiscountCents'))).toBe('Max discount (MXN)')
    expect(fieldLabel('en', fieldAt('LocalizedTextInput.es'))).toBe('Spanish')
  })

  it('are shown in the language of the page', () => {
    const slug = fieldAt('UpdateCenoteInput.slug')
    expect(fieldLabel('es', slug)).toBe('Nombre en direcciones')
    expect(fieldDescription('es', slug)).toMatch(/^Nombre para direcciones web/)
    expect(fieldDescription('en', slug)).toBe(slug.description)
    expect(fieldDescription('es', fieldAt('UpdateCenoteInput.featured'))).toBe('Si es destacado.')
    expect(fieldDescription('es', fieldAt('CreateCenoteInput.featured'))).toBe('Si es destacado; no, si se omite.')
  })

  it('have their values in Spanish', () => {
    const spanishValues = { ...catalog.values, ...pricing.values }
    const coordinates = fields.flatMap(({ type, values = [] }) => values.map((value) => `${type}.${value}`))
    expect(coordinates.length).toBeGreaterThan(10)
    expect(Object.keys(spanishValues).sort()).toEqual([...new Set(coordinates)].sort())
    expect(valueLabel('es', 'CenoteType', 'CAVE')).toBe('Caverna')
    expect(valueLabel('en', 'DiscountType', 'QUANTITY_BASED')).toBe('Quantity based')
  })
})

describe('the texts that a field can have', () => {
  it('all have Spanish words, and no others have', () => {
    const offered = shownFields().flatMap(({ oneOf = [] }) => oneOf)
    expect(Object.keys(spanishOptions).sort()).toEqual([...new Set([...offered, ...offeredTexts])].sort())
    expect(valueLabel('es', 'InclusionType', 'NOT_AVAILABLE')).toBe('No disponible')
    expect(valueLabel('en', 'InclusionType', 'NOT_AVAILABLE')).toBe('Not available')
  })
})

describe('the help of a field with an amount', () => {
  it('speaks of pesos, in which it is typed', () => {
    const fields = shownFields().filter(({ name, description }) => /cents/i.test(`${name} ${description}`))
    expect(fields.map(({ coordinate }) => coordinate)).toContain('CreateTransportOptionInput.centsPerKm')
    expect(fields.length).toBeGreaterThan(10)
    for (const field of fields)
      for (const language of ['en', 'es'] as const) {
        const texts = `${fieldLabel(language, field)} ${fieldDescription(language, field)}`
        expect(texts).not.toMatch(/\bcents?\b|centavos/i)
        expect(texts).toMatch(/MXN|pesos/)
        expect(controlOf(field, { discountType: 'FIXED' })).toEqual({ kind: 'money' })
      }
  })
})

describe('the steps of a change record', () => {
  it('are the fields of its input, and what names the items of lists', () => {
    expect(pathLabels('es', 'CreateCenoteInput', ['location', 'zipCode'])).toEqual(['Ubicación', 'Código postal'])
    expect(pathLabels('es', 'CreateCenoteInput', ['amenities', 'menu', 'hours'])).toEqual([
      'Amenidades',
      'Menu',
      'Horario',
    ])
    expect(pathLabels('en', 'CreateCenoteInput', ['name', 'es'])).toEqual(['Name', 'Spanish'])
  })

  it('are the names of members where there is no form', () => {
    expect(pathLabels('es', undefined, ['keys', '…wxyz', 'plan'])).toEqual(['Claves', '…wxyz', 'Plan'])
    expect(pathLabels('es', 'CreateCenoteInput', ['isActive'])).toEqual(['En uso'])
  })

  it('are texts whatever the name', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      for (const language of ['en', 'es'] as const)
        expect(
          [...pathLabels(language, undefined, [name]), valueLabel(language, name, name)].map((text) => typeof text),
        ).toEqual(['string', 'string'])
  })
})
