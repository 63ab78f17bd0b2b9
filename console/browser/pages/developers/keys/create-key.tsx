import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { CheckField, labelText, TextArea, TextField } from '../../../components/fields.tsx'
import { Scope } from '../../../components/scopes.tsx'
import { CreateApiKeyDocument } from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { fieldText } from '../../../text/failure-text.ts'
import { useText } from '../../../text/language.tsx'

interface CreateKeyProperties {
  /** Scopes that the key may have. */
  readonly scopes: readonly string[]
  /** The partner; the caller's own when absent. */
  readonly partnerId?: string
  onCreated(apiKey: string): void
}

/** Issues a key with the chosen scopes, or one for web pages of some origins. */
export function CreateKey({ scopes, partnerId, onCreated }: CreateKeyProperties) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(CreateApiKeyDocument)
  const [label, setLabel] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isForPages, setForPages] = useState(false)
  const [originsText, setOriginsText] = useState('')
  useUnsaved([label, chosen, isForPages, originsText])
  const origins = originsText.split(/[\s,]+/).filter(Boolean)
  const isComplete = isForPages ? origins.length > 0 : chosen.length > 0
  return (
    <details>
      <summary>{translate('keys.create')}</summary>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          const rights = isForPages ? { origins } : { scopes: [...chosen] }
          const input = { label: visibleText(label), ...rights, ...(partnerId ? { partnerId } : {}) }
          void run({ input }).then((data) => {
            if (!data) return
            setLabel('')
            setChosen([])
            setForPages(false)
            setOriginsText('')
            onCreated(data.createApiKey.apiKey)
          })
        }}
      >
        <TextField label={translate('keys.label')} value={label} maxLength={100} onChange={setLabel} />
        <CheckField label={translate('keys.forPages')} value={isForPages} onChange={setForPages} />
        {isForPages ? (
          <TextArea
            required
            label={translate('keys.origins')}
            value={originsText}
            hint={translate('keys.originsHint')}
            error={fieldText(failure, 'origins', translate)}
            onChange={setOriginsText}
          />
        ) : (
          <fieldset>
            <legend>{labelText(translate('keys.scopes'), true)}</legend>
            {scopes.map((scope) => (
              <CheckField
                key={scope}
                label={<Scope scope={scope} />}
                value={chosen.includes(scope)}
                onChange={(isChosen) =>
                  setChosen(isChosen ? [...chosen, scope] : chosen.filter((one) => one !== scope))
                }
              />
            ))}
          </fieldset>
        )}
        <FailureNotice failure={failure} />
        <button class="primary" disabled={isRunning || !isComplete}>
          {translate('keys.create')}
        </button>
      </form>
    </details>
  )
}
