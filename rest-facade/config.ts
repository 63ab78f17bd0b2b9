import { Type } from 'typebox'
import { commonSettings } from '../platform/process/config.ts'
import { publicHttpSettings } from '../platform/http/settings.ts'
import { HttpAddress, Port } from '../platform/process/setting-types.ts'
import { pictureSettings } from './picture/index.ts'

export { pictureSettings }

/** Settings of the REST facade when it runs in its own process. */
export const restFacadeSettings = {
  ...commonSettings,
  ...publicHttpSettings,
  ...pictureSettings,
  /** Folder of the pictures, where they are not in an S3-compatible store. */
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
  PORT: Port(4010),
  /** Base URL of the gateway. */
  GATEWAY_URL: HttpAddress({ default: 'http://127.0.0.1:4000' }),
  /** Base URL that callers use; the listening address when absent. */
  PUBLIC_URL: Type.Optional(HttpAddress()),
  /** The gateway's secret, so that it accepts the callers that the facade forwards. */
  SIGNING_SECRET: Type.String({ minLength: 32 }),
}
