import { randomUUID } from 'node:crypto'
import { administer, changeAuthorOf, recordChanges } from '../../platform/postgres/changes.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { apiError } from '../../schema/errors.ts'
import { newApiKey } from './api-key.ts'
import { administratorOf, keyChange, partnerCreated, type Author } from './change-records.ts'
import { isGrantable, isPublishable } from './scopes.ts'
import type { Plan } from '../rate-limit/pricing-tier.ts'
import type { AccessRepository, OwnLimits, StoredKey } from '../database/repository.ts'
import {
  countWorkingKeys,
  insertKey,
  insertPartner,
  lockKey,
  lockPartner,
  replaceSecret,
  setEnd,
  type KeyToIssue,
} from '../database/store/partners-and-keys.ts'

/** How long a key works beside its successor (docs/partner-api/keys-and-limits.md#managing-keys). */
const overlapMilliseconds = 24 * 3_600_000

export interface NewKeyOptions {
  readonly partner: { readonly id: string; readonly name: string }
  readonly plan: Plan
  readonly scopes: readonly string[]
  readonly ownLimits: OwnLimits
  readonly label: string | undefined
  /** Makes it a publishable key, for pages of these origins. */
  readonly origins?: readonly string[]
  /** The keys whose limits it shares; its own when absent. */
  readonly familyId?: string
  /** How many keys of the partner may work with it; no limit when absent. */
  readonly maxWorking?: number
}

/** A key whose secret is known this once. */
export interface Issued {
  readonly apiKey: string
  readonly stored: StoredKey
}

/** A key that replaces another. */
export interface Replacement {
  readonly apiKey: string
  readonly replaced: StoredKey
  readonly successor: StoredKey
}

/**
 * Issues a key to a partner, who is added when there is none of that id. Error: API_KEY_LIMIT_REACHED, exact also when
 * several are issued at the same time.
 */
export async function issueKey(
  repository: AccessRepository,
  environment: Environment,
  options: NewKeyOptions,
  author: Author = {},
): Promise<Issued> {
  const { partner, plan, scopes, ownLimits, label, origins = [], maxWorking } = options
  const refused = scopes.filter((scope) => !isGrantable(scope, partner.id))
  if (refused.length > 0) throw new Error(`A key of ${partner.name} cannot have ${refused.join(', ')}`)
  if (origins.length > 0 && !isPublishable(scopes))
    throw new Error(`A publishable key cannot have ${scopes.join(', ')}`)
  const { apiKey, row } = draft(environment, origins)
  const id = await administer(administratorOf(repository, environment, author), async (client) => {
    if (await insertPartner(client, partner))
      await recordChanges(client, [partnerCreated(partner)], { author: changeAuthorOf(author) })
    if (maxWorking !== undefined) {
      await lockPartner(client, partner.id)
      if ((await countWorkingKeys(client, partner.id, repository.clock.now())) >= maxWorking)
        throw apiError('API_KEY_LIMIT_REACHED', { limit: maxWorking })
    }
    const familyId = options.familyId ?? row.id
    const terms = { partnerId: partner.id, plan, scopes, limits: ownLimits, label: label ?? null, familyId }
    return keyChange(null, await insertKey(client, { ...row, ...terms }))
  })
  if (id !== row.id) await renewSecret(repository, environment, { ...row, id }, author)
  return { apiKey, stored: await repository.requireKey(environment, id) }
}

/**
 * Issues the successor of a key on the same terms; both count on the same limits, and the old one ends in 24 hours,
 * unless it ends earlier. Null when the old one no longer works: a revoked key must not continue in another.
 */
export async function refreshKey(
  repository: AccessRepository,
  environment: Environment,
  old: StoredKey,
  author: Author = {},
): Promise<Replacement | null> {
  const { apiKey, row } = draft(environment, old.origins)
  const { partnerId, plan, scopes, familyId, label, ownLimits: limits } = old
  let id: string
  try {
    id = await administer(administratorOf(repository, environment, author), async (client) => {
      // Waits for a concurrent revocation of the key, and then sees that it was revoked.
      const before = await lockKey(client, old.id)
      const now = repository.clock.now()
      if (!before || before.revokedAt || (before.expiresAt && before.expiresAt <= now)) throw new NoLongerWorks()
      const expiresAt = new Date(now.getTime() + overlapMilliseconds)
      if (!before.expiresAt || before.expiresAt > expiresAt)
        await recordChanges(client, [keyChange(before, await setEnd(client, old.id, expiresAt))], {
          author: changeAuthorOf(author),
        })
      const terms = { partnerId, plan, scopes, familyId, label, limits }
      return keyChange(null, await insertKey(client, { ...row, ...terms }))
    })
  } catch (error) {
    if (error instanceof NoLongerWorks) return null
    throw error
  }
  if (id !== row.id) await renewSecret(repository, environment, { ...row, id }, author)
  const [replaced, successor] = await Promise.all([old.id, id].map((key) => repository.requireKey(environment, key)))
  return replaced && successor ? { apiKey, replaced, successor } : null
}

class NoLongerWorks extends Error {}

/**
 * Gives a key that a repeated request has issued before another secret: the first one was in a response that was not
 * stored.
 */
async function renewSecret(
  { pools }: AccessRepository,
  environment: Environment,
  { id, hash, lastFour }: Pick<KeyToIssue, 'id' | 'hash' | 'lastFour'>,
  author: Author,
): Promise<void> {
  await inTransaction(pools[environment], async (client) => {
    const before = await lockKey(client, id)
    if (!before) return
    await recordChanges(client, [keyChange(before, await replaceSecret(client, id, { hash, lastFour }))], {
      author: changeAuthorOf(author),
    })
  })
}

function draft(
  environment: Environment,
  origins: readonly string[],
): {
  apiKey: string
  row: Pick<KeyToIssue, 'id' | 'hash' | 'prefix' | 'lastFour' | 'origins'>
} {
  const { apiKey, parts } = newApiKey(environment, origins.length > 0 ? 'publishable' : 'secret')
  const { prefix, lastFour, hash } = parts
  return { apiKey, row: { id: randomUUID(), prefix, lastFour, hash, origins } }
}
