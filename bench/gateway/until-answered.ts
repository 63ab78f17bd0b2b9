import type { Measurement } from '../load.ts'

/** An answer that takes longer than this is none. */
export const maxSeconds = 60

/**
 * Measures for some seconds, and again for twice as long while there are fewer answers than `wanted`: a gateway that is
 * slow, or that still plans, may answer nothing in a short time. Errors end it, and so does the maximum.
 */
export async function untilAnswered<T extends Pick<Measurement, 'answers' | 'errors'>>(
  measure: (seconds: number) => Promise<T>,
  seconds: number,
  wanted: number,
): Promise<T> {
  const measured = await measure(seconds)
  return measured.errors > 0 || measured.answers >= wanted || seconds >= maxSeconds
    ? measured
    : untilAnswered(measure, Math.min(seconds * 2, maxSeconds), wanted)
}
