import { randomUUID } from 'node:crypto'
import { administer, changeAuthorOf, recordChanges } from '../../platform/postgres/changes.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import { apiError, validationError } from '../../schema/errors.ts'
import type { Environment, Identity } from '../../platform/trust/identity.ts'
import { isUuid } from '../../platform/values/uuid.ts'
import { unstorable, visibleText } from '../../platform/values/text.ts'
import type { AccessRepository, OwnLimit, StoredKey } from '../database/repository.ts'
import {
  insertPartner,
  isNameTaken,
  lockFamily,
  lockKey,
  lockPartner,
  revoke,
  setPlan,
} from '../database/store/partners-and-keys.ts'
import { planWindows, type Plan, type PlanLimits } from '../rate-limit/pricing-tier.ts'
import { administratorOf, keyChange, partnerCreated, planChange, type Author } from './change-records.ts'
import { issueKey, type Issued } from './issue.ts'
import type { Caller } from '../caller.ts'
import { readOrigins } from './origins.ts'
import { isPublishable, partnerScopes, publishableScopes } from './scopes.ts'

/** A caller that manages keys: with `platform:manage` those of every partner. */
export interface KeyManager {
  readonly caller: Caller
  readonly identity: Identity
  readonly repository: AccessRepository
  /** Names the work of a request under an Idempotency-Key. */
  readonly operation?: string | undefined
}

export const authorOf = ({ identity: { key, scopes }, operation }: KeyManager): Author => ({
  ...(key ? { key, scopes } : {}),
  operation,
})

export interface NewKeyRequest {
  readonly partnerId?: string | null | undefined
  readonly label?: string | null | undefined
  readonly scopes: readonly string[]
  /** Makes it a publishable key. */
  readonly origins?: readonly string[] | null | undefined
  readonly plan?: Plan | null | undefined
}

/** Working keys that a partner has at most in an environment. */
export const maxWorkingKeys = 50
declareBound({
  name: 'working-keys',
  what: 'API keys that work',
  per: 'partner and environment',
  default: `${maxWorkingKeys}`,
  response: '422 `API_KEY_LIMIT_REACHED`',
  errorCode: 'API_KEY_LIMIT_REACHED',
})
const maxLabel = 100
const maxName = 200

export const managesAll = ({ identity }: Pick<KeyManager, 'identity'>): boolean =>
  identity.scopes.includes('platform:manage')

/**
 * Issues a key. A partner's own shares the limits of the key that issues it, so that more keys buy no requests, and may
 * do no more than that one.
 */
export async function createKey(request: NewKeyRequest, manager: KeyManager): Promise<Issued> {
  const { caller, repository } = manager
  const { environment, key } = caller
  const label = visibleText(request.label) ?? undefined
  if (label !== undefined) requireText('label', label, maxLabel)
  const partner = await partnerFor(request.partnerId, manager)
  const origins = request.origins ? readOrigins(request.origins, environment) : []
  const scopes = scopesOfNew(request, manager)
  requireScopes(scopes, manager)
  if (origins.length > 0 && !isPublishable(scopes))
    throw validationError({ scopes: [{ code: 'NOT_ONE_OF', values: publishableScopes.join(', ') }] })
  const isOwn = partner.id === key.partnerId
  if (request.plan && !managesAll(manager)) throw validationError({ plan: [{ code: 'NOT_ONE_OF', values: key.plan }] })
  const sharesLimits = isOwn && !managesAll(manager)
  const options = {
    partner,
    label,
    scopes,
    origins,
    plan: request.plan ?? key.plan,
    ownLimits: sharesLimits ? key.ownLimits : {},
    maxWorking: maxWorkingKeys,
    ...(sharesLimits ? { familyId: key.familyId } : {}),
  }
  return issueKey(repository, environment, options, authorOf(manager))
}

/** Revokes a key of the caller's partner, or of any. Error: API_KEY_NOT_FOUND. */
export async function revokeKey(id: string, manager: KeyManager): Promise<StoredKey> {
  const { caller, repository } = manager
  const { id: keyId } = await manageableKey(id, manager)
  await administer(administratorOf(repository, caller.environment, authorOf(manager)), async (client) => {
    const before = await lockKey(client, keyId)
    if (!before) throw apiError('API_KEY_NOT_FOUND', { keyId })
    return keyChange(before, before.revokedAt ? before : await revoke(client, keyId, repository.clock.now()))
  })
  return repository.requireKey(caller.environment, keyId)
}

/** Revokes a key, or its whole family, as a command on the server; returns how many that has ended. */
export async function revokeAsCommand(
  { pools, clock }: Pick<AccessRepository, 'pools' | 'clock'>,
  environment: Environment,
  which: { readonly id: string } | { readonly familyId: string },
): Promise<number> {
  let revoked = 0
  for (;;) {
    const ended = await inTransaction(pools[environment], async (client) => {
      const keys = 'id' in which ? [await lockKey(client, which.id)] : await lockFamily(client, which.familyId)
      const working = keys.flatMap((key) => (key && !key.revokedAt ? [key] : []))
      for (const key of working)
        await recordChanges(client, [keyChange(key, await revoke(client, key.id, clock.now()))])
      return working.length
    })
    revoked += ended
    // A member of the family may have been refreshed while this waited for it: its successor is seen by the next.
    if (ended === 0 || 'id' in which) return revoked
  }
}

/** A key that the caller may manage. Error: API_KEY_NOT_FOUND, also for one of another partner. */
export async function manageableKey(id: string, manager: KeyManager): Promise<StoredKey> {
  const { caller, repository } = manager
  const key = isUuid(id) ? await repository.findKey(caller.environment, id) : null
  if (!key || (key.partnerId !== caller.key.partnerId && !managesAll(manager)))
    throw apiError('API_KEY_NOT_FOUND', { keyId: id })
  return key
}

export interface PartnerPlan {
  readonly partnerId: string
  readonly plan: Plan
  readonly limits?: Partial<Record<keyof PlanLimits, number | null | undefined>> | null | undefined
}

const maxLimit = 1_000_000_000
const limitNames = { perHour: 'hour', perMinute: 'minute', burst: 'burst' } as const

/** Sets the plan of all keys of a partner, and limits of their own in its place. */
export async function setPartnerPlan(
  { partnerId, plan, limits }: PartnerPlan,
  manager: KeyManager,
): Promise<StoredKey[]> {
  const {
    caller: { environment },
    repository,
  } = manager
  const [partner] = isUuid(partnerId) ? await repository.findPartners(environment, { id: partnerId }) : []
  if (!partner) throw apiError('PARTNER_NOT_FOUND', { partnerId })
  const own: Record<string, OwnLimit> = {}
  for (const [name, limitName] of Object.entries(limitNames)) {
    const limit = limits?.[name as keyof typeof limitNames]
    if (limit == null) continue
    if (limit < 1 || limit > maxLimit)
      throw validationError({ [`limits.${name}`]: [{ code: 'OUT_OF_RANGE', min: 1, max: maxLimit }] })
    own[limitName] = { limit, seconds: planWindows[limitName] }
  }
  await administer(administratorOf(repository, environment, authorOf(manager)), async (client) => {
    // No key is added meanwhile that would escape the plan.
    await lockPartner(client, partner.id)
    const changed = await setPlan(client, partner.id, { plan, limits: own, replaced: Object.values(limitNames) })
    const records = changed.map(({ before, after }) => keyChange(before, after))
    await recordChanges(client, records, { author: changeAuthorOf(authorOf(manager)) })
    return planChange(partner.id, changed)
  })
  return repository.listWorking(environment, partner.id)
}

/** Adds a partner. Error: ERROR_VALIDACION for a name that is empty, too long or in use. */
export async function createPartner(name: string, manager: KeyManager): Promise<{ id: string; name: string }> {
  const trimmed = visibleText(name)
  if (trimmed === null) throw validationError({ name: [{ code: 'EMPTY' }] })
  requireText('name', trimmed, maxName)
  const { environment } = manager.caller
  const id = await administer(administratorOf(manager.repository, environment, authorOf(manager)), async (client) => {
    if (await isNameTaken(client, trimmed)) throw validationError({ name: [{ code: 'TAKEN' }] })
    const partner = { id: randomUUID(), name: trimmed }
    await insertPartner(client, partner)
    return partnerCreated(partner)
  })
  return { id, name: trimmed }
}

async function partnerFor(
  partnerId: string | null | undefined,
  manager: KeyManager,
): Promise<{ id: string; name: string }> {
  const { caller, repository } = manager
  const own = caller.key.partner
  if (partnerId == null || partnerId === own.id) return own
  const [found] =
    managesAll(manager) && isUuid(partnerId) ? await repository.findPartners(caller.environment, { id: partnerId }) : []
  if (!found) throw apiError('PARTNER_NOT_FOUND', { partnerId })
  return found
}

/** The scopes of a key to issue; a publishable one has by default all that it can. */
function scopesOfNew({ scopes, origins }: NewKeyRequest, manager: KeyManager): string[] {
  if (scopes.length > 0 || !origins) return [...new Set(scopes)]
  return publishableScopes.filter((scope) => managesAll(manager) || manager.caller.key.scopes.includes(scope))
}

function requireScopes(scopes: readonly string[], manager: KeyManager): void {
  if (scopes.length === 0) throw validationError({ scopes: [{ code: 'EMPTY' }] })
  const unknown = scopes.filter((scope) => !partnerScopes.some((known) => known === scope))
  if (unknown.length > 0) throw validationError({ scopes: [{ code: 'NOT_ONE_OF', values: partnerScopes.join(', ') }] })
  const granted = manager.caller.key.scopes
  const beyond = managesAll(manager) ? [] : scopes.filter((scope) => !granted.includes(scope))
  if (beyond.length > 0) throw apiError('INSUFFICIENT_PERMISSIONS', { requiredScopes: beyond, grantedScopes: granted })
}

function requireText(name: string, text: string, max: number): void {
  if (text.length > max) throw validationError({ [name]: [{ code: 'TOO_LONG', max }] })
  if (unstorable.test(text)) throw validationError({ [name]: [{ code: 'NOT_STORABLE' }] })
}
