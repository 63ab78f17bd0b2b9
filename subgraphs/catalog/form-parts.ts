import type { Static } from 'typebox'
import type { LocalizedText } from '../../platform/values/i18n.ts'
import type { ImageForm, MeetingPointForm } from './generated/forms.ts'

/** Parts that the forms of cenotes and tours share. */

export type ImageFormValue = Static<typeof ImageForm>
export type MeetingPointFormValue = Static<typeof MeetingPointForm>

/** A picture of a cenote or a tour, as stored. */
export interface ImageRow {
  readonly id: string
  readonly url: string
  readonly alt: LocalizedText
  readonly type: 'main' | 'gallery'
  /** From 1. */
  readonly order: number
}

/** Pictures as stored; normalized ones have an id. */
const storedImages = (images: readonly ImageFormValue[] = []): ImageRow[] =>
  images.map(({ id = '', url, alt }, index) => ({
    id,
    url,
    alt,
    type: index === 0 ? 'main' : 'gallery',
    order: index + 1,
  }))

/** The column of pictures. */
export const imageColumn = {
  member: 'images',
  toColumn: storedImages,
  toMember: `(SELECT coalesce(jsonb_agg(image - 'type' - 'order' ORDER BY (image->>'order')::integer), '[]') FROM jsonb_array_elements(images) AS image)`,
} as const
