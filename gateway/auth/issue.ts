import { randomUUID } from 'node:crypto'
import type { Environment } from '../../platform/trust/identity.ts'
import { newApiKey } from './api-key.ts'
import type { OwnLimits, Plan } from '../rate-limit/pricing-tier.ts'
import type { AccessRepository, NewKey, Replacement, StoredKey } from '../database/repository.ts'

/** How long a key works beside its successor (docs/partner-api/keys-and-limits.md#refreshing-a-key). */
const overlapMilliseconds = 24 * 3_600_000

export interface NewKeyOptions {
  readonly partner: { readonly id: string; readonly name: string }
  readonly plan: Plan
  readonly scopes: readonly string[]
  readonly ownLimits: OwnLimits
  readonly label: string | undefined
}

/** A key whose secret is known this once. */
export interface Issued {
  readonly apiKey: string
  readonly stored: StoredKey
}

/** Issues a key to a partner, who is added when there is none of that id. */
export async function issueKey(
  repository: AccessRepository,
  environment: Environment,
  options: NewKeyOptions,
): Promise<Issued> {
  const { apiKey, row } = draft(environment)
  const stored = await repository.insertKey(environment, options.partner, {
    ...row,
    familyId: row.id,
    partnerId: options.partner.id,
    plan: options.plan,
    scopes: [...options.scopes],
    ownLimits: { ...options.ownLimits } as NewKey['ownLimits'] & object,
    label: options.label ?? null,
  })
  return { apiKey, stored }
}

/**
 * Issues the successor of a key on the same terms; both count on the same limits, and the old one ends in 24 hours.
 * Null when the old one no longer works.
 */
export async function refreshKey(
  repository: AccessRepository,
  environment: Environment,
  old: StoredKey,
): Promise<(Replacement & { apiKey: string }) | null> {
  const { apiKey, row } = draft(environment)
  const { partnerId, plan, scopes, familyId, label } = old
  const successor = { ...row, partnerId, plan, scopes, familyId, label, ownLimits: old.ownLimits as object }
  const expiresAt = new Date(repository.clock.now().getTime() + overlapMilliseconds)
  const replacement = await repository.replaceKey(environment, old.id, successor, expiresAt)
  return replacement && { apiKey, ...replacement }
}

function draft(environment: Environment): {
  apiKey: string
  row: Pick<NewKey, 'id' | 'hash' | 'prefix' | 'lastFour'>
} {
  const { apiKey, parts } = newApiKey(environment)
  const { prefix, lastFour, hash } = parts
  return { apiKey, row: { id: randomUUID(), prefix, lastFour, hash: new Uint8Array(hash) } }
}
