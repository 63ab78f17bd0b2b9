import type { Chance } from '../../../bench/chance.ts'
import type { Member } from '../../testkit/member.ts'
import type { Installation, Owner } from './installation.ts'

/** The faults of a round, while it writes. */
export interface Fault {
  readonly name: string
  /** Which process ends, of the one that writes and the other one. */
  readonly kills?: 'writer' | 'other'
  begin(members: { readonly writer: Member; readonly other: Member }): Promise<void>
  /** After the reads of the round. */
  end?(): Promise<void>
}

const owners: readonly Owner[] = ['catalog', 'booking', 'pricing']

/** Every fault that this machine can have, to be taken in turn. */
export function faultsOf(installation: Installation, chance: Chance): readonly Fault[] {
  const { redis, replica, query } = installation
  const end = async (pattern: string): Promise<void> => {
    const owner = chance.pick(owners)
    await query(
      owner,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE $1 AND pid <> pg_backend_pid()`,
      [pattern],
    )
  }
  return [
    { name: 'connections that listen ended', begin: () => end('%-watch') },
    { name: 'writer killed', kills: 'writer', begin: ({ writer }) => writer.kill() },
    ...(redis ? [{ name: 'Redis killed', begin: () => redis.stop(), end: () => redis.start() } satisfies Fault] : []),
    // Connections of the product have a name, those of this test none.
    { name: 'every connection ended', begin: () => end('_%') },
    { name: 'replication stopped', begin: () => replica.pauseReplay(), end: () => replica.resumeReplay() },
    { name: 'other process killed', kills: 'other', begin: ({ other }) => other.kill() },
  ]
}
