import { createPlanner } from '../../dist/gateway/planning/planner.js'

const planners = new Map()

/**
 * The planner of a supergraph for all products of this process. A planner takes a second of processor time to start,
 * which is most of what a product takes; closing a product leaves its thread, which does not keep the process running.
 *
 * @type {typeof import('../../gateway/planning/planner.ts').createPlanner}
 */
export function sharedPlanner(sdl, logger) {
  if (!planners.has(sdl)) planners.set(sdl, { ...createPlanner(sdl, logger), close: async () => undefined })
  return planners.get(sdl)
}
