import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { JobDefinition } from '../../../platform/process/job.ts'
import type { Database } from '../database.ts'
import { pruneCompleted } from './repository.ts'

const forgetting: JobDefinition<{ readonly databases: PerEnvironment<Database> }> = {
  name: 'removing old operations',
  everyMilliseconds: 3_600_000,
  work: ({ databases }, { environment }) => pruneCompleted(databases[environment].pool),
}

/** Operations that have completed, so that a repetition finds what they left. */
export const idempotency = { jobs: [forgetting] }

export { childKey, findCompleted, isCompletedMeanwhile, recordCompleted } from './idempotency.ts'
