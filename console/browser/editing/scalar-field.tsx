import { CheckField, SelectField, TextArea, TextField } from '../components/fields.tsx'
import { useText } from '../text/language.tsx'
import { useForm } from './form-context.ts'
import { isNumber, type InputFieldProperties } from './input-field.ts'
import { localInstant, typedInstant } from './local-instant.ts'

const longNames = /escription|directions|impact|environmental|community|economic/i

/** A member of an input type that is a scalar, or a list of scalars. */
export function ScalarField({ field, value, path, onChange }: InputFieldProperties) {
  const translate = useText()
  const { errors, label: labelOf, valueLabel, describe, choicesFor } = useForm()
  const label = labelOf(field) + (field.isRequired ? ' *' : '')
  const choices = choicesFor(field.name)
  const description = describe(field)
  const common = { label, hint: description || undefined, error: errorsAt(errors, path) }
  if (field.isList && choices) return <ChoiceList {...{ label, choices, value, onChange, error: common.error }} />
  if (field.isList)
    return (
      <TextArea
        {...common}
        hint={[description, translate('edit.perLine')].filter(Boolean).join(' ')}
        value={Array.isArray(value) ? value.map(String).join('\n') : ''}
        onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
      />
    )
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const none = { value: '', label: field.isRequired ? translate('edit.choose') : translate('edit.none') }
  if (field.kind === 'enum' || choices) {
    const options = choices ?? (field.values ?? []).map((one) => ({ value: one, label: valueLabel(field.type, one) }))
    return (
      <SelectField {...common} value={text} options={[none, ...options]} onChange={(one) => onChange(one || null)} />
    )
  }
  if (field.type === 'Boolean') {
    const options = [
      none,
      { value: 'true', label: translate('edit.yes') },
      { value: 'false', label: translate('edit.no') },
    ]
    const shown = typeof value === 'boolean' ? String(value) : ''
    return (
      <SelectField
        {...common}
        value={shown}
        options={options}
        onChange={(one) => onChange(one === '' ? null : one === 'true')}
      />
    )
  }
  if (isNumber(field))
    return (
      <TextField
        {...common}
        inputMode={field.type.endsWith('Int') ? 'numeric' : 'decimal'}
        value={text}
        onChange={onChange}
      />
    )
  if (field.type === 'DateTime')
    return (
      <TextField
        {...common}
        type="datetime-local"
        value={localInstant(text)}
        onChange={(typed) => onChange(typedInstant(typed))}
      />
    )
  if (longNames.test(path) || text.length > 80) return <TextArea {...common} value={text} onChange={onChange} />
  return <TextField {...common} value={text} onChange={onChange} />
}

/** A field error has the path of the field, or of an item of its list. */
function errorsAt(errors: Readonly<Record<string, readonly string[]>>, path: string): string | undefined {
  const texts = Object.entries(errors)
    .filter(([name]) => name === path || (name.startsWith(`${path}.`) && /^\d+$/.test(name.slice(path.length + 1))))
    .flatMap(([, own]) => own)
  return texts.length === 0 ? undefined : texts.join(', ')
}

interface ChoiceListProperties {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: unknown
  readonly error: string | undefined
  onChange(value: unknown): void
}

function ChoiceList({ label, choices, value, error, onChange }: ChoiceListProperties) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset class="wide choices">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <CheckField
          key={choice.value}
          label={choice.label}
          value={chosen.includes(choice.value)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value))
          }
        />
      ))}
      {error !== undefined && <p class="field-error">{error}</p>}
    </fieldset>
  )
}
