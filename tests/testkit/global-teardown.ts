import { rm } from 'node:fs/promises'
import './global-setup.ts'

declare global {
  /** Set where test files ran in this process and one shared a product (shared-product.js). */
  var closeSharedProduct: (() => Promise<void>) | undefined
  /** The same of a browser (shared-browser.js). */
  var closeSharedBrowser: (() => Promise<void> | undefined) | undefined
}

export default async function teardown(): Promise<void> {
  await globalThis.closeSharedProduct?.()
  await globalThis.closeSharedBrowser?.()
  const server = globalThis.testServer
  await server?.postgres?.stop()
  if (server) await rm(server.folder, { recursive: true, force: true })
}
