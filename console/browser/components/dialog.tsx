import { createContext, type ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { leave } from '../navigation/navigation.tsx'
import { useText } from '../text/language.tsx'

/** The half-filled forms of the enclosing dialog; null outside one. */
export const DialogForms = createContext<Set<object> | null>(null)

/** A modal dialog; Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const translate = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [forms] = useState(() => new Set<object>())
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || forms.size === 0) return
        event.preventDefault()
        leave(onClose, forms)
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          class="quiet"
          aria-label={translate('common.close')}
          onClick={() => leave(onClose, forms)}
        >
          ×
        </button>
      </header>
      <DialogForms.Provider value={forms}>{children}</DialogForms.Provider>
    </dialog>
  )
}
