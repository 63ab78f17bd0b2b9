import { isLong } from '../testkit/long-form.ts'
import { sold } from '../testkit/octo.ts'

/** Together they have a cenote and a tour, with and without capabilities, and addresses that end with a slash. */
const chosen = [
  { name: 'a cenote', of: sold.cenote, capabilities: '', slash: '' },
  { name: 'a tour with prices and texts', of: sold.tour, capabilities: 'content, PRICING', slash: '/' },
] as const
const moreResellers = [
  { name: 'a tour', of: sold.tour, capabilities: '', slash: '/' },
  { name: 'a cenote with prices and texts', of: sold.cenote, capabilities: 'octo/pricing,octo/content', slash: '' },
] as const

/** The resellers that try scenarios of the standard. */
export const resellers = isLong ? [...chosen, ...moreResellers] : chosen
/** The resellers that try those of bookings: in CI one of tours, because other tests book cenotes. */
export const bookingResellers = isLong ? [...chosen, ...moreResellers] : [chosen[1]]
