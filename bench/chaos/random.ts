export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
export const chance = (probability: number): boolean => Math.random() < probability
export const between = (min: number, max: number): number => min + Math.random() * (max - min)
export function oneOf<T>(choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(Math.random() * choices.length)] ?? choices[0]
}

/** Waits for a condition; false after the timeout. */
export async function until(isSo: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (!(await isSo())) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}
