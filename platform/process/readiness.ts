import { withDeadline } from './deadline.ts'
import { sharedFor } from '../values/shared-result.ts'

/** Degraded: it cannot, and something else does its work meanwhile. */
export type PartState = 'ready' | 'degraded' | 'unavailable'
/** Whether each part that a process needs can do its work now. */
export type Readiness = Readonly<Record<string, PartState>>
type Checks = Readonly<Record<string, () => Promise<unknown>>>

/** How long a result is cached, so that frequent checks cause no load. */
const freshMilliseconds = 1_000
/** A part that takes longer is not ready. */
const deadlineMilliseconds = 3_000

/**
 * Checks components concurrently; one that fails or is late is unavailable, or degraded when the process can work
 * without it. Never rejects.
 */
export function readinessOf(needed: Checks, dispensable: Checks = {}): () => Promise<Readiness> {
  const states = (checks: Checks, otherwise: PartState): Promise<[string, PartState]>[] =>
    Object.entries(checks).map(async ([part, check]): Promise<[string, PartState]> => [
      part,
      (await isReady(check)) ? 'ready' : otherwise,
    ])
  return sharedFor(freshMilliseconds, async () =>
    Object.fromEntries(await Promise.all([...states(needed, 'unavailable'), ...states(dispensable, 'degraded')])),
  )
}

/** Whether a process can do its work. */
export const canWork = (readiness: Readiness): boolean =>
  Object.values(readiness).every((state) => state !== 'unavailable')

const isReady = (check: () => Promise<unknown>): Promise<boolean> =>
  withDeadline(check(), deadlineMilliseconds).then(
    () => true,
    () => false,
  )
