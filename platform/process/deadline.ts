import { Unavailable } from './failures.ts'

/**
 * Rejects when the work takes longer. Only time in which this process could have received the result counts: a stall of
 * its event loop, however long, counts as one of ten steps.
 */
export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let stepsLeft = 10
    const timer = setInterval(() => {
      stepsLeft -= 1
      if (stepsLeft > 0) return
      clearInterval(timer)
      reject(new Unavailable(`No response within ${milliseconds} ms`))
    }, milliseconds / 10)
    void work.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
