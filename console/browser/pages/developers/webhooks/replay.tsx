import { useEffect, useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import type { Failure } from '../../../api/failure.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { SelectField, TextField } from '../../../components/fields.tsx'
import { localInstant, typedInstant } from '../../../editing/local-instant.ts'
import { ReplayWebhookDocument, WebhookReplayDocument } from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useText } from '../../../text/language.tsx'

const reloadMilliseconds = 1_000
const hourMilliseconds = 3_600_000

interface ReplayDialogProperties {
  readonly webhookId: string
  /** The running replay: the one that was begun here, or an earlier one that is not done. */
  onRunning(replayId: string): void
  onClose(): void
}

/** Asks from where on past events are to be delivered to a webhook again. */
export function ReplayDialog({ webhookId, onRunning, onClose }: ReplayDialogProperties) {
  const translate = useText()
  const replay = useMutation(ReplayWebhookDocument)
  const [from, setFrom] = useState<'since' | 'after'>('since')
  const [since, setSince] = useState(() => localInstant(new Date(Date.now() - hourMilliseconds).toISOString()))
  const [after, setAfter] = useState('')
  useUnsaved([from, since, after])
  const start = from === 'since' ? { since: typedInstant(since) } : { after: visibleText(after) }
  const isComplete = Object.values(start).every((value) => value !== null)
  const running = runningIn(replay.failure)
  useEffect(() => {
    if (running !== null) onRunning(running)
  }, [running])
  return (
    <Dialog title={translate('replay.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void replay.run({ input: { id: webhookId, ...start } }).then((data) => {
            if (!data) return
            onRunning(data.replayWebhook.id)
            onClose()
          })
        }}
      >
        <p class="hint wide">{translate('replay.meaning')}</p>
        <SelectField<'since' | 'after'>
          label={translate('replay.from')}
          value={from}
          options={[
            { value: 'since', label: translate('replay.from.since') },
            { value: 'after', label: translate('replay.from.after') },
          ]}
          onChange={(chosen) => setFrom(chosen)}
        />
        {from === 'since' ? (
          <TextField
            required
            label={translate('replay.since')}
            hint={translate('replay.sinceHint')}
            type="datetime-local"
            value={since}
            onChange={setSince}
          />
        ) : (
          <TextField
            required
            label={translate('replay.after')}
            hint={translate('replay.afterHint')}
            value={after}
            onChange={setAfter}
          />
        )}
        <FailureNotice failure={replay.failure} />
        <footer>
          <button class="primary" disabled={replay.isRunning || !isComplete}>
            {translate('replay.begin')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** How far a replay has come, read again until it is done. */
export function ReplayProgress({ webhookId, id }: { webhookId: string; id: string }) {
  const translate = useText()
  const { data, failure, isLoading, reload } = useQuery(WebhookReplayDocument, { webhookId, id })
  const replay = data?.webhookReplay
  const isDone = replay?.status === 'DONE'
  useEffect(() => {
    if (isDone || isLoading) return
    const timer = setTimeout(reload, reloadMilliseconds)
    return () => clearTimeout(timer)
  }, [isDone, isLoading, reload])
  return (
    <>
      {replay && (
        <p role="status">
          {replay.total > 0 && (
            <progress aria-label={translate('replay.title')} value={replay.done + replay.failed} max={replay.total} />
          )}{' '}
          {translate(replay.total === 0 ? 'replay.nothing' : isDone ? 'replay.done' : 'replay.running', {
            done: replay.done,
            total: replay.total,
          })}{' '}
          {replay.failed > 0 && <span class="bad">{translate('replay.failed', { failed: replay.failed })}</span>}
        </p>
      )}
      <FailureNotice failure={failure} />
    </>
  )
}

/** The replay that a refusal names, as only one runs at a time. */
function runningIn(failure: Failure | null): string | null {
  if (failure?.code !== 'REPLAY_IN_PROGRESS') return null
  const { replayId } = (failure.details ?? {}) as { readonly replayId?: unknown }
  return typeof replayId === 'string' ? replayId : null
}
