import { rm } from 'node:fs/promises'

export default async function teardown() {
  // Set where test files ran in this process (shared-product.js, shared-browser.js).
  await globalThis.closeSharedProduct?.()
  await globalThis.closeSharedBrowser?.()
  const server = globalThis.testServer
  await server?.postgres?.stop()
  if (server) await rm(server.folder, { recursive: true, force: true })
}
