import { useId } from 'preact/hooks'
import { useText } from '../text/language.tsx'
import { labelText, Notes, TextField } from './fields.tsx'

interface TimesFieldProperties {
  readonly label: string
  readonly values: readonly string[]
  readonly required?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
  onChange(values: readonly string[]): void
}

/** Times of a day, each in a field of its own. */
export function TimesField({ label, values, required, hint, error, onChange }: TimesFieldProperties) {
  const translate = useText()
  const id = useId()
  return (
    <fieldset class="wide choices">
      <legend>{labelText(label, required)}</legend>
      {values.map((value, index) => (
        <div key={index} class="tools">
          <TextField
            type="time"
            label={`${label} ${index + 1}`}
            value={value}
            onChange={(time) => onChange(values.with(index, time))}
          />
          <button
            type="button"
            class="link bad"
            aria-label={translate('choice.remove', { name: value || String(index + 1) })}
            onClick={() => onChange(values.toSpliced(index, 1))}
          >
            {translate('edit.remove')}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...values, ''])}>
        {translate('edit.addTo', { list: label })}
      </button>
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  )
}
