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

/** The memory that data of a response takes, about; parts that others have too count in full. */
export function dataBytes(value: unknown): number {
  let bytes = 0
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string') bytes += textBytes(next)
    if (typeof next !== 'object' || next === null) continue
    bytes += containerBytes
    const members = Array.isArray(next) ? (next as unknown[]) : Object.values(next)
    bytes += members.length * memberBytes
    for (const member of members) pending.push(member)
  }
  return bytes
}

/** The memory of what finds an entry: its key and its tags. */
export const indexBytes = (key: string, tags: readonly string[]): number => textBytes(key) + tags.length * tagBytes
