import { Dialog } from '../../../components/dialog.tsx'
import { Facts } from '../../../components/fields.tsx'
import { Scopes } from '../../../components/scopes.tsx'
import type { KeyItemFragment } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'

interface KeyDialogProperties {
  readonly shown: KeyItemFragment
  readonly state: string
  onClose(): void
}

/** All that a row of the list of keys has no room for. */
export function KeyDialog({ shown, state, onClose }: KeyDialogProperties) {
  const translate = useText()
  const formats = useFormats()
  const { prefix, lastFour, label, origins, scopes, createdAt } = shown
  return (
    <Dialog title={`${translate('keys.key')} ${prefix}…${lastFour}`} onClose={onClose}>
      <Facts
        facts={[
          [translate('keys.label'), label && <bdi>{label}</bdi>],
          [translate('reservations.status'), state],
          [translate('reservations.made'), formats.minute(createdAt)],
          [translate('keys.origins'), origins.join(', ')],
        ]}
      />
      <h3>{translate('keys.scopes')}</h3>
      <Scopes scopes={scopes} />
    </Dialog>
  )
}
