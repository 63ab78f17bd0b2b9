import { SupergraphWork } from '../../gateway/planning/plan.ts'
import type { Planner, PlanningCaller } from '../../gateway/planning/planner.ts'

const known = new Map<string, SupergraphWork>()

/** A planner that works on the thread of the test. */
export function planHere(sdl: string): Planner {
  const work = known.get(sdl) ?? new SupergraphWork(sdl)
  known.set(sdl, work)
  return {
    plan: (request) => Promise.resolve(work.plan(request)),
    introspect: (request) => Promise.resolve(JSON.stringify(work.introspect(request))),
    close: () => Promise.resolve(),
  }
}

export const anyCaller: PlanningCaller = { id: 'test', spend: () => undefined }
