import { runSubgraph } from '../../platform/server/run-subgraph.ts'
import { HttpAddress } from '../../platform/process/setting-types.ts'
import { createCatalogSubgraph } from './server.ts'

/** Address that clients use, where the pictures of the product itself are; by default that of the REST facade. */
const settings = { PUBLIC_URL: HttpAddress({ default: 'http://127.0.0.1:4010' }) }

await runSubgraph('catalog', 4001, settings, ({ PUBLIC_URL }, common) =>
  createCatalogSubgraph({ ...common, publicUrl: PUBLIC_URL.replace(/\/$/, '') }),
)
