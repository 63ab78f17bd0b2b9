import type { Static } from 'typebox'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../../schema/form.ts'
import { repeated } from '../form-parts.ts'
import { CreateTourForm } from '../generated/forms.ts'

/** A tour as an operator describes it. */
export type TourForm = Static<typeof CreateTourForm>

/** The errors of a tour that concern several of its fields, without the cenotes that it visits. */
export const tourRule = (form: Omit<TourForm, 'cenoteIds'>): FieldErrors => ({
  ...repeated('startTimes', form.startTimes),
  ...repeated('images', form.images?.map(({ id }) => id) ?? [], 'id'),
  ...repeated('meetingPoints', form.meetingPoints?.map(({ id }) => id) ?? [], 'id'),
})

export const tourForm = compileForm(CreateTourForm, (form) => ({
  ...repeated('cenoteIds', form.cenoteIds),
  ...tourRule(form),
}))
