import type { Assets } from '../platform/http/assets.ts'
import type { Logger } from '../platform/process/logger.ts'
import type { Gateway } from './gateway.ts'

export interface SiteOptions {
  readonly gateway: Gateway
  /** Base address that callers use, without a slash at the end. */
  readonly publicUrl: string
  /** A key of the demo data, which every reader may use; absent where there is none. */
  readonly demoKey: string | undefined
  readonly logger: Logger
}

/** The services of a page. */
export interface SiteContext {
  readonly options: SiteOptions
  readonly assets: Assets
}
