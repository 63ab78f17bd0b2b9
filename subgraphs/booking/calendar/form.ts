import { Type, type Static } from 'typebox'
import { daysBetween } from '../../../platform/values/clock.ts'
import { Form, FormDate, FormText, FormTexts, FormTime } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../shared/form.ts'

/** Days that one change of slots or events covers at most. */
export const maxDays = 366

const range = {
  from: FormDate('First day, YYYY-MM-DD.'),
  to: FormDate('Last day, YYYY-MM-DD, included.'),
}
export const rangeErrors = ({ from, to }: { from: string; to: string }, max = Infinity): FieldErrors =>
  to < from
    ? { to: [{ code: 'BEFORE_FROM' }] }
    : daysBetween(from, to) >= max
      ? { to: [{ code: 'TOO_MANY_DAYS', max }] }
      : {}

export const closureSchema = Form({
  ...range,
  reason: FormText(100, 'Why, such as maintenance.'),
  message: Type.Optional(FormTexts(500, 'The text that guests read.')),
})
export const closureForm = compileForm(closureSchema, (form) => rangeErrors(form))

export const eventSchema = Form({
  ...range,
  name: FormTexts(200, 'Name.'),
  startTime: FormTime('When it begins, HH:MM, local.'),
  endTime: FormTime('When it ends, HH:MM, local.'),
  capacity: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'People of each slot that begins during it.' }),
  ),
})
export type EventForm = Static<typeof eventSchema>
/** The errors of an event that concern several of its fields; it has both times or none. */
export const eventErrors = (
  form: Pick<EventForm, 'from' | 'to'> & { startTime?: string; endTime?: string },
): FieldErrors => {
  const { startTime, endTime } = form
  return {
    ...rangeErrors(form, maxDays),
    ...(startTime === undefined && endTime !== undefined ? { startTime: [{ code: 'REQUIRED' }] } : {}),
    ...(endTime === undefined && startTime !== undefined ? { endTime: [{ code: 'REQUIRED' }] } : {}),
    ...(startTime !== undefined && endTime !== undefined && endTime <= startTime
      ? { endTime: [{ code: 'NOT_AFTER_START_TIME' }] }
      : {}),
  }
}
export const eventForm = compileForm(eventSchema, eventErrors)

const times = Type.Optional(Type.Array(FormTime('Slot, HH:MM, local.'), { minItems: 1, maxItems: 24 }))
const timeErrors = ({ times }: { times?: readonly string[] }): FieldErrors => {
  const repeated = (times ?? []).flatMap((time, index, all) => (all.indexOf(time) < index ? [index] : []))
  return Object.fromEntries(repeated.map((index) => [`times.${index}`, [{ code: 'SLOT_NAMED_TWICE' }]]))
}

export const slotSchema = Form({
  ...range,
  times,
  capacity: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'People a slot.' })),
  available: Type.Optional(Type.Boolean({ description: 'Whether the slots can be booked; true when absent.' })),
  reason: Type.Optional(FormText(500, 'Why, shown to partners.')),
})
/** The errors of overridden slots that concern several of their fields. */
export const slotErrors = (form: { from: string; to: string; times?: readonly string[] }): FieldErrors => ({
  ...rangeErrors(form, maxDays),
  ...timeErrors(form),
})
export const slotForm = compileForm(slotSchema, slotErrors)

export const clearedSlotForm = compileForm(Form({ ...range, times }), slotErrors)

export const rangeForm = compileForm(Form(range), (form) => rangeErrors(form, maxDays))
