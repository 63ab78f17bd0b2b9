import { pino, type DestinationStream, type Logger } from 'pino'
import { standardLogOutput } from './log-output.ts'
import { thisWorker } from './workers/this-worker.ts'

export type { Logger }

/** A structured logger; keys, tokens and passwords never reach its output, which is the standard one unless given. */
export function createLogger(level: string, service: string, output: DestinationStream = standardLogOutput()): Logger {
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
