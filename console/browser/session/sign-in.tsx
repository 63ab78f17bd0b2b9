import { useId, useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from '../components/failure-notice.tsx'
import { labelText } from '../components/fields.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { useText } from '../text/language.tsx'

interface SignInProperties {
  /** Why the previous session ended. */
  readonly notice?: string | undefined
  onSignIn(apiKey: string): Promise<Failure | null>
}

/** The key is typed here only; it is in no URL and in no submitted form. */
export function SignIn({ notice, onSignIn }: SignInProperties) {
  const translate = useText()
  const id = useId()
  const [apiKey, setApiKey] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isRunning, setRunning] = useState(false)
  return (
    <main class="sign-in">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          setRunning(true)
          setFailure(null)
          void onSignIn(apiKey.trim()).then((refused) => {
            setRunning(false)
            setFailure(refused)
          })
        }}
      >
        <h1>{translate('signIn.title')}</h1>
        {notice !== undefined && (
          <p role="status" class="notice warn">
            {notice}
          </p>
        )}
        <label for={id}>{labelText(translate('signIn.key'), true)}</label>
        <input
          id={id}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          autofocus
          value={apiKey}
          onInput={({ currentTarget }) => setApiKey(currentTarget.value)}
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} class="hint">
          {translate('signIn.hint')}
        </p>
        <FailureNotice failure={failure} />
        <button class="primary" disabled={isRunning || apiKey.trim() === ''}>
          {translate('signIn.submit')}
        </button>
        <LanguageSwitch />
      </form>
    </main>
  )
}
