import type { LocalizedText } from '../../../platform/values/i18n.ts'

/** A picture of a cenote or a tour, as stored. */
export interface ImageRow {
  readonly id: string
  readonly url: string
  readonly alt: LocalizedText
  readonly type: 'main' | 'gallery'
  /** From 1. */
  readonly order: number
}
