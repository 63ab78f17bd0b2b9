/**
 * Every pause of the tests. A test waits for a condition or an event (`eventually`, `quietFor`), never for a time in which
 * something has probably happened; here is what is left, where the time itself is what the test needs. ESLint forbids
 * timers anywhere else in tests.
 */

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Time that the code under test measures by the real clock: a window, a lease, an idle timeout, a promised delay. */
export const timePasses = pause

/** For a server or a client of a test that is slow, because its slowness is what the test is about. */
export const slowFor = pause

/** Between two attempts of a client that polls or reconnects, so that it leaves processor time to what it waits for. */
export const betweenAttempts = pause

/** Lets one of several racing requests start later than the others: the test tries out different overlaps. */
export const laterBy = pause

/** The result of some work, or a failure once it has taken too long. */
export async function within<T>(milliseconds: number, work: Promise<T>, failure: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`After ${milliseconds} ms: ${failure()}`)), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
