import { rm } from 'node:fs/promises'
import pg from 'pg'

/**
 * @typedef {object} Prepared The settings of a product whose databases exist.
 * @property {Record<string, string>} environment
 * @property {string} prefix
 */

/** @type {{ product: import('../../product.ts').Product, prepared: Prepared } | undefined} */
let shared

/**
 * The one product of this process that test files share: started for the first of them, or again when it does not
 * respond.
 *
 * @param {() => Promise<Prepared>} prepare
 * @returns {Promise<Prepared & { url: string }>}
 */
export async function sharedProduct(prepare) {
  if (shared && !(await isReady(shared.product.url))) await closeSharedProduct()
  if (!shared) {
    const { startOn } = await import('./start-product.js')
    const prepared = await prepare()
    shared = { product: await startOn(prepared), prepared }
  }
  return { url: shared.product.url, ...shared.prepared }
}

export async function closeSharedProduct() {
  if (!shared) return
  const { product, prepared } = shared
  shared = undefined
  await product.close()
  await rm(prepared.environment.DATA_DIR, { recursive: true, force: true })
  await dropDatabases(['access', 'booking', 'catalog', 'pricing'].map((owner) => `${prepared.prefix}${owner}`))
}

const isReady = (url) =>
  globalThis.fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Hundreds of databases would take gigabytes of memory and disk until the end of the run. */
export async function dropDatabases(names) {
  if (names.length === 0) return
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  for (const name of names) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await client.end()
}

// For a run without workers (global-teardown.js).
globalThis.closeSharedProduct = closeSharedProduct

// A worker that is to end stops listening to Jest. A shared product or browser would keep it running; what they leave
// goes with the servers of the run.
process.on('removeListener', (event) => {
  if (process.send && event === 'message' && process.listenerCount('message') === 0) process.exit()
})
