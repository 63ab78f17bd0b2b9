import { cutText } from '../../platform/values/text.ts'
/** Approximate bytes of a member of an object besides its value, and of an object or a list besides its members. */
const memberBytes = 16
const containerBytes = 48
/** Approximate bytes that the index of tags takes for each tag of an entry. */
const tagBytes = 120

/** The memory that a text takes, about: V8 stores texts with any character beyond Latin-1 in two bytes each. */
export function textBytes(text: string): number {
  // Reading all of a long text would cost more than the estimate is worth.
  return containerBytes + text.length * (isLatin1(cutText(text, 2_000)) ? 1 : 2)
}

const isLatin1 = (text: string): boolean => !/[^\0-\xff]/.test(text)

/** A list is weighed by so many of its items at most, for those of a long list are alike. */
const maxWeighed = 16

/** The memory that data of a response takes, about; parts that others have too count in full. */
export function dataBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value)
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return containerBytes + value.length * memberBytes + itemsBytes(value)
  let bytes = containerBytes
  for (const name in value) bytes += memberBytes + dataBytes((value as Record<string, unknown>)[name])
  return bytes
}

/** The memory of a list's items, a sample of which is spread over the whole list. */
function itemsBytes(items: readonly unknown[]): number {
  const weighed = Math.min(items.length, maxWeighed)
  if (weighed === 0) return 0
  let bytes = 0
  for (let index = 0; index < weighed; index += 1)
    bytes += dataBytes(items[Math.floor((index * items.length) / weighed)])
  return (bytes / weighed) * items.length
}

/** The memory of what finds an entry: its key and its tags. */
export const indexBytes = (key: string, tags: readonly string[]): number => textBytes(key) + tags.length * tagBytes
