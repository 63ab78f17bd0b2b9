import { useEffect, useId, useState } from 'preact/hooks'
import { labelText, Notes } from '../components/fields.tsx'
import { useSession } from '../session/context.tsx'
import { useLanguage } from '../text/language.tsx'
import { SourceField } from './source-field.tsx'
import type { ChoiceSource } from './sources.ts'

interface SourceListFieldProperties {
  readonly label: string
  readonly source: ChoiceSource
  readonly values: readonly string[]
  readonly required?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
  onChange(values: readonly string[]): void
}

/** Several of a list in the order in which they were chosen, each with a button that removes it. */
export function SourceListField({ label, source, values, required, hint, error, onChange }: SourceListFieldProperties) {
  const { translate } = useLanguage()
  const id = useId()
  return (
    <fieldset class="wide choices" aria-invalid={error !== undefined}>
      <legend>{labelText(label, required)}</legend>
      <ol class="plain">
        {values.map((value) => (
          <ChosenItem
            key={value}
            source={source}
            value={value}
            onRemove={() => onChange(values.filter((one) => one !== value))}
          />
        ))}
      </ol>
      {/* Another field for each choice, so that it is empty again. */}
      <SourceField
        key={values.length}
        label={translate('choice.add')}
        source={source}
        value=""
        onChange={(chosen) => {
          if (chosen !== '' && !values.includes(chosen)) onChange([...values, chosen])
        }}
      />
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

function ChosenItem({ source, value, onRemove }: { source: ChoiceSource; value: string; onRemove(): void }) {
  const { api } = useSession()
  const { language, translate } = useLanguage()
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    let isLatest = true
    void source.nameOf(api, value, language).then((found) => {
      if (isLatest) setName(found ?? value)
    })
    return () => {
      isLatest = false
    }
  }, [api, source, value, language])
  return (
    <li>
      <bdi>{name ?? '…'}</bdi>{' '}
      <button
        type="button"
        class="link bad"
        aria-label={translate('choice.remove', { name: name ?? '' })}
        onClick={onRemove}
      >
        {translate('edit.remove')}
      </button>
    </li>
  )
}
