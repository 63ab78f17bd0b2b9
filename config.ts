import { Type } from 'typebox'
import { gatewaySettings } from './gateway/config.ts'
import { databaseSettings } from './platform/postgres/database-settings.ts'
import { checkForProduction, commonSettings, readConfig } from './platform/process/config.ts'
import { publicHttpSettings } from './platform/http/settings.ts'
import { HttpAddress, Port, PostgresAddress } from './platform/process/setting-types.ts'
import { bookingSettings, privateReachOf } from './subgraphs/booking/config.ts'

/** Settings of the whole product in one process, each validated; all invalid settings are reported at once. */
export function readProductSettings(env?: NodeJS.ProcessEnv) {
  const settings = readConfig(
    {
      ...commonSettings,
      ...publicHttpSettings,
      ...gatewaySettings,
      ...bookingSettings,
      ...databaseSettings,
      PORT: Port(4000),
      /** Folder for the embedded database, its secret and e-mails without a mail server. */
      DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
      /** PostgreSQL server to use instead of the embedded one. */
      DATABASE_URL: Type.Optional(PostgresAddress()),
      /** Whether empty databases are filled with demo data; by default only embedded ones are. */
      DEMO_DATA: Type.Optional(Type.Boolean()),
      /**
       * Signs identities, cursors and addresses; at least 32 characters. Generated and stored in DATA_DIR when absent.
       */
      SIGNING_SECRET: Type.Optional(Type.String({ minLength: 32 })),
      /** While secrets change: the other one that is accepted. */
      SIGNING_SECRET_PREVIOUS: Type.Optional(Type.String({ minLength: 32 })),
      /** Address that partners and guests use; the one listened on when absent. */
      PUBLIC_URL: Type.Optional(HttpAddress()),
    },
    env,
  )
  checkForProduction(settings)
  const demoByDefault = settings.DATABASE_URL === undefined && settings.NODE_ENV !== 'production'
  return {
    ...settings,
    DEMO_DATA: settings.DEMO_DATA ?? demoByDefault,
    WEBHOOK_PRIVATE_ADDRESSES: privateReachOf(settings.WEBHOOK_PRIVATE_ADDRESSES, settings.NODE_ENV === 'production'),
  }
}

export type ProductSettings = ReturnType<typeof readProductSettings>
