import { Piscina } from 'piscina'
import { jobRunner } from './job.ts'
import { SupergraphWork } from './plan.ts'

const { sdl } = Piscina.workerData as { sdl: string }

export default jobRunner(new SupergraphWork(sdl))
