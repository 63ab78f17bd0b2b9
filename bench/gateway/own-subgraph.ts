// A subgraph of the product in its own process, for gateways that sign no identity: a request without one is that of a
// fixed partner. Only the benchmark starts this module.
import { runSubgraph } from '../../platform/server/run-subgraph.ts'
import { IdentitySigner, type Identity } from '../../platform/trust/identity.ts'
import { runBookingSubgraph } from '../../subgraphs/booking/run.ts'
import { createCatalogSubgraph } from '../../subgraphs/catalog/server.ts'
import { createPricingSubgraph } from '../../subgraphs/pricing/server.ts'

const partner: Identity = {
  partnerId: '00000000-0000-4000-8000-000000000000',
  environment: 'sandbox',
  plan: 'enterprise',
  scopes: ['catalog:read', 'availability:read', 'pricing:read'],
  locale: 'en',
  requestId: 'bench',
}

const { verify, verifyToken } = IdentitySigner.prototype
IdentitySigner.prototype.verifyToken = function (token, audience) {
  if (token !== undefined) verifyToken.call(this, token, audience)
}
IdentitySigner.prototype.verify = function (token, audience, operation) {
  return token === undefined ? Promise.resolve(partner) : verify.call(this, token, audience, operation)
}

const runs: Record<string, () => Promise<void>> = {
  catalog: () =>
    runSubgraph('catalog', 4001, {}, (_settings, common) =>
      createCatalogSubgraph({ ...common, publicUrl: 'http://127.0.0.1:4000' }),
    ),
  pricing: () => runSubgraph('pricing', 4003, {}, (_settings, common) => createPricingSubgraph(common)),
  booking: runBookingSubgraph,
}
const run = runs[process.argv[2] ?? '']
if (!run) throw new Error('Name one of our subgraphs')
await run()
