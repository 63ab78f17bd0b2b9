import { describe, it } from '@jest/globals'

export const isLinux = process.platform === 'linux'
export const isLinuxRoot = isLinux && process.getuid?.() === 0

/**
 * `describe` and `it` for tests that not every machine can run; elsewhere they are skipped by name. CI on Linux as root
 * installs what they need, so there a missing precondition is a failure.
 */
export function wherePossible(
  holds: boolean,
  precondition: string,
): Pick<typeof import('@jest/globals'), 'describe' | 'it'> {
  if (!holds && process.env['CI'] && isLinuxRoot) throw new Error(`CI cannot run tests that need ${precondition}`)
  return { describe: holds ? describe : (describe.skip as typeof describe), it: holds ? it : (it.skip as typeof it) }
}

/** `it` for tests of tools that CI does not install either; where they are missing it is skipped by name. */
export const whereInstalled = (isInstalled: boolean): typeof it => (isInstalled ? it : (it.skip as typeof it))
