import { readFile } from 'node:fs/promises'
import type { Language } from '../../../../platform/values/i18n.ts'
import type { PictureFormat } from './qr.ts'

/** Why a ticket is no longer valid. */
export type VoidReason = 'cancelled' | 'refunded' | 'no_show'

/** The picture shown instead of a QR code that is no longer valid, with the reason as text. */
export const readVoidPicture = (reason: VoidReason, format: PictureFormat, language: Language): Promise<Buffer> =>
  readFile(new URL(`void-pictures/${reason}.${language}.${format}`, import.meta.url))
