import type { IntrospectionRequest, PlanRequest, SupergraphWork } from './plan.ts'

/** The jobs that callers send to the thread. */
export type Work =
  | { readonly kind: 'plan'; readonly request: PlanRequest; readonly maxBytes: number }
  | { readonly kind: 'introspect'; readonly request: IntrospectionRequest; readonly maxBytes: number }

/** The jobs of the thread; `load` only shows that it has started. */
export type Job = Work | { readonly kind: 'load' }

export type JobResult =
  { readonly json: string; readonly milliseconds: number } | { readonly tooLarge: true; readonly milliseconds: number }

/** Does the planner's jobs one by one; a result is JSON, which is cheaper to transfer than an object. */
export const jobRunner =
  (work: SupergraphWork) =>
  (job: Job): JobResult => {
    const started = performance.now()
    if (job.kind === 'load') return { json: 'null', milliseconds: 0 }
    const json = JSON.stringify(job.kind === 'plan' ? work.plan(job.request) : work.introspect(job.request))
    const milliseconds = performance.now() - started
    return json.length > job.maxBytes ? { tooLarge: true, milliseconds } : { json, milliseconds }
  }
