import { Type } from 'typebox'
import { proxyTrust, proxyTrustPattern, type ProxyTrust } from './client-address.ts'
import type { HttpServerOptions } from './http-server.ts'
import { originsPattern, readOrigins, type Origins } from './origins.ts'

/** Settings of the processes that the internet reaches. */
export const publicHttpSettings = {
  /** Origins whose pages may call us from browsers, separated by commas; `*` for any, none when absent. */
  CORS_ORIGINS: Type.Optional(Type.String({ pattern: originsPattern })),
  /**
   * Whose X-Forwarded-For is believed: `false`, `true` (one proxy in front), how many proxies stand in a row, or their
   * addresses and networks separated by commas.
   */
  TRUST_PROXY: Type.String({ pattern: proxyTrustPattern, default: 'false' }),
}

interface Settings {
  readonly HEADERS_TIMEOUT_SECONDS: number
  readonly REQUEST_TIMEOUT_SECONDS: number
  readonly CORS_ORIGINS?: string
  readonly TRUST_PROXY: string
}

/** What a public server takes from the settings. */
export function publicHttpOptions(
  settings: Settings,
  publicUrl: string | undefined,
): HttpServerOptions & { origins: Origins; trustProxy: ProxyTrust } {
  return {
    headersTimeoutSeconds: settings.HEADERS_TIMEOUT_SECONDS,
    requestTimeoutSeconds: settings.REQUEST_TIMEOUT_SECONDS,
    trustProxy: proxyTrust(settings.TRUST_PROXY),
    origins: readOrigins(settings.CORS_ORIGINS, publicUrl),
    ...(publicUrl === undefined ? {} : { publicUrl }),
  }
}
