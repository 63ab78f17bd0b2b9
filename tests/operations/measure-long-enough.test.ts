import { expect, it } from '@jest/globals'
import { measureLongEnough } from '../../bench/gateway/measure-long-enough.ts'

/** A gateway that responds once in so many seconds, or fails. */
const gateway = (secondsEach: number, errors = 0) => {
  const tried: number[] = []
  const measure = (seconds: number) => {
    tried.push(seconds)
    return Promise.resolve({ responses: Math.floor(seconds / secondsEach), errors })
  }
  return { tried, measure }
}

it.each([
  ['fast enough', gateway(1), [6], 6],
  ['slower than the time', gateway(8), [6, 12, 24], 3],
  ['never responding', gateway(100), [6, 12, 24, 48, 60], 0],
  ['failing', gateway(100, 2), [6], 0],
])(
  'a gateway is measured until it has responded often enough: %s',
  async (_name, { tried, measure }, seconds, responses) => {
    expect(await measureLongEnough(measure, 6, 3)).toMatchObject({ responses })
    expect(tried).toEqual(seconds)
  },
)
