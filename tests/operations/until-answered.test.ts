import { expect, it } from '@jest/globals'
import { untilAnswered } from '../../bench/gateway/until-answered.ts'

/** A gateway that answers one request in so many seconds, or fails. */
const gateway = (secondsEach: number, errors = 0) => {
  const tried: number[] = []
  const measure = (seconds: number) => {
    tried.push(seconds)
    return Promise.resolve({ answers: Math.floor(seconds / secondsEach), errors })
  }
  return { tried, measure }
}

it.each([
  ['fast enough', gateway(1), [6], 6],
  ['slower than the time', gateway(8), [6, 12, 24], 3],
  ['never answering', gateway(100), [6, 12, 24, 48, 60], 0],
  ['failing', gateway(100, 2), [6], 0],
])('a gateway is measured until it answered: %s', async (_name, { tried, measure }, seconds, answers) => {
  expect(await untilAnswered(measure, 6, 3)).toMatchObject({ answers })
  expect(tried).toEqual(seconds)
})
