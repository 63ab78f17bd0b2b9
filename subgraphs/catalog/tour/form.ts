import type { Static } from 'typebox'
import { Form } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, namedTwice } from '../../shared/form.ts'
import { CreateTourForm, TourDeparturesForm } from '../generated/forms.ts'
import { departuresErrors, type Departures, type Stop } from './rules/departures.ts'

/** A tour as an operator describes it: with departures, or with the start times and the capacity of every day. */
export type TourForm = Static<typeof CreateTourForm>

/** A tour as it is stored. */
export type SettledTourForm = Omit<TourForm, 'startTimes' | 'capacity'> & {
  readonly timezone: string
  readonly minParty: number
  readonly departures: Departures
  readonly stops: Stop[]
}

/** The errors of a tour that concern several of its fields, without the cenotes that it visits. */
export const tourRule = (form: Omit<TourForm, 'cenoteIds' | 'stops'>): FieldErrors => ({
  ...oneFormOfDepartures(form),
  ...(form.departures ? departuresErrors(form.departures, 'departures.') : {}),
  ...namedTwice('startTimes', form.startTimes ?? []),
  ...namedTwice('images', form.images?.map(({ id }) => id) ?? [], 'id'),
  ...namedTwice('meetingPoints', form.meetingPoints?.map(({ id }) => id) ?? [], 'id'),
})

/** Departures are given as such, or by start times and a capacity. */
function oneFormOfDepartures(form: Pick<TourForm, 'departures' | 'startTimes' | 'capacity'>): FieldErrors {
  const { departures, startTimes, capacity } = form
  if (departures)
    return {
      ...(startTimes === undefined ? {} : { startTimes: [{ code: 'NOT_WITH', field: 'departures' }] }),
      ...(capacity === undefined ? {} : { capacity: [{ code: 'NOT_WITH', field: 'departures' }] }),
    }
  if (startTimes === undefined && capacity === undefined) return { departures: [{ code: 'REQUIRED' }] }
  if (startTimes === undefined) return { startTimes: [{ code: 'REQUIRED' }] }
  return capacity === undefined ? { capacity: [{ code: 'REQUIRED' }] } : {}
}

/** The errors of stops at cenotes that the tour does not visit, which a form names by its `member`. */
export function stopErrors<Member extends string>(
  member: Member,
  stops: readonly Readonly<Record<Member, string>>[] = [],
  visited: readonly string[],
): FieldErrors {
  const known = new Set(visited.map((name) => name.toLowerCase()))
  return Object.fromEntries(
    stops.flatMap((stop, index) =>
      known.has(stop[member].toLowerCase())
        ? []
        : [[`stops.${index}.${member}`, [{ code: 'UNKNOWN_AMONG' as const, names: visited.join(', ') }]]],
    ),
  )
}

export const tourForm = compileForm(CreateTourForm, (form) => ({
  ...namedTwice('cenoteIds', form.cenoteIds),
  ...tourRule(form),
  ...stopErrors('cenoteId', form.stops, form.cenoteIds),
}))

const { stops, minParty, bookingCutoffMinutes, timezone } = CreateTourForm.properties

/** Departures and stops, which change together with what is booked. */
export const departuresForm = compileForm(
  Form({ ...TourDeparturesForm.properties, stops, minParty, bookingCutoffMinutes, timezone }),
  (form) => departuresErrors(form),
)
