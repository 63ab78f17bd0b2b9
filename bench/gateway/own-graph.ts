import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../platform/process/free-port.ts'
import { withoutSecurityRequirement } from '../../gateway/supergraph/supergraph.ts'
import { ownSupergraph } from '../../gateway/graph.ts'
import { startChild } from '../child.ts'
import { apiKey, environment, startInstallation } from '../installation.ts'
import { atEnd } from '../leftovers.ts'
import type { Gateway } from './gateways.ts'

/** Keys of the demo whose limits are not reached, used in turn. */
const keys = [apiKey, 'sk_test_rival_enterprise']
const subgraphs = ['catalog', 'pricing', 'booking'] as const

export interface OwnGraph {
  readonly gateway: Gateway
  /** The supergraph with the addresses of these processes, as other gateways read it. */
  readonly supergraph: string
  readonly cenotes: number
  readonly dayFromNow: (days: number) => string
}

/** The product's subgraphs and gateway, each in its own process. */
export async function startOwnGraph(folder: string): Promise<OwnGraph> {
  const shared = { SIGNING_SECRET: 'a secret of the benchmark, the same in every process' }
  // Creates and fills the databases; idle afterwards.
  const { serverUrl } = await startInstallation(undefined, shared)
  const ports = new Map(await Promise.all(subgraphs.map(async (name) => [name, await freePort()] as const)))
  const address = (name: string): string => `http://127.0.0.1:${ports.get(name as 'catalog')}/graphql`
  const common = {
    ...environment,
    ...shared,
    DATABASE_URL: serverUrl,
    DATA_DIR: folder,
    DEMO_DATA: 'true',
    DEMO_RESERVATIONS: '0',
    LOG_LEVEL: 'error',
    // The other gateways cache nothing.
    CACHE_MB: '0',
    CATALOG_URL: address('catalog'),
    PRICING_URL: address('pricing'),
    BOOKING_URL: address('booking'),
    GATEWAY_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: 'http://127.0.0.1:9',
  }
  const start = (module: string, args: readonly string[], port: number) =>
    startChild(module, args, { ...common, PORT: String(port) }, /Ready at (http:\S+)/, atEnd)
  for (const name of subgraphs) await start('./gateway/own-subgraph.js', [name], ports.get(name) ?? 0)
  const { ready, pid } = await start('../gateway/main.js', [], await freePort())
  const url = ready[1] ?? ''
  const headers = keys.map((key) => ({ 'x-api-key': key }))

  const supergraph = path.join(folder, 'own.graphql')
  const sdl = withoutSecurityRequirement(await readFile(ownSupergraph, 'utf8'))
  await writeFile(
    supergraph,
    sdl.replace(/@join__graph\(name: "(\w+)", url: "[^"]*"\)/g, (_text, name: string) => {
      return `@join__graph(name: "${name}", url: "${address(name)}")`
    }),
  )
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers[0] },
    body: '{"query":"{ cenotes { totalCount } }"}',
  })
  const { data } = (await response.json()) as { data: { cenotes: { totalCount: number } } }
  return {
    gateway: { name: 'this gateway', url, pid, headers },
    supergraph,
    cenotes: data.cenotes.totalCount,
    dayFromNow: (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  }
}
