import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { failureText, type LabelOf } from '../text/failure-text.ts'
import { useText } from '../text/language.tsx'
import { translateValue } from '../text/text.ts'

/** Whether codes and members of the API are shown beside what they mean: to developers alone. */
export const ShowsCodes = createContext(false)

interface FailureNoticeProperties {
  readonly failure: Failure | null
  /** The names of members in the form that was sent; those of reservations when absent. */
  readonly labelOf?: LabelOf | undefined
}

/** Why something failed, with what is wrong with each field. */
export function FailureNotice({ failure, labelOf }: FailureNoticeProperties) {
  const translate = useText()
  const showsCodes = useContext(ShowsCodes)
  if (!failure) return null
  const { message, fields } = failureText(failure, translate, labelOf)
  const scopes = requiredScopes(failure).map((scope) => translateValue(translate, 'scopeName', scope))
  return (
    <div role="alert" class="notice bad">
      <p>
        {message} {showsCodes && <code>{failure.code}</code>}
      </p>
      {scopes.length > 0 && <p>{translate('failure.scopes', { scopes: scopes.join(', ') })}</p>}
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, label, text }) => (
            <li key={path}>
              {showsCodes ? <code>{path}</code> : label && `${label}:`} {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The scopes that were missing. */
function requiredScopes({ code, details }: Failure): readonly string[] {
  if (code !== 'INSUFFICIENT_PERMISSIONS' || typeof details !== 'object' || details === null) return []
  const { requiredScopes } = details as { readonly requiredScopes?: unknown }
  return Array.isArray(requiredScopes) ? requiredScopes.map(String) : []
}
