import { runSubgraph } from '../../platform/server/run-subgraph.ts'
import { createCatalogSubgraph } from './server.ts'

await runSubgraph('catalog', 4001, {}, (_settings, common) => createCatalogSubgraph(common))
