import type { Environment } from '../../platform/trust/identity.ts'
import { partnerScopes } from '../../gateway/auth/scopes.ts'
import type { StoredKey } from '../../gateway/database/repository.ts'

type Status = 'active' | 'expiring' | 'expired' | 'revoked'

function statusOf({ revokedAt, expiresAt }: StoredKey): Status {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'active'
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'expiring'
}

/** The stored record of a key, for programs. */
export function recordOf(environment: Environment, key: StoredKey): object {
  const { id, familyId, partner, prefix, lastFour, plan, scopes, origins, label, ownLimits } = key
  const { createdAt, expiresAt, revokedAt, lastUsedAt } = key
  return {
    id,
    familyId,
    environment,
    partner: { id: partner.id, name: partner.name },
    prefix,
    lastFour,
    plan,
    scopes,
    ...(origins.length > 0 ? { origins } : {}),
    label,
    limits: ownLimits,
    status: statusOf(key),
    createdAt,
    lastUsedAt,
    expiresAt,
    revokedAt,
  }
}

/** Everything that a partner may do; what an operator may do is always shown. */
const isEverything = (scopes: readonly string[]): boolean =>
  scopes.length === partnerScopes.length && partnerScopes.every((scope) => scopes.includes(scope))

const instant = (date: Date | null): string => date?.toISOString().slice(0, 19).concat('Z') ?? 'never'

/** The same for a person: what it is, and below what it may do and when it was used. */
export function linesOf(environment: Environment, key: StoredKey): string {
  const { id, partner, prefix, lastFour, plan, scopes, label, createdAt, expiresAt, revokedAt, lastUsedAt } = key
  const limits = Object.entries(key.ownLimits)
  const end = revokedAt ? ` ${instant(revokedAt)}` : expiresAt ? ` ${instant(expiresAt)}` : ''
  return [
    `${id}  ${prefix}…${lastFour}  ${statusOf(key)}${end}  ${environment} ${plan}  ${partner.name} (${partner.id})`,
    `  created ${instant(createdAt)}, last used ${instant(lastUsedAt)}${label ? `, "${label}"` : ''}`,
    `  may ${isEverything(scopes) ? 'everything' : scopes.join(' ')}`,
    ...(key.origins.length > 0 ? [`  on pages of ${key.origins.join(' ')}`] : []),
    ...(limits.length > 0
      ? [`  limits ${limits.map(([name, own]) => `${name}=${own.limit}/${own.seconds}`).join(' ')}`]
      : []),
  ].join('\n')
}
