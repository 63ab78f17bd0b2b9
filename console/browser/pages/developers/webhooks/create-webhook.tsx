import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { CheckField, TextField } from '../../../components/fields.tsx'
import { CreateWebhookDocument, type ReservationEventType } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { ReservationEventType as eventTypes } from '../../../../../schema/generated/enums.ts'

export function CreateWebhook({ onCreated }: { onCreated(secret: string): void }) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(CreateWebhookDocument)
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [events, setEvents] = useState<readonly ReservationEventType[]>(eventTypes)
  return (
    <details>
      <summary>{translate('webhooks.create')}</summary>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          void run({ input: { url: url.trim(), events: [...events], description: description.trim() || null } }).then(
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
        <fieldset>
          <legend>{translate('webhooks.events')}</legend>
          {eventTypes.map((type) => (
            <CheckField
              key={type}
              label={translate(`event.${type}`)}
              value={events.includes(type)}
              onChange={(isChosen) => setEvents(isChosen ? [...events, type] : events.filter((one) => one !== type))}
            />
          ))}
        </fieldset>
        <FailureNotice failure={failure} />
        <button class="primary" disabled={isRunning || url.trim() === '' || events.length === 0}>
          {translate('webhooks.create')}
        </button>
      </form>
    </details>
  )
}
