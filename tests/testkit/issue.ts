import { randomUUID } from 'node:crypto'
import type { Plan } from '../../gateway/rate-limit/pricing-tier.ts'
import { issueKey } from '../../gateway/auth/issue.ts'
import { revokeAsCommand } from '../../gateway/auth/manage-keys.ts'
import { openAccessRepository, type OwnLimits } from '../../gateway/database/repository.ts'
import { isGrantable, partnerScopes, publishableScopes } from '../../gateway/auth/scopes.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { directPartner, operatorPartner } from '../../schema/built-in-partners.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { testServerUrl } from './database.ts'
import type { SharedProduct } from './product.ts'

interface TestKeyOptions {
  readonly environment?: Environment
  readonly plan?: Plan
  readonly scopes?: readonly string[]
  readonly ownLimits?: OwnLimits
  /** Makes it a publishable key. */
  readonly origins?: readonly string[]
  /** When absent Demo Travel, or the built-in partner that alone can have the scopes. */
  readonly partner?: { readonly id: string; readonly name: string }
  /** The database server of the product; that of the test run when omitted. */
  readonly serverUrl?: string
}

/** Issues a key with the given options, as the command line does. */
export async function issueTestKey(
  product: Pick<SharedProduct, 'database'>,
  options: TestKeyOptions = {},
): Promise<{ apiKey: string; id: string }> {
  const { environment = 'sandbox', plan = 'enterprise', ownLimits = {}, origins = [] } = options
  const { serverUrl = testServerUrl() } = options
  const { scopes = origins.length > 0 ? publishableScopes : partnerScopes } = options
  const demo = { id: demoId('partner', 'demo'), name: 'Demo Travel' }
  const partner =
    options.partner ??
    [demo, operatorPartner, directPartner].find(({ id }) => scopes.every((scope) => isGrantable(scope, id))) ??
    demo
  const repository = await openAccessRepository(serverUrl, product.database('access'))
  try {
    const { apiKey, stored } = await issueKey(repository, environment, {
      partner,
      plan,
      scopes,
      ownLimits,
      origins,
      label: 'test',
    })
    return { apiKey, id: stored.id }
  } finally {
    await repository.close()
  }
}

/** Adds a partner with a key like that of Demo Travel, for tests that count or list everything of their partner. */
export async function newPartner(
  product: Pick<SharedProduct, 'database'>,
): Promise<{ id: string; name: string; apiKey: string }> {
  const id = randomUUID()
  const partner = { id, name: `Partner ${id}` }
  const { apiKey } = await issueTestKey(product, { partner })
  return { ...partner, apiKey }
}

/** Revokes a key as the command line does: by writing it, without notifying the processes that know the key. */
export async function revokeTestKey(product: SharedProduct, environment: Environment, id: string): Promise<void> {
  const repository = await openAccessRepository(testServerUrl(), product.database('access'))
  await revokeAsCommand(repository, environment, { id }).finally(() => repository.close())
}
