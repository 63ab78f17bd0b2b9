import { demoId } from '../../platform/values/demo-id.ts'
import { environments, type Environment, type Plan } from '../../platform/trust/identity.ts'
import { parseApiKey } from './api-key.ts'
import type { AccessRepository, OwnLimits } from '../database/repository.ts'
import { directPartner, operatorPartner } from '../../schema/built-in-partners.ts'
import { gateScopes, operatorScopes, partnerScopes } from './scopes.ts'

const partners = {
  demo: { id: demoId('partner', 'demo'), name: 'Demo Travel' },
  rival: { id: demoId('partner', 'rival'), name: 'Rival Tours' },
  operator: operatorPartner,
  direct: directPartner,
} as const
const readScopes = ['catalog:read', 'reservations:read', 'pricing:read']

interface DemoKey {
  readonly key: string
  readonly partner: keyof typeof partners
  readonly plan: Plan
  readonly scopes?: readonly string[]
  readonly revoked?: boolean
  readonly ownLimits?: OwnLimits
}

/** Production Enterprise has the numbers agreed on with the partner; these are generous. */
const liveEnterprise = {
  hour: { limit: 10_000_000, seconds: 3_600 },
  minute: { limit: 1_000_000, seconds: 60 },
  burst: { limit: 20_000, seconds: 1 },
}

const demoKeys: Readonly<Record<Environment, readonly DemoKey[]>> = {
  sandbox: [
    { key: 'sk_test_demo_basic', partner: 'demo', plan: 'basic' },
    { key: 'sk_test_demo_pro', partner: 'demo', plan: 'pro' },
    { key: 'sk_test_demo_enterprise', partner: 'demo', plan: 'enterprise' },
    { key: 'sk_test_demo_readonly', partner: 'demo', plan: 'pro', scopes: readScopes },
    { key: 'sk_test_demo_revoked', partner: 'demo', plan: 'basic', revoked: true },
    { key: 'sk_test_rival_enterprise', partner: 'rival', plan: 'enterprise' },
    { key: 'sk_test_demo_operator', partner: 'operator', plan: 'enterprise', scopes: operatorScopes },
    { key: 'sk_test_demo_gate', partner: 'direct', plan: 'enterprise', scopes: gateScopes },
  ],
  live: [
    { key: 'pk_live_demo_basic', partner: 'demo', plan: 'basic' },
    { key: 'pk_live_demo_pro', partner: 'demo', plan: 'pro' },
    { key: 'pk_live_demo_enterprise', partner: 'demo', plan: 'enterprise', ownLimits: liveEnterprise },
    { key: 'pk_live_rival_enterprise', partner: 'rival', plan: 'enterprise', ownLimits: liveEnterprise },
    { key: 'pk_live_demo_operator', partner: 'operator', plan: 'enterprise', scopes: operatorScopes },
    { key: 'pk_live_demo_gate', partner: 'direct', plan: 'enterprise', scopes: gateScopes },
  ],
}

/** The key that pages offer to readers: of the sandbox, with all that a partner may do. */
export const demoKey = 'sk_test_demo_pro'

const demoKeyIds = new Set(
  environments.flatMap((environment) => demoKeys[environment].map(({ key }) => demoId('api-key', key))),
)

/** Whether a key is neither one of the demo data nor was made from one by refreshing it. */
export const isNoDemoKey = ({ id, familyId }: { id: string; familyId: string }): boolean =>
  !demoKeyIds.has(id) && !demoKeyIds.has(familyId)

/** Adds the demo partners and keys, and gives keys that exist the scopes that demo keys have in this version. */
export async function seedDemoAccess(repository: AccessRepository): Promise<void> {
  for (const environment of environments) {
    await repository.seedKeys(
      environment,
      Object.values(partners),
      demoKeys[environment].map(({ key, partner, plan, scopes, revoked, ownLimits }) => {
        const parts = parseApiKey(key)
        if (!parts) throw new Error(`The demo key ${key} is malformed`)
        return {
          id: demoId('api-key', key),
          familyId: demoId('api-key', key),
          partnerId: partners[partner].id,
          hash: new Uint8Array(parts.hash),
          prefix: parts.prefix,
          lastFour: parts.lastFour,
          plan,
          scopes: [...(scopes ?? partnerScopes)],
          ...(ownLimits ? { ownLimits } : {}),
          ...(revoked ? { revokedAt: new Date() } : {}),
        }
      }),
    )
  }
}
