import { useState } from 'preact/hooks'
import { isBlank, visibleText } from '../../../../../platform/values/text.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { labelText, TextField } from '../../../components/fields.tsx'
import { CreateWebhookDocument } from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useText } from '../../../text/language.tsx'
import { eventTypes } from '../../../../../schema/event-types.ts'
import { TypeChoice } from './type-choice.tsx'

export function CreateWebhook({ onCreated }: { onCreated(secret: string): void }) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(CreateWebhookDocument)
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const { may } = useSession()
  const [types, setTypes] = useState<readonly string[]>(may('reservations:read') ? eventTypes : [])
  useUnsaved([url, description])
  return (
    <details>
      <summary>{translate('webhooks.create')}</summary>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          void run({ input: { url: url.trim(), types: [...types], description: visibleText(description) } }).then(
            (data) => {
              if (!data) return
              setUrl('')
              setDescription('')
              onCreated(data.createWebhook.secret)
            },
          )
        }}
      >
        <TextField label={translate('webhooks.url')} value={url} required onChange={setUrl} />
        <TextField
          label={translate('webhooks.description')}
          value={description}
          maxLength={500}
          onChange={setDescription}
        />
        <h3>{labelText(translate('webhooks.events'), true)}</h3>
        <TypeChoice chosen={types} onChange={setTypes} />
        <FailureNotice failure={failure} />
        <button class="primary" disabled={isRunning || isBlank(url) || types.length === 0}>
          {translate('webhooks.create')}
        </button>
      </form>
    </details>
  )
}
