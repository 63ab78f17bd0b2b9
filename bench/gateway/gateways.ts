import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort } from '../../platform/process/free-port.ts'
import { startChild } from '../child.ts'
import { environment } from '../installation.ts'
import { atEnd } from '../leftovers.ts'

export interface Gateway {
  readonly name: string
  readonly url: string
  readonly pid: number
  readonly headers: readonly Readonly<Record<string, string>>[]
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Beside the databases of this folder, where build, lint and tests do not reach. */
const installed = path.join(root, '.data/bench-peers')
const sources = path.join(root, 'bench/peers')

/** Installs the other gateways from their lock file, once; needs the network then. */
export function installPeers(): void {
  mkdirSync(installed, { recursive: true })
  const lock = 'package-lock.json'
  const stamp = path.join(installed, 'node_modules', lock)
  const wanted = readFileSync(path.join(sources, lock), 'utf8')
  const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  cpSync(sources, installed, { recursive: true })
  if (isInstalled) return
  process.stderr.write('installing the other gateways\n')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: installed, stdio: ['ignore', 'ignore', 'inherit'] })
  cpSync(path.join(sources, lock), stamp)
}

const production = { ...environment, NODE_ENV: 'production' }

async function start(
  name: string,
  module: string,
  args: (port: number) => readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Gateway> {
  const port = await freePort()
  const own = { ...production, LOG_LEVEL: 'error', ...env }
  const { pid } = await startChild(module, args(port), own, /Ready at|Listening on|listening on/i, atEnd)
  return { name, url: `http://127.0.0.1:${port}/graphql`, pid, headers: [{}] }
}

/** This gateway, for any graph. */
export const startThisGateway = (supergraph: string, env?: NodeJS.ProcessEnv): Promise<Gateway> =>
  start(
    'this gateway',
    '../packages/open-gateway/main.js',
    (port) => ['--supergraph', supergraph, '--port', String(port)],
    env,
  )

/** The other gateways, each as its documentation starts it. */
export async function startPeers(supergraph: string): Promise<Gateway[]> {
  const file = (name: string): string => pathToFileURL(path.join(installed, name)).href
  const hive = (name: string, config: string): Promise<Gateway> =>
    start(
      name,
      file('node_modules/@graphql-hive/gateway/dist/bin.js'),
      (port) => [
        ...['supergraph', supergraph, '--host', '127.0.0.1', '--port', String(port), '--fork', '1'],
        ...['--config-path', path.join(installed, config)],
      ],
      { LOG_LEVEL: 'info' },
    )
  const apollo = await start('apollo', file('apollo.mjs'), (port) => [supergraph, String(port)])
  return [
    { ...apollo, url: apollo.url.replace(/graphql$/, '') },
    await hive('hive', 'hive.config.mjs'),
    await hive('hive with router-runtime', 'hive-router-runtime.config.mjs'),
  ]
}
