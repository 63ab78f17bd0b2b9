import { createHash } from 'node:crypto'

/**
 * A UUID derived from what something is and its slug: the same in every environment and installation, so that separate
 * services agree on it.
 */
export function derivedId(kind: string, slug: string): string {
  const hex = createHash('sha256').update(`demo/${kind}/${slug}`).digest('hex')
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
