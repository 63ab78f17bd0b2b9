import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { CheckField, TextField } from '../../../components/fields.tsx'
import { CreateApiKeyDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'

interface CreateKeyProperties {
  /** Scopes that the key may have. */
  readonly scopes: readonly string[]
  /** The partner; the caller's own when absent. */
  readonly partnerId?: string
  onCreated(apiKey: string): void
}

/** Issues a key with the chosen scopes. */
export function CreateKey({ scopes, partnerId, onCreated }: CreateKeyProperties) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(CreateApiKeyDocument)
  const [label, setLabel] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <details>
      <summary>{translate('keys.create')}</summary>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          const input = { label: label.trim() || null, scopes: [...chosen], ...(partnerId ? { partnerId } : {}) }
          void run({ input }).then((data) => {
            if (!data) return
            setLabel('')
            setChosen([])
            onCreated(data.createApiKey.apiKey)
          })
        }}
      >
        <TextField label={translate('keys.label')} value={label} maxLength={100} onChange={setLabel} />
        <fieldset>
          <legend>{translate('keys.scopes')}</legend>
          {scopes.map((scope) => (
            <CheckField
              key={scope}
              label={scope}
              value={chosen.includes(scope)}
              onChange={(isChosen) => setChosen(isChosen ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
            />
          ))}
        </fieldset>
        <FailureNotice failure={failure} />
        <button class="primary" disabled={isRunning || chosen.length === 0}>
          {translate('keys.create')}
        </button>
      </form>
    </details>
  )
}
