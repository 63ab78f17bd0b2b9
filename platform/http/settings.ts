import { Type } from 'typebox'
import { isProxyTrust, proxyTrust, type ProxyTrust } from './client-address.ts'
import type { ConnectionBounds } from './connection-bounds.ts'
import type { HttpServerOptions } from './server.ts'
import { areOrigins, readOrigins, type Origins } from './cors.ts'
import { Text } from '../process/setting-types.ts'

/** Settings of the processes that the internet reaches. */
export const publicHttpSettings = {
  /** Origins whose pages may call us from browsers, separated by commas; `*` for any, none when absent. */
  CORS_ORIGINS: Type.Optional(Text('* or origins such as https://example.com, separated by commas', areOrigins)),
  /**
   * Proxies whose X-Forwarded-For is trusted: `false`, `true` (one proxy in front), the number of proxies in a row, or
   * their addresses and networks separated by commas.
   */
  TRUST_PROXY: Text(
    'true, false, how many proxies stand in a row (0 to 9), or their addresses and networks, separated by commas',
    isProxyTrust,
    { default: 'false' },
  ),
  /**
   * Maximum connections of one client address that are not counted for a partner; those of trusted proxies are not
   * limited.
   */
  CONNECTIONS_PER_ADDRESS: Type.Integer({ minimum: 1, default: 800 }),
}

interface Settings {
  readonly HEADERS_TIMEOUT_SECONDS: number
  readonly REQUEST_TIMEOUT_SECONDS: number
  readonly CORS_ORIGINS?: string
  readonly TRUST_PROXY: string
  readonly CONNECTIONS_PER_ADDRESS: number
}

/** The settings of a public server. */
export function publicHttpOptions(
  settings: Settings,
  publicUrl: string | undefined,
): HttpServerOptions & { origins: Origins; trustProxy: ProxyTrust; connections: ConnectionBounds } {
  const trustProxy = proxyTrust(settings.TRUST_PROXY)
  return {
    headersTimeoutSeconds: settings.HEADERS_TIMEOUT_SECONDS,
    requestTimeoutSeconds: settings.REQUEST_TIMEOUT_SECONDS,
    trustProxy,
    connections: { perAddress: settings.CONNECTIONS_PER_ADDRESS, trusts: trustProxy },
    origins: readOrigins(settings.CORS_ORIGINS, publicUrl),
    ...(publicUrl === undefined ? {} : { publicUrl }),
  }
}
