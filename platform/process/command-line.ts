import { parseArgs, type ParseArgsConfig } from 'node:util'
import { environments, type Environment } from '../trust/identity.ts'
import { OperatorError } from './operator-error.ts'

/** Reads the arguments of a command; for unknown ones it prints what is wrong and the usage, and exits. */
export function readArguments<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}

/** The environments that a command is for: the one of `--environment`, or both. */
export function environmentsOf(name: string | undefined): readonly Environment[] {
  if (name === undefined) return environments
  const chosen = environments.filter((environment) => environment === name)
  if (chosen.length === 0) throw new OperatorError(`--environment must be one of ${environments.join(', ')}`)
  return chosen
}
