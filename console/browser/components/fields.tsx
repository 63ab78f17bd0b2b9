import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProperties {
  readonly label: string
  readonly value: string
  onChange(value: string): void
  readonly type?: 'text' | 'date' | 'time' | 'number' | 'email' | 'datetime-local' | 'password'
  readonly required?: boolean
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  readonly maxLength?: number | undefined
  readonly hint?: string | undefined
  readonly inputMode?: 'numeric' | 'decimal' | undefined
  /** The field error of the API. */
  readonly error?: string | undefined
}

/** The label of a field or of a group of them; those that must be filled in are marked. */
export const labelText = (label: string, required = false): string => (required ? `${label} *` : label)

/** The help and the error below a field. */
export function Notes({ id, hint, error }: { id: string; hint: string | undefined; error: string | undefined }) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </>
  )
}

export const describedBy = (id: string, hint: string | undefined, error: string | undefined): string | undefined =>
  [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean).join(' ') ||
  undefined

/** Browsers refuse letters such as é in an input of the type `email`; the API judges the address. */
const emailInput = { type: 'text', inputMode: 'email', autocapitalize: 'none', spellcheck: false } as const

export function TextField({ label, value, onChange, type = 'text', hint, error, required, ...rest }: FieldProperties) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{labelText(label, required)}</label>
      <input
        {...rest}
        id={id}
        required={required}
        // The types of inputs are a union by their type; none of these properties depends on it.
        {...(type === 'email' ? emailInput : { type: type as 'text' })}
        value={value}
        autocomplete="off"
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error !== undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

type AreaProperties = Pick<FieldProperties, 'label' | 'value' | 'onChange' | 'hint' | 'error' | 'required'>

export function TextArea({ label, value, onChange, hint, error, required = false }: AreaProperties) {
  const id = useId()
  return (
    <div class="field wide">
      <label for={id}>{labelText(label, required)}</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        required={required}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error !== undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SelectProperties<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly required?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
  onChange(value: Value): void
}

export function SelectField<Value extends string>({
  label,
  value,
  options,
  required = false,
  hint,
  error,
  onChange,
}: SelectProperties<Value>) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{labelText(label, required)}</label>
      <select
        id={id}
        required={required}
        value={value}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error !== undefined}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex]
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

interface CheckProperties {
  readonly label: ComponentChildren
  readonly value: boolean
  readonly disabled?: boolean
  onChange(value: boolean): void
}

export function CheckField({ label, value, disabled = false, onChange }: CheckProperties) {
  const id = useId()
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        checked={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
    </div>
  )
}

/** A list of names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
