/**
 * Settings with which bench/main.ts and bench/reservations.ts start the peer: PostgreSQL, the public URL of
 * the product, a partner's id.
 */
export const [serverUrl = '', publicUrl = '', partnerId = ''] = process.argv.slice(2)
