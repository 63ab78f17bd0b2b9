import { Type, type Static } from 'typebox'
import { publicHttpSettings } from '../../platform/http/settings.ts'
import { readArguments } from '../../platform/process/command-line.ts'
import { commonSettings, ConfigError, readConfig } from '../../platform/process/config.ts'
import { Port } from '../../platform/process/setting-types.ts'
import { gatewaySettings } from '../../gateway/config.ts'
import type { DocumentLimits } from '../../gateway/execution/index.ts'

const usage = `npm run start:open -- --supergraph FILE [options]
  --supergraph FILE        the composed supergraph; read again whenever it changes
  --port N                 the TCP port (4000); 0 lets the system choose
  --host ADDRESS           the address to listen on (127.0.0.1)
  --subgraph NAME=URL      the address of a subgraph, instead of the one in the supergraph; as often as needed
`

const { REDIS_URL: _shared, ...processSettings } = commonSettings

/** Settings of a gateway without keys and database (packages/open-gateway/README.md). */
const openSettings = {
  ...processSettings,
  ...publicHttpSettings,
  PORT: Port(4000),
  SUPERGRAPH_FILE: Type.String({ minLength: 1 }),
  /** Addresses of subgraphs that replace those of the supergraph: `name=url`, separated by commas. */
  SUBGRAPH_URLS: Type.Optional(Type.String()),
  GRAPHQL_EXECUTOR: gatewaySettings.GRAPHQL_EXECUTOR,
  /** Maximum size of a document. */
  MAX_DOCUMENT_TOKENS: Type.Integer({ minimum: 1, default: 15_000 }),
  MAX_DOCUMENT_DEPTH: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
  MAX_DOCUMENT_FIELDS: Type.Integer({ minimum: 1, default: 10_000 }),
}

export interface OpenSettings extends Static<ReturnType<typeof Type.Object<typeof openSettings>>> {
  readonly addresses: ReadonlyMap<string, string>
}

/** Reads the arguments, which go before the environment. Throws ConfigError naming every problem. */
export function readOpenSettings(env: NodeJS.ProcessEnv = process.env): OpenSettings {
  const { values } = readArguments(
    {
      options: {
        supergraph: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        subgraph: { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    },
    usage,
  )
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const { supergraph, port, host, subgraph } = values
  const settings = readConfig(openSettings, {
    ...env,
    ...(supergraph === undefined ? {} : { SUPERGRAPH_FILE: supergraph }),
    ...(port === undefined ? {} : { PORT: port }),
    ...(host === undefined ? {} : { HOST: host }),
  })
  return { ...settings, addresses: addressesIn(subgraph ?? settings.SUBGRAPH_URLS?.split(',') ?? []) }
}

function addressesIn(texts: readonly string[]): Map<string, string> {
  const pairs = texts.map((text) => /^\s*([^=\s]+)=(\S+)\s*$/.exec(text))
  if (pairs.includes(null)) throw new ConfigError(['--subgraph must be NAME=URL'])
  return new Map(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** The size of documents that a caller may send; nothing else about them is limited. */
export const documentLimitsIn = (settings: OpenSettings): DocumentLimits => ({
  tokens: settings.MAX_DOCUMENT_TOKENS,
  depth: settings.MAX_DOCUMENT_DEPTH,
  introspectionDepth: settings.MAX_DOCUMENT_DEPTH,
  fields: settings.MAX_DOCUMENT_FIELDS,
  aliases: settings.MAX_DOCUMENT_FIELDS,
  rootFields: settings.MAX_DOCUMENT_FIELDS,
  directives: settings.MAX_DOCUMENT_FIELDS,
})
