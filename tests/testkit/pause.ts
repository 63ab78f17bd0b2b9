/**
 * Waits before a test checks again. The pause grows with the time that has passed since the test began to wait, because
 * each check takes processor time from what it waits for.
 */
export const pause = (since: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(Math.max((Date.now() - since) / 10, 5), 200)))
