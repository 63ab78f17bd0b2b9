import { createPlanner } from '../../dist/gateway/planning/planner.js'
import { readSupergraph } from '../../dist/gateway/supergraph/supergraph.js'

const planners = new Map()
const supergraphs = new Map()

/**
 * The planner of a supergraph for all products of this process. A planner takes a second of processor time to start,
 * which is most of what a product takes; closing a product leaves its thread, which does not keep the process running.
 *
 * @type {typeof import('../../gateway/planning/planner.ts').createPlanner}
 */
export function sharedPlanner(sdl, logger, options) {
  if (!planners.has(sdl)) planners.set(sdl, { ...createPlanner(sdl, logger, options), close: async () => undefined })
  return planners.get(sdl)
}

/**
 * A supergraph as all products of this process read it, which have the same policies: a quarter of what the start of a
 * product takes.
 *
 * @type {typeof import('../../gateway/supergraph/supergraph.ts').readSupergraph}
 */
export function sharedSupergraph(sdl, readScalars) {
  if (!supergraphs.has(sdl)) supergraphs.set(sdl, readSupergraph(sdl, readScalars))
  return supergraphs.get(sdl)
}
