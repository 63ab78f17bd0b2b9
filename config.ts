import { availableParallelism } from 'node:os'
import { Type } from 'typebox'
import { gatewaySettings } from './gateway/config.ts'
import { databaseSettings } from './platform/postgres/database-settings.ts'
import { checkForProduction, commonSettings, readConfig } from './platform/process/config.ts'
import { publicHttpSettings } from './platform/http/settings.ts'
import { HttpAddress, Port, PostgresAddress, Text } from './platform/process/setting-types.ts'
import { pictureSettings } from './platform/pictures/store.ts'
import { supplierSettings } from './rest-facade/config.ts'
import { bookingSettings, privateReachOf } from './subgraphs/booking/config.ts'

const maxWorkers = 64
const isWorkerCount = (text: string): boolean =>
  text === 'auto' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= maxWorkers)

/** Settings of the whole product, each validated; all invalid settings are reported at once. */
export function readProductSettings(env?: NodeJS.ProcessEnv) {
  const settings = readConfig(
    {
      ...commonSettings,
      ...publicHttpSettings,
      ...gatewaySettings,
      ...bookingSettings,
      ...databaseSettings,
      ...pictureSettings,
      ...supplierSettings,
      PORT: Port(4000),
      /** How many processes serve the address; `auto` is one for each core. */
      WORKERS: Text(`auto, or a number of processes from 1 to ${maxWorkers}`, isWorkerCount, { default: '1' }),
      /** How long a worker may show no sign of life before it is killed and replaced. */
      WORKER_HANG_SECONDS: Type.Number({ minimum: 1, maximum: 600, default: 10 }),
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
    WORKERS: settings.WORKERS === 'auto' ? Math.min(availableParallelism(), maxWorkers) : Number(settings.WORKERS),
    DEMO_DATA: settings.DEMO_DATA ?? demoByDefault,
    WEBHOOK_PRIVATE_ADDRESSES: privateReachOf(settings.WEBHOOK_PRIVATE_ADDRESSES, settings.NODE_ENV === 'production'),
  }
}

export type ProductSettings = ReturnType<typeof readProductSettings>
