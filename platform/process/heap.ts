import { setFlagsFromString } from 'node:v8'

/**
 * V8 lets a heap grow to four times of what is alive before it collects all of it, so that a file of a million rows
 * would take 250 MB of garbage. Twice as much is enough.
 */
export const boundGarbage = (): void => setFlagsFromString('--heap-growing-percent=100')
