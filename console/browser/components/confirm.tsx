import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useText } from '../text/language.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProperties {
  readonly title: string
  /** The words of the buttons that do it and that leave it. */
  readonly words: readonly [confirm: string, leave: string]
  onConfirm(): void
  onClose(): void
  /** What is lost or changed, and how much of it. */
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
  /** Of the button, and of the one in the dialog that does it. */
  readonly label: string
  readonly look?: 'danger' | 'link' | 'link bad'
  readonly disabled?: boolean
}

/** A button of a destructive action, which says first what it does. */
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
