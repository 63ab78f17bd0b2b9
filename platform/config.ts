import { Type, type Static, type TInteger, type TObject, type TProperties } from 'typebox'
import { Value } from 'typebox/value'
import { OperatorErrors } from './operator-error.ts'

// The gateway's library would report its use to its maker.
process.env.APOLLO_TELEMETRY_DISABLED ??= '1'

/** Whether `npm start` or one of its kind started this process, rather than a supervisor or a shell. */
export const startedByNpm = /^start\b/.test(process.env.npm_lifecycle_event ?? '')

/** Settings that cannot be used; `problems` names every one of them. */
export class ConfigError extends OperatorErrors {
  constructor(problems: readonly string[]) {
    super(problems, 'The settings cannot be used:')
  }
}

/** A TCP port; 0 lets the system choose. */
export const Port = (defaultPort: number): TInteger =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: defaultPort })

/** Settings that every process has. */
export const commonSettings = {
  NODE_ENV: Type.Enum(['development', 'test', 'production'], { default: 'development' }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  /** How long a client may take to send its headers, and its whole request. */
  HEADERS_TIMEOUT_SECONDS: Type.Number({ minimum: 0.1, default: 10 }),
  REQUEST_TIMEOUT_SECONDS: Type.Number({ minimum: 0.1, default: 30 }),
  /** Redis server that replicas share for wake-ups and counters; without it each process is on its own. */
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
}

/** What may not be in production, wherever it runs. Throws ConfigError naming every mistake. */
export function checkForProduction(settings: {
  readonly NODE_ENV: string
  readonly SIGNING_SECRET?: string | undefined
  readonly DEMO_DATA?: boolean | undefined
}): void {
  if (settings.NODE_ENV !== 'production') return
  const mistakes: string[] = []
  if (!settings.SIGNING_SECRET) mistakes.push('SIGNING_SECRET is required in production')
  if (settings.DEMO_DATA) mistakes.push('DEMO_DATA must not be on in production: its keys are public')
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}

/**
 * Reads and validates settings. Empty values count as absent. Throws ConfigError naming every mistake;
 * the values themselves are left out of the messages, for they may be secrets.
 */
export function readConfig<P extends TProperties>(
  properties: P,
  env: NodeJS.ProcessEnv = process.env,
): Static<TObject<P>> {
  const schema = Type.Object(properties)
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(properties)) {
    const value = env[name]?.trim()
    if (value) given[name] = value
  }
  const settings: unknown = Value.Convert(schema, Value.Default(schema, given))
  const mistakes = new Set<string>()
  for (const error of Value.Errors(schema, settings)) {
    const missing = (error.params as { requiredProperties?: string[] }).requiredProperties
    if (missing) for (const name of missing) mistakes.add(`${name} is required`)
    else mistakes.add(`${error.instancePath.split('/')[1] ?? ''} ${error.message}`)
  }
  if (mistakes.size > 0) throw new ConfigError([...mistakes])
  return settings as Static<TObject<P>>
}
