import type { JobRuns, JobState } from '../postgres/job-runs.ts'
import type { Identity } from '../trust/identity.ts'

interface JobContext {
  readonly identity: Pick<Identity, 'environment'>
  readonly jobRuns: Pick<JobRuns, 'list'>
}

/** Resolves the jobs of a service, with what became of their latest runs in the caller's environment. */
export const resolveJobs = (
  _parent: unknown,
  _arguments: unknown,
  { identity, jobRuns }: JobContext,
): Promise<JobState[]> => jobRuns.list(identity.environment)
