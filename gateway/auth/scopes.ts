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

/** Default scopes of a key: what partners need, without changing inventories. */
export const defaultScopes = allScopes.filter((scope) => scope !== 'inventory:write')
