/** Everything a key may be allowed to do (decisions 2). */
export const allScopes = [
  'catalog:read',
  'inventory:write',
  'reservations:read',
  'reservations:write',
  'pricing:read',
  'webhooks:manage',
  'keys:manage',
] as const
