import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { UpdateWebhookDocument, type WebhookItemFragment } from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useText } from '../../../text/language.tsx'
import { TypeChoice } from './type-choice.tsx'

interface TypesDialogProperties {
  readonly webhook: WebhookItemFragment
  onChanged(): void
  onClose(): void
}

/** Changes the types that a webhook is registered for. */
export function TypesDialog({ webhook: { id, types }, onChanged, onClose }: TypesDialogProperties) {
  const translate = useText()
  const update = useMutation(UpdateWebhookDocument)
  const [chosen, setChosen] = useState<readonly string[]>(types)
  useUnsaved(chosen)
  return (
    <Dialog title={translate('webhooks.changeEvents')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void update.run({ input: { id, types: [...chosen] } }).then((data) => data && onChanged())
        }}
      >
        <TypeChoice chosen={chosen} onChange={setChosen} />
        <FailureNotice failure={update.failure} />
        <footer>
          <button class="primary" disabled={update.isRunning || chosen.length === 0}>
            {translate('edit.save')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
