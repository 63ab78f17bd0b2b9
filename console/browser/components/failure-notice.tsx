import type { Failure } from '../api/failure.ts'
import { useText } from '../text/language.tsx'

/** The message of the API, its code, and the field errors. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  const translate = useText()
  if (!failure) return null
  const fields = Object.entries(failure.fields)
  return (
    <div role="alert" class="notice failure">
      <p>
        {failure.code === 'NETWORK' ? translate('failure.network') : failure.message} <code>{failure.code}</code>
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, texts]) => (
            <li key={name}>
              <code>{name}</code> {texts.join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
