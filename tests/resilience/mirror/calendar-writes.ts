import { addDays } from '../../../platform/values/clock.ts'
import type { Staff, Writes } from './staff.ts'

/** Days on which the staff change the calendar. */
export interface CalendarDays {
  readonly from: string
  readonly to: string
}

/** Changes of calendars by the operator’s staff. */
export function calendarWrites(staff: Staff, cenoteIds: readonly string[], days: CalendarDays): Writes {
  const { chance } = staff
  const closures: string[] = []
  const events: string[] = []
  const lastStart = (Date.parse(days.to) - Date.parse(days.from)) / 86_400_000
  /** One day as often as several. */
  const range = (): { cenoteId: string; from: string; to: string } => {
    const from = addDays(days.from, chance.below(lastStart + 1))
    const to = addDays(from, chance.often(0.5) ? 0 : chance.below(5))
    return { cenoteId: chance.pick(cenoteIds), from, to: to > days.to ? days.to : to }
  }
  const isDone = async (result: Promise<unknown>): Promise<boolean> => (await result) !== undefined
  const overrideSlots = (): Promise<boolean> => {
    const available = chance.often(0.6)
    return isDone(
      staff.change(
        'overrideSlots',
        {
          ...range(),
          times: ['10:00', '11:00'],
          available,
          ...(available
            ? { capacity: staff.number(2, 9) }
            : { reason: 'Repairs', reservations: chance.pick(['KEEP', 'CANCEL']) }),
        },
        '{ __typename }',
      ),
    )
  }
  return {
    'override slots': overrideSlots,
    close: async () => {
      const input = {
        ...range(),
        reason: 'storm',
        message: staff.texts('Closed'),
        reservations: chance.pick(['KEEP', 'CANCEL']),
      }
      const closure = await staff.change('createClosure', input, '{ id }')
      if (closure) closures.push(closure.id)
      return closure !== undefined
    },
    'create a special event': async () => {
      const event = await staff.change(
        'createSpecialEvent',
        {
          ...range(),
          name: staff.texts('Concert'),
          startTime: '10:00',
          endTime: '13:00',
          capacity: staff.number(3, 9),
        },
        '{ id }',
      )
      if (event) events.push(event.id)
      return event !== undefined
    },
    'override a day': () => {
      const { cenoteId, from: date } = range()
      const timeSlots = [{ time: '12:00', capacity: staff.number(2, 9), available: true }]
      return isDone(staff.change('overrideAvailability', { cenoteId, date, timeSlots }, '{ startDate }'))
    },
    open: async () => {
      const id = closures.shift()
      return id !== undefined && isDone(staff.change('deleteClosure', { id }))
    },
    'clear overrides': () => {
      const { cenoteId } = range()
      return isDone(staff.change('clearSlotOverrides', { cenoteId, ...days }, '{ __typename }'))
    },
    'delete a special event': async () => {
      const id = events.shift()
      return id !== undefined && isDone(staff.change('deleteSpecialEvent', { id }))
    },
  }
}
