import { Piscina } from 'piscina'
import { SupergraphWork } from './plan.ts'
import type { Job, JobResult } from './planner.ts'

const { sdl } = Piscina.workerData as { sdl: string }
const work = new SupergraphWork(sdl)

/** Does one job of the planner; the result is JSON, which is cheaper to transfer than an object. */
export default function run(job: Job): JobResult {
  const started = performance.now()
  if (job.kind === 'load') return { json: 'null', milliseconds: 0 }
  const json = JSON.stringify(job.kind === 'plan' ? work.plan(job.request) : work.introspect(job.request))
  const milliseconds = performance.now() - started
  return json.length > job.maxBytes ? { tooLarge: true, milliseconds } : { json, milliseconds }
}
