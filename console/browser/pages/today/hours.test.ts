import { describe, expect, it } from '@jest/globals'
import { hoursOf } from './hours.ts'

const slot = (visitTime: string, visitors: number, arrivedVisitors = 0) => ({ visitTime, visitors, arrivedVisitors })

describe('the hours of a day', () => {
  it('are all from the first slot to the last, with the people of the slots that begin within them', () => {
    expect(hoursOf([slot('11:30', 2), slot('09:00', 4, 3), slot('09:30', 1, 1)])).toEqual([
      { hour: 9, people: 5, arrived: 4 },
      { hour: 10, people: 0, arrived: 0 },
      { hour: 11, people: 2, arrived: 0 },
    ])
  })

  it('are none without slots', () => {
    expect(hoursOf([])).toEqual([])
  })
})
