import { Cancellation, type CancelSignal } from './cancellation.ts'
import { withDeadline } from './deadline.ts'
import { Unavailable } from './failures.ts'
import { sharedFor } from '../values/shared-result.ts'

/** How long a request may take before the other process is checked. */
const askAfterMilliseconds = 1_000
const responseMilliseconds = 3_000
const freshMilliseconds = 500

/** Runs requests to another process, and breaks them off when that process has stopped responding. */
export type Guard = <T>(
  work: (signal: CancelSignal) => Promise<T>,
  maxMilliseconds: number,
  /** Aborted when the result is not needed any more. */
  needed?: CancelSignal,
) => Promise<T>

/**
 * A request may take long because it is a lot of work, or because the other process hangs. When one takes long, the
 * other process gets a quick check request; if it does not respond that either, the request fails. The check needs its
 * own connection: behind queued requests it would prove nothing.
 */
export function guardedBy(signOfLife: (signal: CancelSignal) => Promise<unknown>): Guard {
  const ask = sharedFor(freshMilliseconds, async () => {
    const ending = new Cancellation()
    await withDeadline(signOfLife(ending), responseMilliseconds).finally(() =>
      ending.abort(new Unavailable('There is no sign of life')),
    )
  })
  return async (work, maxMilliseconds, needed) => {
    if (needed?.aborted) throw needed.reason
    const ending = new Cancellation()
    const leave = (): void => ending.abort(needed?.reason)
    needed?.addEventListener('abort', leave, { once: true })
    const end = (reason: string, cause?: unknown): void => ending.abort(new Unavailable(reason, { cause }))
    const requesting = setInterval(() => {
      ask().catch((error: unknown) => end('The other process does not respond', error))
    }, askAfterMilliseconds)
    const limit = setTimeout(() => end('The other process did not respond in time'), maxMilliseconds)
    try {
      return await work(ending)
    } catch (error) {
      throw ending.aborted ? ending.reason : error
    } finally {
      needed?.removeEventListener('abort', leave)
      clearInterval(requesting)
      clearTimeout(limit)
    }
  }
}
