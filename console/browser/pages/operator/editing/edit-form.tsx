import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { useCenotes } from '../../../cenotes/use-cenotes.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { FormProvider, type FormContextValue } from '../../../editing/form-context.ts'
import { InputFields } from '../../../editing/input-fields.tsx'
import { asForm, changedMembers, inputOf, type FormValue } from '../../../editing/input-field.ts'
import { useLanguage } from '../../../text/language.tsx'
import { fieldDescription, fieldLabel, fieldsOf, valueLabel } from './labels.ts'
import type { Change } from './resources.ts'

/** The id and version: sent with each update, and not shown. */
const identifying = ['id', 'version']

interface EditFormProperties {
  readonly change: Change
  /** The item to change and its version; null for a new one. */
  readonly subject: { readonly id?: string; readonly version: number } | null
  /** As it is stored. */
  readonly stored: unknown
  onSaved(): void
  readonly children?: ComponentChildren
}

/** A form of all fields of an input; an update sends those that were changed. */
export function EditForm({ change, subject, stored, onSaved, children }: EditFormProperties) {
  const { language, translate } = useLanguage()
  const fields = fieldsOf(change.input).filter(({ name }) => !subject || !identifying.includes(name))
  const [value, setValue] = useState<FormValue>(() => asForm(stored))
  const [isUnchanged, setUnchanged] = useState(false)
  const { run, failure, isRunning } = useMutation(change.document)
  const cenotes = useCenotes()
  const context = useMemo<FormContextValue>(() => {
    const choices = cenotes?.map(({ id, name }) => ({ value: id, label: name })) ?? null
    return {
      errors: failure?.fields ?? {},
      fieldsOf,
      label: (field) => fieldLabel(language, field),
      describe: (field) => fieldDescription(language, field),
      valueLabel: (type, value) => valueLabel(language, type, value),
      choicesFor: (name) => (name === 'cenoteId' || name === 'cenoteIds' ? choices : null),
    }
  }, [failure, language, cenotes])

  function save(): void {
    const changed = subject
      ? changedMembers(fields, { before: asForm(stored), after: value }, fieldsOf)
      : (inputOf(fields, value, fieldsOf) ?? {})
    setUnchanged(subject !== null && Object.keys(changed).length === 0)
    if (subject && Object.keys(changed).length === 0) return
    void run({ input: { ...subject, ...changed } }).then((data) => data && onSaved())
  }

  return (
    <FormProvider value={context}>
      <form
        class="card form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <InputFields fields={fields} value={value} path="" onChange={setValue} />
        <div class="wide">
          <FailureNotice failure={failure} />
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
