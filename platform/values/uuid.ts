import { randomUUID } from 'node:crypto'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID that PostgreSQL will take; any other text names nothing. */
export const isUuid = (text: string): boolean => uuid.test(text)

/**
 * A UUID of version 7 (RFC 9562): its first 48 bits are the milliseconds of an instant, 74 others are random. Ids of one
 * time are side by side in an index.
 */
export function timedUuid(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
