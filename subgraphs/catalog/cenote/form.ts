import type { Static } from 'typebox'
import { Form } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, namedTwice } from '../../shared/form.ts'
import { CenoteCapacityForm, CenoteScheduleForm, CreateCenoteForm } from '../generated/forms.ts'

/** A cenote as an operator describes it. */
export type CenoteForm = Static<typeof CreateCenoteForm>
export type CenoteOpening = Pick<CenoteForm, 'schedule' | 'capacity'>

const openingRule = ({ schedule }: CenoteOpening): FieldErrors => ({
  ...(schedule.closeTime <= schedule.openTime ? { 'schedule.closeTime': [{ code: 'NOT_AFTER_OPEN_TIME' }] } : {}),
  ...namedTwice('schedule.daysOpen', schedule.daysOpen),
  ...namedTwice('schedule.cutoffs', schedule.cutoffs?.map(({ weekday }) => weekday) ?? [], 'weekday'),
})

/** Schedule and capacity, which change together with what is booked. */
export const openingForm = compileForm(
  Form({ schedule: CenoteScheduleForm, capacity: CenoteCapacityForm }),
  openingRule,
)

/** The errors of a cenote that concern several of its fields. */
export const cenoteRule = (form: CenoteForm): FieldErrors => ({
  ...openingRule(form),
  ...namedTwice('amenities', form.amenities?.map(({ id }) => id) ?? [], 'id'),
  ...namedTwice('images', form.images?.map(({ id }) => id) ?? [], 'id'),
  ...namedTwice('meetingPoints', form.meetingPoints?.map(({ id }) => id) ?? [], 'id'),
  ...(form.features.depth.max < form.features.depth.min
    ? { 'features.depth.max': [{ code: 'TOO_SMALL' as const, min: form.features.depth.min }] }
    : {}),
})

export const cenoteForm = compileForm(CreateCenoteForm, cenoteRule)
