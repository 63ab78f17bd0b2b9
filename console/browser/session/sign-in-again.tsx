import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { SignIn } from './sign-in.tsx'

interface SignInAgainProperties {
  readonly notice: string
  onSignIn(apiKey: string): Promise<Failure | null>
  /** Discards what was typed. */
  onAbandon(): void
}

/** A modal dialog, so that it is above dialogs that were open when the session ended. */
export function SignInAgain({ notice, onSignIn, onAbandon }: SignInAgainProperties) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      class="sign-in-again"
      onCancel={(event) => {
        event.preventDefault()
        onAbandon()
      }}
    >
      <SignIn notice={notice} onSignIn={onSignIn} />
    </dialog>
  )
}
