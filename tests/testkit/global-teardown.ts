import { rm } from 'node:fs/promises'
import './global-setup.ts'

export default async function teardown(): Promise<void> {
  const server = globalThis.testServer
  await server?.postgres?.stop()
  if (server) await rm(server.folder, { recursive: true, force: true })
}
