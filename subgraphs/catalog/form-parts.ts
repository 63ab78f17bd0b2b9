import { Type, type Static } from 'typebox'
import {
  Cents,
  Degrees,
  Form,
  FormText,
  FormTextLists,
  FormTexts,
  FormUrl,
  maxListItems,
  OneOf,
} from '../../platform/values/form-fields.ts'
import type { LocalizedText } from '../../platform/values/i18n.ts'
import type { FieldErrors } from '../../schema/field-errors.ts'
import { settledText } from './text.ts'

/** Parts that the forms of cenotes and tours share. */

export const maxNameLength = 1_000

export const Count = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description })
export const Currency = OneOf(['MXN'], 'Currency of the prices.')

export const PricingForm = Form({
  adultCents: Cents('One adult, in cents.'),
  currency: Type.Optional(Currency),
  includes: FormTextLists('What the price includes.'),
  excludes: Type.Optional(FormTextLists('What it leaves out.')),
})

export const ImageForm = Form({
  id: Type.Optional(FormText(200, 'Identifier; made from the slug and the position when absent.')),
  url: FormUrl('Address of the picture.'),
  alt: FormTexts(500, 'What it shows.'),
})
export const ImageForms = Type.Array(ImageForm, {
  maxItems: maxListItems,
  description: 'Pictures; the first is the main one.',
})

export const MeetingPointForm = Form({
  id: Type.Optional(Type.String({ format: 'uuid', description: 'Identifier of one that exists.' })),
  name: FormTexts(200, 'Name.'),
  description: FormTexts(1_000, 'Description.'),
  directions: Type.Optional(FormTexts(1_000, 'How to find it.')),
  type: OneOf(['MEETING_POINT', 'PICKUP_ZONE'], 'A point, or a zone to be picked up in.'),
  latitude: Degrees(90, 'Degrees north of the point, or of the centre of the zone.'),
  longitude: Degrees(180, 'Degrees east.'),
  address: FormText(500, 'Address.'),
  minutesBefore: Type.Integer({ minimum: 0, maximum: 1_440, description: 'How long before the start to be there.' }),
  priceCents: Type.Optional(Cents('Price in cents of MXN; 0 when absent.')),
  isActive: Type.Optional(Type.Boolean({ description: 'Whether it is in use; true when absent.' })),
})
export const MeetingPointForms = Type.Array(MeetingPointForm, {
  maxItems: maxListItems,
  description: 'Meeting points, in order of display.',
})

export type ImageFormValue = Static<typeof ImageForm>
export type MeetingPointFormValue = Static<typeof MeetingPointForm>

/** Values that a list names more than once, as errors of the later ones. */
export function repeated(name: string, values: readonly (string | undefined)[], member?: string): FieldErrors {
  const fields: FieldErrors = {}
  const seen = new Set<string>()
  values.forEach((value, index) => {
    if (value === undefined) return
    if (seen.has(value)) fields[[name, index, ...(member ? [member] : [])].join('.')] = [{ code: 'NAMED_TWICE' }]
    seen.add(value)
  })
  return fields
}

/** Pictures as stored: each has an id, its kind and its position. */
export const storedImages = (images: readonly ImageFormValue[] = []) =>
  images.map(({ id, url, alt }, index) => ({
    id,
    url,
    alt,
    type: index === 0 ? ('main' as const) : ('gallery' as const),
    order: index + 1,
  }))

/** The members of a price that are stored with a cenote or a tour. */
export const storedPricing = ({ adultCents, currency = 'MXN', includes, excludes }: Static<typeof PricingForm>) => ({
  adult_cents: adultCents,
  currency,
  includes,
  excludes: excludes ?? null,
})

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

/** An input with instants as texts, as forms have them. */
export const plain = (input: object): unknown => JSON.parse(JSON.stringify(input))

/** A form to be settled, with the meeting points that its item has at present. */
export interface ToSettle<Form> {
  readonly id: string
  readonly form: Form
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
