import { directPartner, operatorPartner } from '../../schema/built-in-partners.ts'

/** Everything that a partner's key may be allowed to do (docs/partner-api/keys-and-limits.md#scopes). */
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
export const administrationScopes = ['catalog:manage', 'pricing:manage', 'platform:manage', 'gate:operate'] as const

export const allScopes = [...partnerScopes, ...administrationScopes] as const

/** Default scopes of a key: what partners need, without changing inventories. */
export const defaultScopes = partnerScopes.filter((scope) => scope !== 'inventory:write')

/** Scopes of an operator key: all of administration, and the reservations of every partner. */
export const operatorScopes = [
  'catalog:manage',
  'inventory:write',
  'pricing:manage',
  'platform:manage',
  'reservations:read',
  'reservations:write',
] as const

/** The scope of a gate key: visits of today, arrivals and sales at the entrance. */
export const gateScopes = ['gate:operate'] as const

/** Scopes of a publishable key: reading what is sold, and nothing of the partner. */
export const publishableScopes = ['catalog:read', 'pricing:read'] as const

/** Whether a publishable key can have these scopes. */
export const isPublishable = (scopes: readonly string[]): boolean =>
  scopes.every((scope) => publishableScopes.some((known) => known === scope))

/** Scopes that count for keys of one built-in partner alone, by its id. */
const boundScopes: Readonly<Record<string, string>> = {
  'platform:manage': operatorPartner.id,
  'gate:operate': directPartner.id,
}

/** Whether a key of a partner can have a scope. */
export const isGrantable = (scope: string, partnerId: string): boolean =>
  (boundScopes[scope] ?? partnerId) === partnerId

/** Managing something includes reading it. */
const includedScopes: Readonly<Record<string, readonly string[]>> = {
  'catalog:manage': ['catalog:read'],
  'pricing:manage': ['pricing:read'],
  'platform:manage': ['catalog:read', 'pricing:read', 'reservations:read'],
  'gate:operate': ['catalog:read', 'pricing:read'],
}

interface Granted {
  readonly partnerId: string
  readonly scopes: readonly string[]
}

const granted = new WeakMap<readonly string[], readonly string[]>()

/** The scopes that count for a key, with those that they include; the same list each time for one key. */
export function scopesOf({ partnerId, scopes }: Granted): readonly string[] {
  let all = granted.get(scopes)
  if (!all) {
    const counting = scopes.filter((scope) => isGrantable(scope, partnerId))
    all = [...new Set(counting.flatMap((scope) => [scope, ...(includedScopes[scope] ?? [])]))]
    granted.set(scopes, all)
  }
  return all
}

/** Whether a key is one of the operator's staff, at a desk or at the gate. */
export const isOfStaff = (key: Granted): boolean => scopesOf(key).some((scope) => Object.hasOwn(boundScopes, scope))
