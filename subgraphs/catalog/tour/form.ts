import type { Static } from 'typebox'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, namedTwice } from '../../../schema/form.ts'
import { CreateTourForm } from '../generated/forms.ts'

/** A tour as an operator describes it. */
export type TourForm = Static<typeof CreateTourForm>

/** The errors of a tour that concern several of its fields, without the cenotes that it visits. */
export const tourRule = (form: Omit<TourForm, 'cenoteIds'>): FieldErrors => ({
  ...namedTwice('startTimes', form.startTimes),
  ...namedTwice('images', form.images?.map(({ id }) => id) ?? [], 'id'),
  ...namedTwice('meetingPoints', form.meetingPoints?.map(({ id }) => id) ?? [], 'id'),
})

export const tourForm = compileForm(CreateTourForm, (form) => ({
  ...namedTwice('cenoteIds', form.cenoteIds),
  ...tourRule(form),
}))
