import type { JobDefinition } from '../../../platform/process/job.ts'
import type { Context } from '../context.ts'
import type { DisruptionServices } from './context.ts'
import { createDisruptionLoaders } from './loaders.ts'
import { disruptionResolvers } from './resolvers.ts'
import { workOnDisruptions } from './work.ts'

const working: JobDefinition<DisruptionServices> = {
  name: 'working on disruptions',
  everyMilliseconds: 1_000,
  work: (services, { environment }) => workOnDisruptions(services, environment),
}

/** The treatment of reservations that stand where something is closed. */
export const disruptions = {
  resolvers: disruptionResolvers,
  loaders: ({ database }: Context) => ({ disruptions: createDisruptionLoaders(database.pool) }),
  jobs: [working],
}

export { settleStanding, decisionOf, withDecision, type ChoiceInput, type Closing, type Decision } from './declare.ts'
export { disruptionOfClosure } from './find.ts'
export { scopeAtCenote, scopeOfProduct } from './store/standing.ts'
export type { DisruptedTour } from './resolvers.ts'
export { findByOperation, findDisruption, orderClearing, type Choice, type Disruption } from './store/disruptions.ts'
