import type { AddressTime } from '../../platform/http/connection-bounds.ts'
import type { CallerMeter } from './caller-meter.ts'

interface Meters {
  /** The meter of a caller without a key, by its address. */
  meter(identity: undefined, address: string): CallerMeter
}

/** The processor time that callers without a key have, for the server that knows their addresses only. */
export const timeOfAddresses = ({ meter }: Meters): AddressTime => ({
  spend: (address, milliseconds) => meter(undefined, address).spend(milliseconds),
  hasLeft: (address) => meter(undefined, address).hasTimeLeft,
})
