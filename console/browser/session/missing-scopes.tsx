import { useText } from '../text/language.tsx'
import { useIsOperator, useSession } from './context.tsx'

/** Scopes that operators work with; a key keeps those that it was made with. */
const operatorScopes = ['reservations:write', 'inventory:write', 'catalog:manage', 'pricing:manage'] as const
export type OperatorScope = (typeof operatorScopes)[number]

interface MissingScopesProperties {
  /** Only this one; all of an operator's when absent. */
  readonly scope?: OperatorScope
}

/** The scopes that an operator's key lacks, and what for; nothing for other keys. */
export function MissingScopes({ scope }: MissingScopesProperties) {
  const translate = useText()
  const { may } = useSession()
  const isOperator = useIsOperator()
  const missing = (scope ? [scope] : operatorScopes).filter((one) => !may(one))
  if (!isOperator || missing.length === 0) return null
  return (
    <div role="note" class="notice warn">
      <p>{translate('scopes.missing')}</p>
      <ul>
        {missing.map((one) => (
          <li key={one}>
            <code>{one}</code> {translate(`scope.${one}`)}
          </li>
        ))}
      </ul>
      <p>
        {translate('scopes.remedy')} <code>npm run keys -- create --operator</code>
      </p>
    </div>
  )
}
