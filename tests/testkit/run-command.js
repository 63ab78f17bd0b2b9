import { importAgain } from './import-again.js'

const outputs = [process.stdout, process.stderr]
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM']

/**
 * Runs an entry of the command line in this process as `node dist/<entry>.js` would in its own. Most of the processor
 * time of a command goes into loading its modules, which stay loaded here: only its entry is evaluated each time. A test
 * of how a process starts or ends, of signals or of a terminal needs `spawnProcess` instead.
 *
 * @param {string} entry Such as `cli/keys/main`.
 * @param {Record<string, string>} environment
 * @param {readonly string[]} args
 * @returns {Promise<import('./command.ts').CommandResult>}
 */
export async function runCommand(entry, environment, args = []) {
  const { argv, env, exit, exitCode } = process
  const { PATH, HOME } = env
  const writes = outputs.map(({ write }) => write)
  const listeners = listenersNow()
  let code
  let output = ''
  Object.assign(process, {
    argv: [argv[0], entry, ...args],
    env: { PATH, HOME, ...environment },
    exit(given = process.exitCode ?? 0) {
      code ??= given
      throw new Error('The command has ended')
    },
    exitCode: undefined,
  })
  for (const stream of outputs)
    stream.write = (text) => {
      // A process that has ended prints nothing more.
      if (code === undefined) output += text
      return true
    }
  try {
    await importAgain(entry)
    code ??= process.exitCode ?? 0
  } catch (error) {
    if (code === undefined) throw error
  } finally {
    Object.assign(process, { argv, env, exit, exitCode })
    outputs.forEach((stream, index) => (stream.write = writes[index]))
    removeOthers(listeners)
  }
  return { code, output }
}

const listened = () => [
  ...[...signals, 'exit'].map((event) => ({ emitter: process, event })),
  ...outputs.map((emitter) => ({ emitter, event: 'error' })),
]

const listenersNow = () => listened().map(({ emitter, event }) => emitter.listeners(event))

/** A command leaves the listeners that would end its process. */
const removeOthers = (before) =>
  listened().forEach(({ emitter, event }, index) => {
    for (const listener of emitter.listeners(event))
      if (!before[index].includes(listener)) emitter.removeListener(event, listener)
  })
