import type { AddressTime } from '../../platform/http/connection-bounds.ts'
import type { Callers } from '../auth/callers.ts'

/** The processor time that callers without a key have, for the server that knows their addresses only. */
export const timeOfAddresses = ({ meter }: Pick<Callers, 'meter'>): AddressTime => ({
  spend: (address, milliseconds) => meter(undefined, address).spend(milliseconds),
  hasLeft: (address) => meter(undefined, address).hasTimeLeft,
})
