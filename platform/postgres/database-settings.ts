import { Type } from 'typebox'

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
}

/** The same in milliseconds. */
export interface DatabaseTimeouts {
  readonly silence: number
  readonly connection: number
  /** 0 for no limit. */
  readonly statement: number
  readonly idleTransaction: number
}

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
