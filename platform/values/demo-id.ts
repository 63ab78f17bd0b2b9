import { createHash } from 'node:crypto'

/** A UUID derived from a name, so that the demo data of separate services agree on ids. */
export function demoId(kind: string, slug: string): string {
  const hex = createHash('sha256').update(`demo/${kind}/${slug}`).digest('hex')
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
