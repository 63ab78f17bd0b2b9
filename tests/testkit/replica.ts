import path from 'node:path'
import { startStandby, type Standby } from '../../bench/standby.ts'
import { sql } from './database.ts'
import type { OwnPostgres } from './own-postgres.ts'

/** A streaming replica of a test's own server. */
export interface Replica extends Standby {
  /** Replays nothing until it is resumed; it still receives everything and responds. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
}

export async function startReplica({ url, logFile }: OwnPostgres): Promise<Replica> {
  const standby = await startStandby({ url, folder: path.dirname(logFile) }, { fsync: 'off' })
  return {
    ...standby,
    pauseReplay: async () => void (await sql('postgres', 'SELECT pg_wal_replay_pause()', [], standby.url)),
    resumeReplay: async () => void (await sql('postgres', 'SELECT pg_wal_replay_resume()', [], standby.url)),
  }
}
