import { useState } from 'preact/hooks'
import { useText } from '../text/language.tsx'

/** A secret that is shown only once; the console does not store it either. */
export function SecretNotice({ title, secret, onClose }: { title: string; secret: string; onClose(): void }) {
  const translate = useText()
  const [isCopied, setCopied] = useState(false)
  return (
    <div role="alert" class="notice warn">
      <p>{title}</p>
      <p>
        <code data-testid="secret">{secret}</code>
      </p>
      <p class="tools">
        <button type="button" onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}>
          {translate(isCopied ? 'common.copied' : 'common.copy')}
        </button>
        <button type="button" onClick={onClose}>
          {translate('common.close')}
        </button>
      </p>
    </div>
  )
}
