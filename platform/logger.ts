import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** A structured logger; keys, tokens and passwords never reach its output, which is the standard one unless given. */
export function createLogger(level: string, service: string, output?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'req.headers["x-api-key"]',
          'req.headers.authorization',
          'req.headers.cookie',
          '*.apiKey',
          '*.secret',
          '*.password',
          // An error of Redis has its command with it, and the first command says the password.
          'err.command.args',
        ],
        censor: '[redacted]',
      },
    },
    output,
  )
}
