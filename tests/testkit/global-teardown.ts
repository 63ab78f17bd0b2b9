import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import './global-setup.ts'

declare global {
  /** Set where test files ran in this process and one shared a browser (shared-browser.js). */
  var closeSharedBrowser: (() => Promise<void> | undefined) | undefined
}

export default async function teardown(): Promise<void> {
  await globalThis.closeSharedBrowser?.()
  const server = globalThis.testServer
  if (server) await endSharedProducts(server.folder)
  await server?.postgres?.stop()
  if (server) await rm(server.folder, { recursive: true, force: true })
}

/** Ends the products that test files shared (shared-product.js). */
async function endSharedProducts(folder: string): Promise<void> {
  for (const file of await readdir(folder))
    if (/^shared-product-\d+\.json$/.test(file)) {
      const { pid } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as { pid: number }
      process.kill(pid, 'SIGKILL')
    }
}
