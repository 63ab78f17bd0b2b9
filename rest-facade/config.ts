import { Type } from 'typebox'
import { commonSettings, Port } from '../platform/config.ts'
import { publicHttpSettings } from '../platform/http-settings.ts'

/** Settings of the REST facade as a process of its own. */
export const restFacadeSettings = {
  ...commonSettings,
  ...publicHttpSettings,
  PORT: Port(4010),
  /** Base address of the gateway. */
  GATEWAY_URL: Type.String({ pattern: '^https?://', default: 'http://127.0.0.1:4000' }),
  /** Base address that callers use; the address listened on when absent. */
  PUBLIC_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** The gateway's, so that it believes what the facade says of its callers. */
  SIGNING_SECRET: Type.String({ minLength: 32 }),
}
