import type { Assets } from '../platform/http/assets.ts'
import type { Logger } from '../platform/process/logger.ts'
import type { Gateway } from './gateway.ts'

export interface SiteOptions {
  readonly gateway: Gateway
  /** Base URL that callers use, without a trailing slash. */
  readonly publicUrl: string
  /** A public key of the demo data; absent without demo data. */
  readonly demoKey: string | undefined
  readonly logger: Logger
}

/** The services of a page. */
export interface SiteContext {
  readonly options: SiteOptions
  readonly assets: Assets
}
