import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { ConfirmDialog } from '../components/confirm.tsx'
import { DialogForms } from '../components/dialog.tsx'
import { useText } from '../text/language.tsx'
import { guardLeaving } from './navigation.tsx'

/** The forms on the page with values that are not saved. */
const unsaved = new Set<object>()

/** Marks a form as unsaved while its values differ from those it began with. Returns how to mark them, or what is shown now, as saved. */
export function useUnsaved(values: unknown): (saved?: unknown) => void {
  const present = JSON.stringify(values)
  const latest = useRef(present)
  latest.current = present
  const form = useRef({})
  const inDialog = useContext(DialogForms)
  const [saved, setSaved] = useState(present)
  const isChanged = present !== saved
  useEffect(() => {
    if (!isChanged) return undefined
    const { current } = form
    const sets = [unsaved, inDialog]
    sets.forEach((forms) => forms?.add(current))
    return () => sets.forEach((forms) => forms?.delete(current))
  }, [isChanged, inDialog])
  return (stored) => setSaved(stored === undefined ? latest.current : JSON.stringify(stored))
}

/** Asks before unsaved values are lost: by a link, the browser's buttons, closing the tab or a dialog, or another choice. */
export function LeaveGuard() {
  const translate = useText()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      if (unsaved.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    const stop = guardLeaving((go, forms = unsaved) => {
      if (forms.size === 0) return false
      setLeave(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', stay)
      stop()
    }
  }, [])
  return (
    leave && (
      <ConfirmDialog
        title={translate('leave.title')}
        words={[translate('leave.leave'), translate('leave.stay')]}
        onConfirm={leave}
        onClose={() => setLeave(null)}
      >
        <p>{translate('leave.lost')}</p>
      </ConfirmDialog>
    )
  )
}
