/** Everything a partner's key may be allowed to do (docs/partner-api/keys-and-limits.md#scopes). */
export const partnerScopes = [
  'catalog:read',
  'inventory:write',
  'reservations:read',
  'reservations:write',
  'pricing:read',
  'webhooks:manage',
  'keys:manage',
] as const

/** Scopes of the operator's staff (docs/operators/administration.md): no key has one unless it is named. */
export const administrationScopes = ['catalog:manage', 'pricing:manage', 'platform:manage'] as const

export const allScopes = [...partnerScopes, ...administrationScopes] as const

/** Default scopes of a key: what partners need, without changing inventories. */
export const defaultScopes = partnerScopes.filter((scope) => scope !== 'inventory:write')

/** Scopes of an operator key: all of administration. It makes no reservations. */
export const operatorScopes = ['catalog:manage', 'inventory:write', 'pricing:manage', 'platform:manage'] as const

/** Managing something includes reading it. */
const includedScopes: Readonly<Record<string, readonly string[]>> = {
  'catalog:manage': ['catalog:read'],
  'pricing:manage': ['pricing:read'],
  'platform:manage': ['catalog:read', 'pricing:read', 'reservations:read'],
}

const whole = new WeakMap<readonly string[], readonly string[]>()

/** The scopes of a key with those that they include; the same list each time for one list. */
export function withIncludedScopes(scopes: readonly string[]): readonly string[] {
  let all = whole.get(scopes)
  if (!all) {
    all = [...new Set(scopes.flatMap((scope) => [scope, ...(includedScopes[scope] ?? [])]))]
    whole.set(scopes, all)
  }
  return all
}
