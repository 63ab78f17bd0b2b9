/**
 * Pauses between two looks of a test that waits since the given time: longer the longer it has waited, as looking takes
 * processor time from what it waits for.
 */
export const pause = (since: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(Math.max((Date.now() - since) / 10, 5), 200)))
