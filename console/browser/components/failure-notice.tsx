import type { Failure } from '../api/failure.ts'
import { useText } from '../text/language.tsx'
import type { Translate } from '../text/text.ts'

/** The message of the API, its code, and the field errors. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  const translate = useText()
  if (!failure) return null
  const fields = Object.entries(failure.fields)
  const scopes = requiredScopes(failure).join(', ')
  return (
    <div role="alert" class="notice bad">
      <p>
        {messageOf(failure, translate)} <code>{failure.code}</code>
      </p>
      {scopes !== '' && <p>{translate('failure.scopes', { scopes })}</p>}
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

/** The API's message is in the reader's language, except that of an input whose types do not match the schema. */
function messageOf({ code, message }: Failure, translate: Translate): string {
  if (code === 'NETWORK') return translate('failure.network')
  return message.startsWith('Variable "$') ? translate('failure.input') : message
}

/** The scopes that were missing. */
function requiredScopes({ code, details }: Failure): readonly string[] {
  if (code !== 'INSUFFICIENT_PERMISSIONS' || typeof details !== 'object' || details === null) return []
  const { requiredScopes } = details as { readonly requiredScopes?: unknown }
  return Array.isArray(requiredScopes) ? requiredScopes.map(String) : []
}
