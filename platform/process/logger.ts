import { pino, type DestinationStream, type Logger } from 'pino'
import { isClosedPipe } from './run-main.ts'
import { thisWorker } from './workers/this-worker.ts'

export type { Logger }

/** A structured logger; keys, tokens and passwords never reach its output, which is the standard one unless given. */
export function createLogger(level: string, service: string, output: DestinationStream = standardOutput()): Logger {
  const worker = thisWorker()
  return pino(
    {
      level,
      base: { service, ...(worker ? { worker: worker.number } : {}) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'req.headers["x-api-key"]',
          'req.headers.authorization',
          'req.headers.cookie',
          '*.apiKey',
          '*.secret',
          '*.password',
          // An error of Redis contains its command, and the first command contains the password.
          'err.command.args',
        ],
        censor: '[redacted]',
      },
    },
    output,
  )
}

/** Standard output; when its reader or terminal is gone, lines are lost and the process continues. */
function standardOutput(): DestinationStream {
  const output = pino.destination(1)
  output.on('error', (error: Error) => {
    if (!isClosedPipe(error)) throw error
    output.write = () => true
  })
  return output
}
