import { settingsResolvers } from './resolvers.ts'

/** The settings that hold for all reservations of a partner. */
export const partnerSettings = { resolvers: settingsResolvers }

export type { SettingsContext } from './context.ts'
export { SettingsReader } from './reader.ts'
export { readReturnAddress } from './return-address.ts'
export type { GuestMay, PartnerSettings, TicketKind } from './settings.ts'
