import { sold } from '../testkit/octo.ts'

/** Resellers that try scenarios of the standard: of a cenote and a tour, with and without capabilities and slashes. */
export const resellers = [
  { name: 'a cenote', of: sold.cenote, capabilities: '', slash: '' },
  { name: 'a tour with prices and texts', of: sold.tour, capabilities: 'content, PRICING', slash: '/' },
] as const

/** The other combinations, for long runs. */
export const moreResellers = [
  { name: 'a tour', of: sold.tour, capabilities: '', slash: '/' },
  { name: 'a cenote with prices and texts', of: sold.cenote, capabilities: 'octo/pricing,octo/content', slash: '' },
] as const
