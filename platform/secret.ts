import { hkdfSync } from 'node:crypto'

/** Derives a 256-bit key for one purpose, so that what is signed for one can never pass for another. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
}
