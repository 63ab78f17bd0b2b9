/** Everything a key may be allowed to do (docs/partner-api/keys-and-limits.md#scopes). */
export const allScopes = [
  'catalog:read',
  'inventory:write',
  'reservations:read',
  'reservations:write',
  'pricing:read',
  'webhooks:manage',
  'keys:manage',
] as const

/** What a key may do when nothing is said: what partners need, and not to change what a cenote has to sell. */
export const defaultScopes = allScopes.filter((scope) => scope !== 'inventory:write')
