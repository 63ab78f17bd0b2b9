import { runSubgraph } from '../../platform/process/run-subgraph.ts'
import { createCatalogSubgraph } from './server.ts'

await runSubgraph('catalog', 4001, {}, (_settings, common) => createCatalogSubgraph(common))
