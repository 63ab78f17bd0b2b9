import { SupergraphWork, type RewriteSupergraph } from '../../gateway/planning/plan.ts'
import type { Planner, PlanningCaller } from '../../gateway/planning/planner.ts'

const known = new Map<string, SupergraphWork>()

/** A planner that works on the thread of the test. */
export function planHere(sdl: string, rewrite?: RewriteSupergraph): Planner {
  const key = `${rewrite?.name ?? ''} ${sdl}`
  const work = known.get(key) ?? new SupergraphWork(sdl, rewrite)
  known.set(key, work)
  return {
    plan: (request) => Promise.resolve(work.plan(request)),
    introspect: (request) => Promise.resolve(JSON.stringify(work.introspect(request))),
    close: () => Promise.resolve(),
  }
}

export const anyCaller: PlanningCaller = { id: 'test', spend: () => undefined }
