import { useFormats, type Formats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { translateValue, type Translate } from '../../text/text.ts'

/** A changed member of a reservation; of services those that came and went. */
export interface ChangedField {
  readonly field: string
  readonly oldValue: unknown
  readonly newValue: unknown
  readonly added: readonly string[] | null
  readonly removed: readonly string[] | null
}

interface ChangedFieldsProperties {
  readonly changes: readonly ChangedField[]
  /** The name of a product or service by its id; the id when none is known. */
  nameOf(id: string): string
}

/** The changes of a modification, an item for each member. */
export function ChangedFields({ changes, nameOf }: ChangedFieldsProperties) {
  const translate = useText()
  const formats = useFormats()
  return (
    <>
      {changes.map((change) => (
        <li key={change.field}>{changeText(change, { nameOf, translate, formats })}</li>
      ))}
    </>
  )
}

interface Words {
  readonly translate: Translate
  readonly formats: Formats
  nameOf(id: string): string
}

function changeText({ field, oldValue, newValue, added, removed }: ChangedField, words: Words) {
  const { translate, nameOf } = words
  const [, serviceId = '', member] = /^services\.(.+)\.(quantity|pickup)$/.exec(field) ?? []
  if (member === 'pickup') return <bdi>{translate('modify.pickupOf', { service: nameOf(serviceId) })}</bdi>
  const label = member === 'quantity' ? nameOf(serviceId) : translateValue(translate, 'field', field)
  const names = (ids: readonly string[]): string => ids.map(nameOf).join(', ')
  const parts =
    field === 'services'
      ? [
          added?.length && translate('modify.added', { names: names(added) }),
          removed?.length && translate('modify.removed', { names: names(removed) }),
        ].filter(Boolean)
      : [translate('modify.from', { old: valueText(field, oldValue, words), new: valueText(field, newValue, words) })]
  return (
    <>
      <bdi>{label}</bdi>: <bdi>{parts.join('; ')}</bdi>
    </>
  )
}

/** A value of a change as text. */
function valueText(field: string, value: unknown, { translate, formats, nameOf }: Words): string {
  if (value === null || value === undefined || value === '') return translate('common.nothing')
  if (typeof value === 'boolean') return translate(value ? 'common.yes' : 'common.no')
  if (typeof value === 'object') {
    const { option } = value as { readonly option?: string }
    if (field === 'transport') return translateValue(translate, 'transport.option', option?.toUpperCase() ?? '')
    return Object.values(value)
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .join(', ')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (field === 'visitDate') return formats.date(text)
  if (field === 'tickets') return translateValue(translate, 'tickets', text.toUpperCase())
  return field === 'cenoteId' || field === 'tourId' ? nameOf(text) : text
}
