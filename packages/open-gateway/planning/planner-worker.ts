import { Piscina } from 'piscina'
import { jobRunner } from '../../../gateway/planning/job.ts'
import { SupergraphWork } from '../../../gateway/planning/plan.ts'
import { plannedSupergraph } from './planned-supergraph.ts'

const { sdl } = Piscina.workerData as { sdl: string }

export default jobRunner(new SupergraphWork(sdl, plannedSupergraph))
