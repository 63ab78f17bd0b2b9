import { useText } from '../text/language.tsx'
import { translateValue } from '../text/text.ts'

/** A scope in words, and as the API names it. */
export function Scope({ scope }: { scope: string }) {
  const translate = useText()
  const words = translateValue(translate, 'scopeName', scope)
  return (
    <>
      {words !== scope && words} <code>{scope}</code>
    </>
  )
}

/** The scopes of a key, a line for each. */
export function Scopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul class="plain">
      {scopes.map((scope) => (
        <li key={scope}>
          <Scope scope={scope} />
        </li>
      ))}
    </ul>
  )
}
