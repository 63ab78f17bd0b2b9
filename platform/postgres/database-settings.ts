import { Type } from 'typebox'
import { PostgresAddress } from '../process/setting-types.ts'

/** Settings of every process that owns a database: how long operations may wait for it. */
export const databaseSettings = {
  /** How long the database may be silent before everything that waits for it is refused. */
  DATABASE_SILENCE_SECONDS: Type.Number({ minimum: 0.2, maximum: 60, default: 2.5 }),
  /** How long to wait for a connection, whether a new one or a free one of the pool. */
  DATABASE_CONNECTION_SECONDS: Type.Number({ minimum: 0.1, maximum: 300, default: 5 }),
  /** How long one statement of a request may take, its waits for locks included. */
  DATABASE_STATEMENT_SECONDS: Type.Number({ minimum: 0.1, maximum: 300, default: 4 }),
  /** How long a transaction may stand still before the server ends it and frees what it has locked. */
  DATABASE_IDLE_TRANSACTION_SECONDS: Type.Number({ minimum: 0.1, maximum: 300, default: 10 }),
  /**
   * PostgreSQL itself, where DATABASE_URL names a pooler in transaction mode, such as PgBouncer: for migrations,
   * notifications and long reads.
   */
  DATABASE_LISTEN_URL: Type.Optional(PostgresAddress()),
  /** A streaming replica of the server, which serves reads. */
  DATABASE_REPLICA_URL: Type.Optional(PostgresAddress()),
  /** Maximum connections of each pool; 10, or fewer where the server allows fewer, when absent. */
  DATABASE_POOL_SIZE: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** The same in milliseconds. */
export interface DatabaseTimeouts {
  readonly silence: number
  readonly connection: number
  /** 0 for no limit. */
  readonly statement: number
  readonly idleTransaction: number
}

/** How a process connects to the databases it owns. */
export interface DatabaseConnections {
  /** Those of a command of the operator when absent. */
  readonly timeouts?: DatabaseTimeouts | undefined
  /** Maximum connections of each pool: there is one for each environment of a database. */
  readonly poolSize?: number | undefined
  /** A pooler in front of the server, which the pools use. */
  readonly poolerUrl?: string | undefined
  /** A streaming replica of the server, for reads. */
  readonly replicaUrl?: string | undefined
}

/** The servers that the settings name: PostgreSQL itself, and what stands in front of it and beside it. */
export const databaseServers = (
  settings: { readonly DATABASE_LISTEN_URL?: string; readonly DATABASE_REPLICA_URL?: string },
  databaseUrl: string,
): { readonly serverUrl: string } & Pick<DatabaseConnections, 'poolerUrl' | 'replicaUrl'> => ({
  serverUrl: settings.DATABASE_LISTEN_URL ?? databaseUrl,
  poolerUrl: settings.DATABASE_LISTEN_URL === undefined ? undefined : databaseUrl,
  replicaUrl: settings.DATABASE_REPLICA_URL,
})

/** More connections than this make one process no faster. */
export const maxPoolSize = 10

export const databaseTimeouts = (settings: {
  readonly DATABASE_SILENCE_SECONDS: number
  readonly DATABASE_CONNECTION_SECONDS: number
  readonly DATABASE_STATEMENT_SECONDS: number
  readonly DATABASE_IDLE_TRANSACTION_SECONDS: number
}): DatabaseTimeouts => ({
  silence: settings.DATABASE_SILENCE_SECONDS * 1_000,
  connection: settings.DATABASE_CONNECTION_SECONDS * 1_000,
  statement: settings.DATABASE_STATEMENT_SECONDS * 1_000,
  idleTransaction: settings.DATABASE_IDLE_TRANSACTION_SECONDS * 1_000,
})

/** For commands of the operator, which may take as long as their work does. */
export const commandTimeouts: DatabaseTimeouts = {
  silence: 10_000,
  connection: 10_000,
  statement: 0,
  idleTransaction: 0,
}
