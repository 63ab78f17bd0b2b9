import type { Static } from 'typebox'
import type { LocalizedText } from '../../platform/values/i18n.ts'
import type { FieldErrors } from '../../schema/field-errors.ts'
import type { ImageForm, MeetingPointForm, PricingForm } from './generated/forms.ts'
import { settledText } from './text.ts'

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

/** Parts with their defaults, as they are stored. */
export const normalizedPricing = (pricing: Static<typeof PricingForm>): Static<typeof PricingForm> => ({
  ...pricing,
  currency: pricing.currency ?? 'MXN',
})
export const normalizedImages = (slug: string, images: readonly ImageFormValue[] = []): ImageFormValue[] =>
  images.map((image, index) => ({ ...image, id: image.id ?? `${slug}-${index + 1}` }))
export const normalizedPoint = (point: MeetingPointFormValue): MeetingPointFormValue => ({
  ...point,
  priceCents: point.priceCents ?? 0,
  isActive: point.isActive ?? true,
})
export const settledTexts = ({ en, es }: LocalizedText): LocalizedText => ({ en: settledText(en), es: settledText(es) })

/** A form to be settled, with what its item has at present: its form, and its meeting points with their ids. */
export interface ToSettle<Form> {
  readonly id: string
  readonly form: Form
  readonly before?: Form | undefined
  readonly present?: readonly (MeetingPointFormValue & { readonly id: string })[] | undefined
}

/** A form as it will be stored, and what is wrong with it by dotted name. */
export interface Settled<Form> {
  readonly form: Form
  readonly errors: FieldErrors
}

/** Whether a slug belongs to another item, by the ids of slugs in use. */
export const isSlugOfAnother = (ids: ReadonlyMap<string, string>, slug: string, id: string): boolean =>
  (ids.get(slug) ?? id) !== id
