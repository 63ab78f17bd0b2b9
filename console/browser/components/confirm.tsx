import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useText } from '../text/language.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProperties {
  readonly title: string
  /** The labels of the buttons. */
  readonly words: readonly [confirm: string, leave: string]
  onConfirm(): void
  onClose(): void
  /** Says what is lost or changed, and how much of it. */
  readonly children: ComponentChildren
}

/** Asks once before something that cannot be undone. */
export function ConfirmDialog({ title, words, onConfirm, onClose, children }: ConfirmDialogProperties) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <footer>
        <button type="button" onClick={onClose}>
          {words[1]}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {words[0]}
        </button>
      </footer>
    </Dialog>
  )
}

interface ConfirmButtonProperties extends Pick<ConfirmDialogProperties, 'onConfirm' | 'children'> {
  /** Also of the button in the dialog. */
  readonly label: string
  readonly look?: 'danger' | 'link' | 'link bad'
  readonly disabled?: boolean
}

/** A button for a destructive action, which first says what it will do. */
export function ConfirmButton({ label, look, disabled = false, onConfirm, children }: ConfirmButtonProperties) {
  const translate = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class={look} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={label}
          words={[label, translate('common.cancel')]}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
