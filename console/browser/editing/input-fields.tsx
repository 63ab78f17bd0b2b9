import { labelText } from '../components/fields.tsx'
import { useText } from '../text/language.tsx'
import { isNeeded } from './form-errors.ts'
import { useForm } from './form-context.ts'
import { asForm, type FieldsOf, type FormValue, type InputField, type InputFieldProperties } from './input-field.ts'
import { ScalarField } from './scalar-field.tsx'
import { UploadPicture } from './upload-picture.tsx'

interface InputFieldsProperties {
  readonly fields: readonly InputField[]
  readonly value: FormValue
  /** Dotted path of the object, ending with a dot; empty for the form itself. */
  readonly path: string
  onChange(value: FormValue): void
}

/** A field for each member of an input type. */
export function InputFields({ fields, value, path, onChange }: InputFieldsProperties) {
  return (
    <>
      {fields.map((field) => (
        <InputFieldView
          key={field.name}
          field={field}
          value={value[field.name]}
          path={path + field.name}
          owner={value}
          onChange={(changed) => onChange({ ...value, [field.name]: changed })}
        />
      ))}
    </>
  )
}

function InputFieldView(properties: InputFieldProperties) {
  const { field } = properties
  if (field.kind !== 'object') return <ScalarField {...properties} />
  return field.isList ? <ObjectList {...properties} /> : <ObjectGroup {...properties} />
}

/** The members of an object; closed while an optional one is empty. */
function ObjectGroup({ field, value, path, onChange }: InputFieldProperties) {
  const { fieldsOf, label, errors } = useForm()
  const isConcerned = isAt(errors, path)
  return (
    <details class="group" open={field.isRequired || isConcerned}>
      <summary>{labelText(label(field), isNeeded(field, fieldsOf))}</summary>
      <OwnErrors path={path} />
      <div class="form-grid">
        <InputFields fields={membersOf(field, fieldsOf)} value={asForm(value)} path={`${path}.`} onChange={onChange} />
      </div>
    </details>
  )
}

function ObjectList({ field, value, path, onChange }: InputFieldProperties) {
  const translate = useText()
  const { fieldsOf, label, errors } = useForm()
  const isConcerned = isAt(errors, path)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const replace = (at: number, ...by: readonly unknown[]): void =>
    onChange([...items.slice(0, at), ...by, ...items.slice(at + 1)])
  return (
    <details class="group" open={field.isRequired || isConcerned}>
      <summary>{labelText(`${label(field)} (${items.length})`, isNeeded(field, fieldsOf))}</summary>
      <OwnErrors path={path} />
      {items.map((item, index) => (
        <fieldset key={index} class="form-grid">
          <legend>{`${label(field)} ${index + 1}`}</legend>
          <InputFields
            fields={membersOf(field, fieldsOf)}
            value={asForm(item)}
            path={`${path}.${index}.`}
            onChange={(changed) => replace(index, changed)}
          />
          <button type="button" class="link bad" onClick={() => replace(index)}>
            {translate('edit.remove')}
          </button>
        </fieldset>
      ))}
      {field.type === 'ImageInput' && (
        <UploadPicture onUploaded={(urls) => onChange([...items, ...urls.map((url) => ({ url }))])} />
      )}
      <button type="button" onClick={() => onChange([...items, {}])}>
        {translate('edit.addTo', { list: label(field) })}
      </button>
    </details>
  )
}

/** Whether an error is at the path or below it. */
const isAt = (errors: Readonly<Record<string, unknown>>, path: string): boolean =>
  Object.keys(errors).some((name) => name === path || name.startsWith(`${path}.`))

/** The members of an object, of which `unit` has the units of this one. */
const membersOf = ({ type, units }: InputField, fieldsOf: FieldsOf): readonly InputField[] =>
  units === undefined
    ? fieldsOf(type)
    : fieldsOf(type).map((member) => (member.name === 'unit' ? { ...member, values: units } : member))

function OwnErrors({ path }: { path: string }) {
  const texts = useForm().errors[path]
  return texts ? <p class="field-error">{texts.join(', ')}</p> : null
}
