import type { Measurement } from '../load.ts'

/** The timeout of a measurement. */
export const maxSeconds = 60

/**
 * Measures for some seconds, and again for twice as long while there are fewer responses than `wanted`: a gateway that
 * is slow, or still plans, may not respond in a short time. Ends on errors and at the maximum.
 */
export async function measureLongEnough<T extends Pick<Measurement, 'responses' | 'errors'>>(
  measure: (seconds: number) => Promise<T>,
  seconds: number,
  wanted: number,
): Promise<T> {
  const measured = await measure(seconds)
  return measured.errors > 0 || measured.responses >= wanted || seconds >= maxSeconds
    ? measured
    : measureLongEnough(measure, Math.min(seconds * 2, maxSeconds), wanted)
}
