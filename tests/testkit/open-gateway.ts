import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnProcess, untilReady, type RunningProcess } from './process.ts'
import type { Json } from './responses.ts'

/** `npm run start:open` as a process of its own. */
export interface OpenGatewayProcess {
  readonly url: string
  readonly process: RunningProcess
  /** Replaces the supergraph's file. */
  replace(sdl: string): Promise<void>
  query(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<OpenResponse>
  close(): Promise<void>
}

export interface OpenResponse {
  readonly status: number
  readonly body: Json
}

export async function startOpenGateway(
  sdl: string,
  { args = [], environment = {} }: { args?: readonly string[]; environment?: Record<string, string> } = {},
): Promise<OpenGatewayProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'open-gateway-'))
  const file = path.join(folder, 'supergraph.graphql')
  const replace = async (text: string): Promise<void> => {
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
  await replace(sdl)
  const started = spawnProcess('packages/open-gateway/main.js', environment, [
    '--supergraph',
    file,
    '--port',
    '0',
    ...args,
  ])
  const running = await untilReady(started, 'open gateway').catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const url = running.url()
  return {
    url,
    process: running,
    replace,
    async query(query, variables = {}, headers = {}) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      })
      return { status: response.status, body: await response.json() }
    },
    async close() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
