/** A limit about to be used: at most `limit` units in `seconds`. */
export interface Window {
  /** Names the counted limit and the caller; equal keys are one counter. */
  readonly key: string
  readonly limit: number
  readonly seconds: number
  /** Fixed: begins with its first use and ends as a whole. Sliding: no span of its length anywhere holds more. */
  readonly kind: 'fixed' | 'sliding'
  /** Units taken at once; 1 in a sliding window, 0 to look at a fixed one. */
  readonly cost: number
}

/** The state of a window after a use. */
export interface Reading {
  readonly limit: number
  readonly seconds: number
  readonly remaining: number
  /** When the whole limit is there again, in milliseconds since 1970. */
  readonly resetAt: number
  /** When what was refused fits, in milliseconds since 1970; absent where it did fit. */
  readonly retryAt?: number
}

/** All windows had room and were used, or one had not and none was. */
export interface Verdict {
  readonly admitted: boolean
  /** When it was given, by the clock that counts. */
  readonly now: number
  /** In the order of the requested windows. */
  readonly readings: readonly Reading[]
}

/** Counts uses. A use is atomic over all windows: all of them are counted, or none. */
export interface Counters {
  take(windows: readonly Window[]): Promise<Verdict>
  /** Takes one unit of each window back out, which was used a moment ago. */
  refund(windows: readonly Window[]): Promise<void>
}

const share = ({ remaining, limit }: Reading): number => remaining / limit

/** The window to report: of a refusal the one with the longest wait, otherwise the one with the smallest share left. */
export function tightest({ admitted, readings }: Verdict): Reading | undefined {
  const [first, ...others] = admitted ? readings : readings.filter(({ retryAt }) => retryAt !== undefined)
  if (!first) return undefined
  return others.reduce(
    (chosen, reading) =>
      (admitted ? share(reading) < share(chosen) : (reading.retryAt ?? 0) > (chosen.retryAt ?? 0)) ? reading : chosen,
    first,
  )
}
