import { describe, expect, it } from '@jest/globals'
import { calendarParts } from './schemas/availability.ts'
import { serviceRepresentation } from './cenote/representation.ts'
import { imageRepresentation } from './tour/representation.ts'

// Entity tags, and the bytes that clients compare, depend on it.
describe('values in lower case stay where they were', () => {
  it('the type of a picture', () => {
    const image = { url: '/a.jpg', alt: 'A', type: 'MAIN', order: 1, id: 'a' }
    expect(JSON.stringify(imageRepresentation(image))).toBe(JSON.stringify({ ...image, type: 'main' }))
  })

  it('the category of a service', () => {
    const service = { id: 'a', category: 'EQUIPMENT', isBookable: true, inclusionType: 'OPTIONAL', priceCents: 100 }
    expect(Object.keys(serviceRepresentation(service as never)).slice(0, 3)).toEqual(['id', 'category', 'isBookable'])
  })

  it('the reason of a day', () => {
    const day = { date: '2030-01-01', reason: 'FULLY_BOOKED', firstTime: null, fromPriceCents: null }
    const { days } = calendarParts({ startDate: day.date, endDate: day.date, days: [day] } as never)
    expect(Object.keys(days[0] ?? {})).toEqual(['date', 'reason', 'firstTime', 'fromPrice'])
  })
})
