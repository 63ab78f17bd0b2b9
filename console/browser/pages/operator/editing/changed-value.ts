import type { Formats } from '../../../text/format.ts'
import { translateValue, type Language, type Translate } from '../../../text/text.ts'
import { shownAt } from './differences.ts'
import { fieldAt, valueLabel } from './labels.ts'

interface Place {
  /** The input that the record's members are those of. */
  readonly input: string | undefined
  readonly path: readonly string[]
}

interface Words {
  readonly language: Language
  readonly translate: Translate
  readonly formats: Pick<Formats, 'date' | 'minute'>
}

/** The texts of members whose values are words of the API. */
const groups: ReadonlyMap<string, readonly string[]> = new Map([
  ['cancellationReason', ['cancel.reason']],
  ['guestData', ['field', 'field.guest']],
  ['plan', ['plan']],
  ['scopes', ['scopeName']],
  ['status', ['status']],
  ['tickets', ['tickets']],
])

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/
const date = /^\d{4}-\d\d-\d\d$/

/** A value of a change record in words: as the form shows it, dates as everywhere. */
export function changedValue(value: unknown, place: Place, words: Words): string {
  const { language, translate, formats } = words
  if (Array.isArray(value) && value.length > 0) return value.map((item) => changedValue(item, place, words)).join(', ')
  if (typeof value === 'boolean') return translate(value ? 'common.yes' : 'common.no')
  if (typeof value !== 'string' || value === '') return shownAt(place.path, value)
  if (instant.test(value)) return formats.minute(value)
  if (date.test(value)) return formats.date(value)
  const field = fieldAt(place.input, place.path)
  if (field?.kind === 'enum') return valueLabel(language, field.type, value.toUpperCase())
  for (const group of groups.get(place.path.at(-1) ?? '') ?? [])
    for (const one of [value, value.toUpperCase()]) {
      const text = translateValue(translate, group, one)
      if (text !== one) return text
    }
  return value
}
