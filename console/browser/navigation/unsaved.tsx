import { useEffect, useRef, useState } from 'preact/hooks'
import { ConfirmDialog } from '../components/confirm.tsx'
import { useText } from '../text/language.tsx'
import { guardLeaving } from './navigation.tsx'

/** The forms on the page that have values which are not saved. */
const forms = new Set<object>()

/** Notes while the values of a form differ from those it began with. Returns how to note that they, or others that are shown now, are saved. */
export function useUnsaved(values: unknown): (saved?: unknown) => void {
  const present = JSON.stringify(values)
  const latest = useRef(present)
  latest.current = present
  const form = useRef({})
  const [saved, setSaved] = useState(present)
  const isChanged = present !== saved
  useEffect(() => {
    if (!isChanged) return undefined
    const { current } = form
    forms.add(current)
    return () => forms.delete(current)
  }, [isChanged])
  return (stored) => setSaved(stored === undefined ? latest.current : JSON.stringify(stored))
}

/** Asks before a page with unsaved values is left, by a link, the browser's buttons or closing the tab. */
export function LeaveGuard() {
  const translate = useText()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      if (forms.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    const stop = guardLeaving((go) => {
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
        onConfirm={() => {
          forms.clear()
          leave()
        }}
        onClose={() => setLeave(null)}
      >
        <p>{translate('leave.lost')}</p>
      </ConfirmDialog>
    )
  )
}
