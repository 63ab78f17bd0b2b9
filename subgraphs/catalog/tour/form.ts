import { Type, type Static } from 'typebox'
import { Form, FormTexts, FormTime, maxListItems, Slug } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../../schema/form.ts'
import { Count, ImageForms, maxNameLength, MeetingPointForms, PricingForm, repeated } from '../form-parts.ts'

/** A tour as an operator describes it. */
export const tourSchema = Form({
  slug: Slug('URL-friendly name, unique.'),
  name: FormTexts(maxNameLength, 'Name.'),
  description: FormTexts(maxNameLength, 'Description.'),
  durationMinutes: Type.Integer({ minimum: 1, maximum: 20_160, description: 'Length in minutes.' }),
  cenoteIds: Type.Array(Type.String({ format: 'uuid' }), {
    minItems: 1,
    maxItems: maxListItems,
    description: 'Cenotes it visits, in order.',
  }),
  pricing: PricingForm,
  startTimes: Type.Array(FormTime('Departure, HH:MM, local.'), {
    minItems: 1,
    maxItems: maxListItems,
    description: 'Departures.',
  }),
  capacity: Count('People a departure.'),
  images: Type.Optional(ImageForms),
  meetingPoints: Type.Optional(MeetingPointForms),
})

export type TourForm = Static<typeof tourSchema>

/** What is wrong with a tour over several of its fields, the cenotes that it visits aside. */
export const tourRule = (form: Omit<TourForm, 'cenoteIds'>): FieldErrors => ({
  ...repeated('startTimes', form.startTimes),
  ...repeated('images', form.images?.map(({ id }) => id) ?? [], 'id'),
  ...repeated('meetingPoints', form.meetingPoints?.map(({ id }) => id) ?? [], 'id'),
})

export const tourForm = compileForm(tourSchema, (form) => ({
  ...repeated('cenoteIds', form.cenoteIds),
  ...tourRule(form),
}))
