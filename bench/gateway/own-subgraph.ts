// One of our subgraphs in its own process, for gateways that sign no identity: a request without one counts as one of a
// fixed partner. Only this module does that, and only the benchmark starts it.
import { IdentitySigner, type Identity } from '../../platform/trust/identity.ts'

const partner: Identity = {
  partnerId: '00000000-0000-4000-8000-000000000000',
  environment: 'sandbox',
  plan: 'enterprise',
  scopes: ['catalog:read', 'availability:read', 'pricing:read'],
  locale: 'en',
  requestId: 'bench',
}

const verify = IdentitySigner.prototype.verify
IdentitySigner.prototype.verify = function (token, audience, operation) {
  return token === undefined ? Promise.resolve(partner) : verify.call(this, token, audience, operation)
}

const mains: Record<string, () => Promise<unknown>> = {
  catalog: () => import('../../subgraphs/catalog/main.ts'),
  pricing: () => import('../../subgraphs/pricing/main.ts'),
  booking: () => import('../../subgraphs/booking/main.ts'),
}
const main = mains[process.argv[2] ?? '']
if (!main) throw new Error('Name one of our subgraphs')
await main()
