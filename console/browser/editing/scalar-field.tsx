import { SourceField } from '../choices/source-field.tsx'
import { SourceListField } from '../choices/source-list-field.tsx'
import { CheckField, labelText, Notes, SelectField, TextArea, TextField } from '../components/fields.tsx'
import { MoneyField } from '../components/money-field.tsx'
import { TimesField } from '../components/times-field.tsx'
import { useText } from '../text/language.tsx'
import { isNeeded } from './form-errors.ts'
import { useForm, type Control } from './form-context.ts'
import { isNumber, type InputField, type InputFieldProperties } from './input-field.ts'
import { localInstant, typedInstant } from './local-instant.ts'
import { timeZones } from './time-zones.ts'

const longNames = /escription|directions|impact|environmental|community|economic/i
const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** A member of an input type that is a scalar, or a list of scalars. */
export function ScalarField(properties: InputFieldProperties) {
  const { field, owner } = properties
  const control = useForm().controlOf(field, owner)
  if (control?.kind === 'hidden') return null
  return field.isList ? (
    <ListField {...properties} control={control} />
  ) : (
    <SingleField {...properties} control={control} />
  )
}

type ControlledProperties = InputFieldProperties & { readonly control: Control | null }

function useCommon({ field, path }: InputFieldProperties) {
  const { errors, label, describe, fieldsOf } = useForm()
  return {
    label: label(field),
    required: isNeeded(field, fieldsOf),
    hint: describe(field) || undefined,
    error: errorsAt(errors, path),
  }
}

/** The values that a field is chosen from; undefined for one that is typed. */
const valuesOf = (field: InputField, control: Control | null): readonly string[] | undefined =>
  control?.kind === 'options' ? control.values : field.values

function ListField({ control, ...properties }: ControlledProperties) {
  const translate = useText()
  const { valueLabel } = useForm()
  const { field, value, onChange } = properties
  const common = useCommon(properties)
  if (control?.kind === 'choice')
    return <SourceListField {...common} source={control.source} values={textsIn(value)} onChange={onChange} />
  const values = valuesOf(field, control)
  if (values) {
    const choices = values.map((one) => ({ value: one, label: valueLabel(field.type, one) }))
    return <ChoiceList {...common} {...{ choices, value, onChange }} />
  }
  if (control?.kind === 'time') return <TimesField {...common} values={textsIn(value)} onChange={onChange} />
  return (
    <TextArea
      {...common}
      hint={[common.hint, translate('edit.perLine')].filter(Boolean).join(' ')}
      value={textsIn(value).join('\n')}
      onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
    />
  )
}

function SingleField({ control, ...properties }: ControlledProperties) {
  const translate = useText()
  const { valueLabel } = useForm()
  const { field, value, path, onChange } = properties
  const common = useCommon(properties)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const none = { value: '', label: field.isRequired ? translate('edit.choose') : translate('edit.none') }
  const select = (options: readonly { readonly value: string; readonly label: string }[]) => (
    <SelectField {...common} value={text} options={[none, ...options]} onChange={(one) => onChange(one || null)} />
  )
  const values = valuesOf(field, control)
  if (values) return select(values.map((one) => ({ value: one, label: valueLabel(field.type, one) })))
  if (control?.kind === 'choice')
    return <SourceField {...common} source={control.source} value={text} onChange={(one) => onChange(one || null)} />
  if (control?.kind === 'money') return <MoneyField {...common} value={value} onChange={onChange} />
  if (control?.kind === 'timeZone') return select(timeZones(text).map((zone) => ({ value: zone, label: zone })))
  if (control?.kind === 'time' || control?.kind === 'date')
    return <TextField {...common} type={control.kind} value={text} onChange={onChange} />
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
  readonly required: boolean
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: unknown
  readonly hint: string | undefined
  readonly error: string | undefined
  onChange(value: unknown): void
}

/** Each choice with a check box; what was chosen keeps the order of the choices. */
function ChoiceList({ label, required, choices, value, hint, error, onChange }: ChoiceListProperties) {
  const chosen = textsIn(value)
  const order = (one: string): number => choices.findIndex((choice) => choice.value === one)
  return (
    <fieldset class="wide choices">
      <legend>{labelText(label, required)}</legend>
      {choices.map((choice) => (
        <CheckField
          key={choice.value}
          label={choice.label}
          value={chosen.includes(choice.value)}
          onChange={(isChosen) =>
            onChange(
              isChosen
                ? [...chosen, choice.value].toSorted((one, other) => order(one) - order(other))
                : chosen.filter((one) => one !== choice.value),
            )
          }
        />
      ))}
      <Notes id={label} hint={hint} error={error} />
    </fieldset>
  )
}
