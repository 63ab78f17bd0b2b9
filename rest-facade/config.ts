import { Type, type Static, type TObject } from 'typebox'
import { commonSettings } from '../platform/process/config.ts'
import { publicHttpSettings } from '../platform/http/settings.ts'
import { HttpAddress, Port, Text } from '../platform/process/setting-types.ts'
import { emailPattern } from '../platform/values/text.ts'
import { pictureSettings } from '../platform/pictures/store.ts'
import type { Supplier } from './octo/index.ts'

const emailAddress = new RegExp(`^${emailPattern}$`)
const isEmailAddress = (text: string): boolean => emailAddress.test(text) && text.length <= 254

/** The supplier that resellers over OCTO see. */
export const supplierSettings = {
  SUPPLIER_ID: Type.String({ minLength: 1, default: 'cenotes' }),
  SUPPLIER_NAME: Type.String({ minLength: 1, default: 'Cenote Partner Platform' }),
  SUPPLIER_EMAIL: Type.Optional(Text('an e-mail address', isEmailAddress)),
  SUPPLIER_PHONE: Type.Optional(Type.String({ minLength: 1 })),
  SUPPLIER_WEBSITE: Type.Optional(HttpAddress()),
  /** Postal address, in one line. */
  SUPPLIER_ADDRESS: Type.Optional(Type.String({ minLength: 1 })),
}

export const supplierIn = (settings: Static<TObject<typeof supplierSettings>>): Supplier => ({
  id: settings.SUPPLIER_ID,
  name: settings.SUPPLIER_NAME,
  email: settings.SUPPLIER_EMAIL,
  telephone: settings.SUPPLIER_PHONE,
  website: settings.SUPPLIER_WEBSITE,
  address: settings.SUPPLIER_ADDRESS,
})

/** Settings of the REST facade when it runs in its own process. */
export const restFacadeSettings = {
  ...commonSettings,
  ...publicHttpSettings,
  ...pictureSettings,
  ...supplierSettings,
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
