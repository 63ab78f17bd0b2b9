import { pino, type Logger } from 'pino'

export type { Logger }

/** A structured logger; keys, tokens and passwords never reach its output. */
export function createLogger(level: string, service: string): Logger {
  return pino({
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
      ],
      censor: '[redacted]',
    },
  })
}
