import { requestWindows, type Subject } from './pricing-tier.ts'
import type { Counters, Reading } from './window.ts'

/** The remaining requests of a subject's fixed windows; reading them counts nothing. */
export async function usageOf(counters: Pick<Counters, 'take'>, subject: Subject): Promise<readonly Reading[]> {
  const windows = requestWindows(subject).filter(({ kind }) => kind === 'fixed')
  if (windows.length === 0) return []
  return (await counters.take(windows.map((window) => ({ ...window, cost: 0 })))).readings
}
