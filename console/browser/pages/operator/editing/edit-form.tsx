import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { Affected, type Choice } from '../../../components/affected.tsx'
import { FormProvider, type FormContextValue } from '../../../editing/form-context.ts'
import { formErrors, type FormError } from '../../../editing/form-errors.ts'
import { InputFields } from '../../../editing/input-fields.tsx'
import { asForm, changedMembers, inputOf, type FormValue, type InputField } from '../../../editing/input-field.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { fieldText } from '../../../text/failure-text.ts'
import { useLanguage } from '../../../text/language.tsx'
import { controlOf } from './controls.ts'
import { fieldDescription, fieldLabel, fieldsOf, pathLabels, valueLabel } from './labels.ts'
import { notShown, type Change, type SavedItem } from './resources.ts'

interface EditFormProperties {
  readonly change: Change
  /** The item to change and its version; null for a new one. */
  readonly subject: { readonly id?: string; readonly version: number } | null
  /** As it is stored. */
  readonly stored: unknown
  onSaved(item: SavedItem): void
  readonly children?: ComponentChildren
}

/** A form of all fields of an input; an update sends those that were changed. */
export function EditForm({ change, subject, stored: item, onSaved, children }: EditFormProperties) {
  const { language, translate } = useLanguage()
  const fields = useMemo(() => shownFields(change, subject !== null), [change, subject === null])
  const stored = useMemo(() => change.membersOf?.(asForm(item)) ?? asForm(item), [change, item])
  const [value, setValue] = useState<FormValue>(stored)
  useUnsaved(value)
  const [isUnchanged, setUnchanged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { run, failure, isRunning } = useMutation(change.document)
  const [own, setOwn] = useState<Readonly<Record<string, FormError>>>({})
  const labelOf = (path: string): string => pathLabels(language, change.input, path.split('.')).join(' › ')
  const context = useMemo<FormContextValue>(() => {
    const refused = Object.keys(failure?.fields ?? {}).map(
      (path) => [path, [fieldText(failure, path, translate, labelOf) ?? '']] as const,
    )
    const missing = Object.entries(own).map(([path, error]) => [path, [translate(`edit.error.${error}`)]] as const)
    return {
      errors: Object.fromEntries([...refused, ...missing]),
      fieldsOf,
      label: (field) => fieldLabel(language, field),
      describe: (field) => fieldDescription(language, field),
      valueLabel: (type, value) => valueLabel(language, type, value),
      controlOf,
    }
  }, [failure, own, language, translate])

  function save(choice?: Choice): void {
    const errors = formErrors(fields, value, fieldsOf)
    setOwn(errors)
    setUnchanged(false)
    if (Object.keys(errors).length > 0) return showFirstError()
    const changed = subject
      ? changedMembers(fields, { before: stored, after: value }, fieldsOf)
      : (inputOf(fields, value, fieldsOf) ?? {})
    setUnchanged(subject !== null && Object.keys(changed).length === 0)
    if (subject && Object.keys(changed).length === 0) return
    void run({ input: { ...subject, ...changed, ...choice } }).then((data) => {
      if (data) onSaved(data.item)
      else showFirstError()
    })
  }

  /** Once the errors are in the page: a long form may show them out of sight. */
  function showFirstError(): void {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()),
    )
  }

  return (
    <FormProvider value={context}>
      <form
        ref={form}
        class="card form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <InputFields fields={fields} value={value} path="" onChange={setValue} />
        <div class="wide">
          <Affected input={value} failure={failure} labelOf={labelOf} isRunning={isRunning} choose={save} />
          {Object.keys(own).length > 0 && (
            <p role="alert" class="notice bad">
              {translate('edit.incomplete', { count: Object.keys(own).length })}
            </p>
          )}
          {isUnchanged && <p role="status">{translate('edit.unchanged')}</p>}
        </div>
        <p class="actions">
          <button class="primary" disabled={isRunning}>
            {translate('edit.save')}
          </button>
          {children}
        </p>
      </form>
    </FormProvider>
  )
}

/** The fields of an input; for one that updates holds what holds for the one that creates. */
function shownFields({ input }: Change, isUpdate: boolean): readonly InputField[] {
  if (!isUpdate) return fieldsOf(input)
  const creating = new Map(fieldsOf(input.replace(/^Update/, 'Create')).map((field) => [field.name, field]))
  return fieldsOf(input)
    .filter(({ name }) => !notShown.includes(name))
    .map((field) => {
      const own = creating.get(field.name)
      return { ...own, ...field, isRequired: field.isRequired || (own?.isRequired ?? false) }
    })
}
