import type { Identity } from '../../platform/trust/identity.ts'
import type { JobRuns } from '../../platform/postgres/job-runs.ts'
import type { Readiness } from '../../platform/process/readiness.ts'
import type { CursorCodec } from '../../platform/trust/cursor.ts'
import type { Reading } from '../rate-limit/window.ts'
import type { RequestLogRepository } from '../request-log/repository.ts'
import type DataLoader from 'dataloader'
import type { Caller } from '../caller.ts'
import type { AccessRepository, StoredPartner } from '../database/repository.ts'

/** The context of the access subgraph's resolvers. */
export interface Context {
  readonly identity: Identity
  /** The key behind the identity; absent for a caller without one. */
  readonly caller: Caller | undefined
  /** Names the work of a request under an Idempotency-Key. */
  readonly operation?: string
  readonly repository: AccessRepository
  /** Partners by id, read together. */
  readonly partners: DataLoader<string, StoredPartner | null>
  readonly requestLog: RequestLogRepository
  readonly cursors: CursorCodec
  readonly jobRuns: Pick<JobRuns, 'list'>
  /** The remaining limits of a caller's requests. */
  readonly usageOf: (caller: Caller) => Promise<readonly Reading[]>
  /** Checks every component of the service. */
  readonly readiness: () => Promise<Readiness>
}
