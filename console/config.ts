import { publicHttpSettings } from '../platform/http/settings.ts'
import { commonSettings } from '../platform/process/config.ts'
import { Port } from '../platform/process/setting-types.ts'

/** Settings of the console when it runs in its own process. */
export const consoleSettings = {
  ...commonSettings,
  ...publicHttpSettings,
  PORT: Port(4020),
}
