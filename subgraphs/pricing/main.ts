import { runSubgraph } from '../../platform/server/run-subgraph.ts'
import { createPricingSubgraph } from './server.ts'

await runSubgraph('pricing', 4003, {}, (_settings, common) => createPricingSubgraph(common))
