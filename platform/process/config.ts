import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { OperatorErrors } from './operator-error.ts'
import { RedisAddress, requirementOf, Text } from './setting-types.ts'

// The gateway's library would report its use to its maker.
process.env.APOLLO_TELEMETRY_DISABLED ??= '1'

// Every invalid setting is reported; the default is the first eight.
Settings.Set({ maxErrors: 1_000 })

/** Whether `npm start` or one of its kind started this process, rather than a supervisor or a shell. */
export const startedByNpm = /^start\b/.test(process.env.npm_lifecycle_event ?? '')

/** Settings that a process gives each of its workers; an operator sets neither. */
export const workerVariables = { number: 'WORKER_NUMBER', embeddedUrl: 'EMBEDDED_DATABASE_URL' } as const

/** The same, in a worker. */
export const givenToWorker = {
  number: Number(process.env[workerVariables.number] ?? 0),
  embeddedUrl: process.env[workerVariables.embeddedUrl],
}

/** The number of processes that listen on the same address, this one included. */
export const workerCount = givenToWorker.number > 0 ? Number(process.env.WORKERS) : 1

/** Whether traces are sent: the OpenTelemetry SDK reads its other variables itself. */
export const hasCollector =
  Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  process.env.OTEL_SDK_DISABLED !== 'true'

/** Settings that cannot be used; `problems` names every one of them. */
export class ConfigError extends OperatorErrors {
  constructor(problems: readonly string[]) {
    super(problems, 'The settings cannot be used:')
  }
}

/** Settings that every process has. */
export const commonSettings = {
  NODE_ENV: Type.Enum(['development', 'test', 'production'], { default: 'development' }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  /** Where `/metrics` is served, when it is not at the address of the process. */
  METRICS_HOST: Type.Optional(Type.String({ minLength: 1 })),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  /** The bearer token that `/metrics` requires; none when absent. */
  METRICS_TOKEN: Type.Optional(
    Text('16 to 200 letters, digits and signs without a space', (text) => /^[!-~]{16,200}$/.test(text)),
  ),
  /** How long the text of the metrics serves all readers; 0 computes it for each. */
  METRICS_MAX_AGE_MS: Type.Integer({ minimum: 0, maximum: 60_000, default: 1_000 }),
  /** How long a client may take to send its headers, and its whole request. */
  HEADERS_TIMEOUT_SECONDS: Type.Number({ minimum: 0.1, default: 10 }),
  REQUEST_TIMEOUT_SECONDS: Type.Number({ minimum: 0.1, default: 30 }),
  /** Redis server that replicas share for notifications and counters; without it each process works alone. */
  REDIS_URL: Type.Optional(RedisAddress()),
}

/** Refuses settings that are not for production. Throws ConfigError naming every problem. */
export function checkForProduction(settings: {
  readonly NODE_ENV: string
  readonly SIGNING_SECRET?: string | undefined
  readonly DEMO_DATA?: boolean | undefined
}): void {
  if (settings.NODE_ENV !== 'production') return
  const problems: string[] = []
  if (!settings.SIGNING_SECRET) problems.push('SIGNING_SECRET is required in production')
  if (settings.DEMO_DATA) problems.push('DEMO_DATA must not be on in production: its keys are public')
  if (problems.length > 0) throw new ConfigError(problems)
}

/**
 * Reads and validates settings. Empty values count as absent. Throws ConfigError naming every problem and what is
 * expected; the values themselves are left out of the messages, for they may be secrets.
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
  const settings = Value.Convert(schema, Value.Default(schema, { ...given })) as Record<string, unknown>
  // Conversion would cut off the fraction of a number.
  for (const [name, text] of Object.entries(given))
    if (Number.isInteger(settings[name]) && Number(text) !== settings[name]) settings[name] = text
  const problems = new Set<string>()
  for (const { instancePath, params } of Value.Errors(schema, settings)) {
    const missing = (params as { requiredProperties?: string[] }).requiredProperties
    const name = instancePath.split('/')[1] ?? ''
    if (missing) for (const required of missing) problems.add(`${required} is required`)
    else if (properties[name]) problems.add(`${name} must be ${requirementOf(properties[name])}`)
  }
  if (problems.size > 0) throw new ConfigError([...problems])
  return settings as Static<TObject<P>>
}
