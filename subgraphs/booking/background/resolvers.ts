import type { JobRuns } from '../../../platform/postgres/job-runs.ts'
import type { Context } from '../context.ts'
import type { BackgroundWorkResolvers, QueryResolvers } from '../generated/resolvers.ts'
import { readQueues } from './repository.ts'

export type BackgroundContext = Context & { readonly services: { readonly jobRuns: Pick<JobRuns, 'list'> } }

const query: Pick<QueryResolvers<BackgroundContext>, 'backgroundWork'> = {
  backgroundWork: () => ({ id: 'all' }),
}

const work: BackgroundWorkResolvers<BackgroundContext> = {
  queues: (_parent, _arguments, { database: { pool } }) => readQueues(pool),
  bookingJobs: (_parent, _arguments, { identity, services }) => services.jobRuns.list(identity.environment),
}

export const backgroundResolvers = { Query: query, BackgroundWork: work }
