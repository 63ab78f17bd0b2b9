import type { Failure } from '../../../api/failure.ts'
import { Decision } from '../../../components/decision.tsx'
import { useText } from '../../../text/language.tsx'
import type { ActionProperties } from './action-form.tsx'
import { Difference, type Preview } from './difference.tsx'

interface PreviewedChangeProperties extends Pick<ActionProperties, 'reservation' | 'onClose'> {
  readonly preview: Preview | null
  readonly failure: Failure | null
  readonly isRunning: boolean
  readonly canPreview?: boolean
}

/** Two steps, each with its own button: showing what would change, then applying exactly that. */
export function PreviewedChange({
  reservation,
  preview,
  failure,
  isRunning,
  canPreview = true,
  onClose,
}: PreviewedChangeProperties) {
  const translate = useText()
  return (
    <Decision effect={preview && <Difference preview={preview} reservation={reservation} />} failure={failure}>
      <button type="button" onClick={onClose}>
        {translate('common.cancel')}
      </button>
      <button class={preview ? '' : 'primary'} disabled={isRunning || preview !== null || !canPreview}>
        {translate('modify.preview')}
      </button>
      <button class={preview ? 'primary' : ''} disabled={isRunning || !preview || preview.changes.length === 0}>
        {translate('action.apply')}
      </button>
    </Decision>
  )
}
