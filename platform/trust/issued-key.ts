/** The overview writes production keys with another prefix: under both it is the same key. */
const variant = { of: 'pk_live_', written: 'sk_live_' } as const

/** A key as it was issued, whichever of its prefixes it was sent with. */
export const issuedForm = (key: string): string =>
  key.startsWith(variant.written) ? variant.of + key.slice(variant.written.length) : key
