import { createHash, randomUUID } from 'node:crypto'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID that PostgreSQL will take; any other text names nothing. */
export const isUuid = (text: string): boolean => uuid.test(text)

type Ids = Readonly<Record<string, string | null | undefined>>

/** The field errors of ids that do not have the form of a UUID; none for those that are absent. */
export const uuidErrors = (ids: Ids): Record<string, { readonly code: 'NOT_A_UUID' }[]> =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => (id == null || isUuid(id) ? [] : [[name, [{ code: 'NOT_A_UUID' }]]])),
  )

/**
 * A UUID of version 7 (RFC 9562): its first 48 bits are the milliseconds of an instant, 74 others are random. Ids of one
 * time are side by side in an index.
 */
export function timedUuid(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** A UUID of version 5 (RFC 9562): always the same for a name within a namespace, which is a UUID itself. */
export function namedUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
