import type { JobRuns } from '../../../platform/postgres/job-runs.ts'
import type { Context } from '../context.ts'
import type { BackgroundWorkResolvers } from '../generated/resolvers.ts'

export type BackgroundContext = Context & { readonly jobRuns: Pick<JobRuns, 'list'> }

const work: BackgroundWorkResolvers<BackgroundContext> = {
  pricingJobs: (_parent, _arguments, { identity, jobRuns }) => jobRuns.list(identity.environment),
}

export const backgroundResolvers = { BackgroundWork: work }
